#include "sidecar/metrics.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

namespace skiff::sidecar {
namespace {

std::vector<Node> nodes_of(const std::vector<std::pair<std::string, std::string>>& states) {
  std::string text;
  for (const auto& [name, state] : states) text += "NodeName=" + name + " State=" + state + " \n";
  return parse_nodes(text);
}

Pod pod(const std::string& name, const std::string& phase, bool leaving = false) {
  return {.name = name, .uid = name, .phase = phase, .leaving = leaving};
}

TEST(SidecarMetrics, CountsWhatElasticSetsHaveAndWaitFor) {
  const auto nodes = nodes_of({{"a-0", "IDLE+CLOUD"},
                               {"a-1", "ALLOCATED+CLOUD+POWERING_UP"},
                               {"a-2", "IDLE+CLOUD+POWERED_DOWN"},
                               {"a-3", "IDLE+CLOUD+POWERING_DOWN"},
                               {"a-4", "MIXED+CLOUD+POWERING_UP"},
                               {"a-5", "MIXED+CLOUD"},
                               {"fixed-0", "IDLE"}});
  const auto counts =
      count_elastic(nodes, {{.name = "a"}, {.name = "b"}},
                    {pod("a-0", "Running"), pod("a-1", "Pending"), pod("a-3", "Running"), pod("a-5", "Running", true)});
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts.at("a"), (ElasticCounts{4, 2, 3}));
  EXPECT_EQ(counts.at("b"), ElasticCounts());
}

TEST(SidecarMetrics, TellsWhatFailsAndWhatWasDone) {
  char folder[] = "/tmp/skiff-metrics-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const Log log("off", LogFormat::text);
  Status status(folder, log);
  log.info("power", "a-0: powering up; created its pod");
  log.info("power", "a-1: powering up; created its pod");
  status.fail("policy", "no answer");
  status.fail("policy", "no answer");
  status.fail("power", "no answer");
  status.clear("power");
  status.set("reconfigure", "");
  const std::string page = metrics_page(
      {.elastic = {{"a", {3, 2, 1}}}, .config_in_use = true, .tokens = {{"t", {1800000000, 3600}}, {"u", {0, 60}}}},
      log, status);
  for (const char* line :
       {"skiff_elastic_nodes_wanted{node_set=\"a\"} 3", "skiff_elastic_nodes_running{node_set=\"a\"} 2",
        "skiff_elastic_nodes_waiting{node_set=\"a\"} 1", "skiff_sidecar_config_in_use 1",
        "skiff_sidecar_failing{part=\"policy\"} 1", "skiff_sidecar_failing{part=\"power\"} 0",
        "skiff_sidecar_failing{part=\"reconfigure\"} 0",
        "skiff_service_token_expiry_timestamp_seconds{secret=\"t\"} 1800000000",
        "skiff_service_token_lifetime_seconds{secret=\"t\"} 3600",
        "skiff_service_token_expiry_timestamp_seconds{secret=\"u\"} 0",
        "skiff_sidecar_messages_total{part=\"power\",level=\"info\"} 2",
        "skiff_sidecar_messages_total{part=\"power\",level=\"warning\"} 1",
        "skiff_sidecar_messages_total{part=\"policy\",level=\"warning\"} 1"})
    EXPECT_NE(page.find("\n" + std::string(line) + "\n"), page.npos) << line << "\n" << page;
  unlink((std::string(folder) + "/failing").c_str());
  rmdir(folder);
}

}  // namespace
}  // namespace skiff::sidecar
