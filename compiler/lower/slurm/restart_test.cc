#include "lower/slurm/restart.h"

#include <gtest/gtest.h>

#include "lower/slurm/confs.h"
#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;

std::string hash_of(const std::string& release, const std::string& nodes, const std::string& config) {
  const bool old = release < "23.11";
  const plan::Plan plan =
      testing::plan_of(cluster_spec("  target: {slurm: \"" + release + "\", cgroup: " + (old ? "v1" : "v2") + "}\n" +
                                    (old ? "  auth: {method: munge}\n" : "") + "  nodeSets: [" + nodes + "]\n" +
                                    (config.empty() ? "" : "  slurm: {config: {" + config + "}}\n")));
  const Conf slurm = slurm_conf(plan);
  const auto gres = gres_conf(plan);
  std::vector<const Conf*> confs{&slurm};
  if (gres) confs.push_back(&*gres);
  return *restart_hash(confs, *plan.target.slurm);
}

const std::string two = "{name: n, replicas: 2, hardware: {cpus: 4, memory: 8Gi}}";
const std::string three = "{name: n, replicas: 3, hardware: {cpus: 4, memory: 8Gi}}";

TEST(RestartHash, IsSixteenHexadecimalDigits) {
  EXPECT_EQ(hash_of("24.11", two, "").size(), 16u);
  EXPECT_EQ(hash_of("24.11", two, "").find_first_not_of("0123456789abcdef"), std::string::npos);
}

// Since 24.05, a reconfigure applies all but a few parameters. Before, changed nodes and plugins needed a restart.
TEST(RestartHash, ChangesOnlyForParametersThatNeedARestart) {
  EXPECT_EQ(hash_of("24.11", two, ""), hash_of("24.11", three, "MaxJobCount: 5, SchedulerParameters: bf_continue"));
  EXPECT_NE(hash_of("23.11", two, ""), hash_of("23.11", three, ""));
  EXPECT_NE(hash_of("23.11", two, ""), hash_of("23.11", two, "MaxJobCount: 5"));
  EXPECT_EQ(hash_of("23.11", two, ""), hash_of("23.11", two, "SlurmdTimeout: 180"));
  EXPECT_NE(hash_of("22.05", two, ""), hash_of("22.05", two, "PriorityType: priority/multifactor"));
  EXPECT_NE(hash_of("22.05", two, ""), hash_of("22.05", two, "TopologyPlugin: topology/tree"));
  EXPECT_EQ(hash_of("24.11", two, ""), hash_of("24.11", two, "TopologyPlugin: topology/tree"));
  EXPECT_EQ(hash_of("23.11", two, ""), hash_of("23.11", two, "PriorityType: priority/multifactor"));
}

TEST(RestartHash, ReadsTheLinesOfGresConf) {
  const Version old{23, 11}, newer{24, 11};
  const auto gres = [](const char* type, const char* file) {
    return Conf{.name = "gres.conf",
                .path = "slurm/gres.conf",
                .lines = {{{{"NodeName", "n", {}}, {"Type", type, {}}, {"File", file, {}}}}}};
  };
  const Conf a = gres("l4", "/dev/nvidia0"), b = gres("l40s", "/dev/nvidia0"), c = gres("l4", "/dev/nvidia1");
  EXPECT_NE(*restart_hash({&a}, old), *restart_hash({&b}, old));
  EXPECT_EQ(*restart_hash({&a}, newer), *restart_hash({&b}, newer));
  EXPECT_EQ(*restart_hash({&a}, newer), *restart_hash({&c}, newer));
}

TEST(RestartHash, HasOnlyTheOriginsOfParametersThatNeedARestart) {
  Conf conf{.name = "slurm.conf", .path = "slurm/slurm.conf"};
  conf.add("AuthType", "auth/slurm", Origin::spec({1, 2}));
  conf.add("MaxJobCount", "5", Origin::spec({3, 4}));
  EXPECT_EQ(restart_hash({&conf}, {24, 11}).origin.sources(),
            (std::vector<Source>{{Source::Kind::spec, {1, 2}, "", 0}}));
}

TEST(ContentHash, ChangesWithEveryLine) {
  Conf conf{.name = "sshd_config", .path = "slurm/sshd_config.login", .separator = ' '};
  conf.add("Port", "22", {});
  const std::string before = *content_hash(conf);
  conf.add("MaxSessions", "20", {});
  EXPECT_NE(*content_hash(conf), before);
}

using Effect = RestartRow::Effect;

std::optional<Effect> effect(std::string_view file, std::string_view first, std::string_view key, Version slurm) {
  const RestartRow* row = restart_row(file, first, key, slurm);
  return row ? std::optional(row->effect) : std::nullopt;
}

TEST(RestartRow, DependsOnTheLineTheKeyAndTheRelease) {
  EXPECT_EQ(effect("slurm.conf", "MaxJobCount", "MaxJobCount", {23, 11}), Effect::slurmctld);
  EXPECT_EQ(effect("slurm.conf", "MaxJobCount", "MaxJobCount", {24, 5}), std::nullopt);
  EXPECT_EQ(effect("slurm.conf", "NodeName", "CPUs", {23, 11}), Effect::all);
  EXPECT_EQ(effect("slurm.conf", "NodeName", "CPUs", {24, 11}), std::nullopt);
  EXPECT_EQ(effect("slurm.conf", "AuthType", "AuthType", {24, 11}), Effect::together);
  EXPECT_EQ(effect("gres.conf", "NodeName", "cores", {24, 11}), Effect::slurmctld);
  EXPECT_EQ(effect("gres.conf", "NodeName", "File", {24, 11}), std::nullopt);
}

TEST(RestartRow, AStarIsEveryKey) {
  EXPECT_EQ(effect("slurmdbd.conf", "DebugLevel", "DebugLevel", {24, 11}), Effect::slurmdbd);
  EXPECT_EQ(effect("job_container.conf", "NodeName", "BasePath", {24, 11}), Effect::slurmd);
}

}  // namespace
}  // namespace skiff
