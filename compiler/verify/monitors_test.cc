#include <gtest/gtest.h>

#include "verify/checks.h"
#include "verify/good_cluster.h"

namespace skiff {
namespace {

// The diagnostics of an object beside the good cluster, without the locations.
std::string found(const std::string& object) {
  Diagnostics out;
  Fixture fixture = good_cluster(good_objects + "---\n" + object);
  const ObjectSet set(fixture.input());
  for (const Item& item : set.items()) {
    check_names(item, out);
    check_monitors(set, item, out);
  }
  for (Diagnostic& d : out) d.message.resize(d.message.find(" (k8s/test.yaml"));
  return lines(out);
}

const std::string controller = "{matchLabels: {app.kubernetes.io/component: controller}}";

TEST(Monitors, PodMonitorSelectsPodsAndTheirPorts) {
  const auto monitor = [](const std::string& selector, const std::string& port) {
    return found("kind: PodMonitor\nmetadata: {name: a}\nspec: {selector: " + selector +
                 ", podMetricsEndpoints: [{port: slurmctld}, {port: " + port + "}]}\n");
  };
  EXPECT_EQ(monitor(controller, "slurmctld"), "");
  EXPECT_EQ(monitor(controller, "metrics"),
            "SKF432 \"metrics\" no container of the selected pods declares this port\n");
  EXPECT_EQ(monitor("{matchLabels: {a: b}}", "slurmctld"), "SKF439 selects no pod of the output\n");
}

TEST(Monitors, ServiceMonitorSelectsServicesAndTheirPorts) {
  const auto monitor = [](const std::string& labels, const std::string& port) {
    return found(
        "kind: Service\nmetadata: {name: s, labels: {a: b, c: d}}\nspec: {ports: [{name: metrics, port: 9341}]}\n---\n"
        "kind: Service\nmetadata: {name: t, labels: {a: b}}\nspec: {ports: [{name: slurmctld, port: 6817}]}\n---\n"
        "kind: ServiceMonitor\nmetadata: {name: a}\nspec: {selector: {matchLabels: " +
        labels + "}, endpoints: [{port: metrics}, {port: " + port + "}]}\n");
  };
  EXPECT_EQ(monitor("{a: b}", "slurmctld"), "");
  EXPECT_EQ(monitor("{a: b, c: d}", "slurmctld"),
            "SKF432 \"slurmctld\" none of the selected Services has a port of this name\n");
  EXPECT_EQ(monitor("{a: c}", "metrics"), "SKF439 selects no Service of the output\n");
}

TEST(Monitors, ServiceMonitorSelectsOnlyServicesOfItsNamespace) {
  EXPECT_EQ(
      found("kind: Service\nmetadata: {name: s, namespace: other, labels: {a: b}}\nspec: {ports: [{port: 1}]}\n---\n"
            "kind: ServiceMonitor\nmetadata: {name: a}\nspec: {selector: {matchLabels: {a: b}}}\n"),
      "SKF439 selects no Service of the output\n");
}

TEST(Monitors, NetworkPolicySelectsPodsAndTheirPorts) {
  const auto policy = [](const std::string& selector, const std::string& port, const std::string& peers = "{}") {
    return found("kind: NetworkPolicy\nmetadata: {name: a}\nspec: {podSelector: " + selector +
                 ", ingress: [{ports: [{port: 6817}]}, {from: [" + peers + "], ports: [{port: " + port + "}]}]}\n");
  };
  EXPECT_EQ(policy(controller, "6817"), "");
  EXPECT_EQ(policy(controller, "9341"), "SKF432 9341 no container of the selected pods declares this port\n");
  EXPECT_EQ(policy("{matchLabels: {a: b}}", "6817"), "SKF439 selects no pod of the output\n");
  const std::string name(64, 'n');
  EXPECT_EQ(policy(controller, "6817", "{podSelector: {matchLabels: {" + name + ": a}}}").substr(0, 30),
            "SKF412 \"a\" the key must be a n");
}

}  // namespace
}  // namespace skiff
