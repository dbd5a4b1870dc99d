#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::plan_of;

// The CPUs and memory of slurmctld and of a login pod in a cluster of `nodes` nodes in two sets.
std::string resources(int nodes, const std::string& controller = "{}", const std::string& login = "{}") {
  const auto set = [](const std::string& name, int count) {
    return "{name: " + name + ", replicas: " + std::to_string(count) + ", hardware: {cpus: 8, memory: 16Gi}}";
  };
  const plan::Plan plan = plan_of(cluster_spec("  nodeSets: [" + set("a", 1) + ", " + set("b", nodes - 1) +
                                               "]\n  controller: {resources: " + controller +
                                               "}\n  login: [{name: login, resources: " + login + "}]\n"));
  const plan::Resources& of_controller = plan.controller.resources;
  const plan::Resources& of_login = plan.login.front().resources;
  return *of_controller.cpu_request + " " + *of_controller.memory + ", " + *of_login.cpu_request + " " +
         *of_login.memory;
}

TEST(ResolveDaemonResources, DoubleWithTheNodes) {
  EXPECT_EQ(resources(2), "500m 1Gi, 100m 512Mi");
  EXPECT_EQ(resources(32), "500m 1Gi, 100m 512Mi");
  EXPECT_EQ(resources(33), "500m 1Gi, 200m 1Gi");
  EXPECT_EQ(resources(512), "500m 1Gi, 1600m 8Gi");
  EXPECT_EQ(resources(513), "1000m 2Gi, 1600m 8Gi");
  EXPECT_EQ(resources(1025), "2000m 4Gi, 1600m 8Gi");
  EXPECT_EQ(resources(60000), "8000m 16Gi, 1600m 8Gi");
}

TEST(ResolveDaemonResources, AValueOfTheSpecStays) {
  EXPECT_EQ(resources(1024, "{memory: 1Gi}", "{cpu: 2}"), "1000m 1Gi, 2 8Gi");
}

}  // namespace
}  // namespace skiff
