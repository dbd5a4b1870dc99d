#include "sidecar/metrics.h"

#include <set>

#include "common/metrics.h"
#include "common/record.h"

namespace skiff::sidecar {
namespace {

using metrics::Kind;
using metrics::Page;

bool is_wanted(const Node& node) {
  return !node.is("POWERED_DOWN") && !node.is("POWERING_DOWN") && !node.is("POWER_DOWN");
}

}  // namespace

std::map<std::string, ElasticCounts> count_elastic(const std::vector<Node>& nodes, const std::vector<ElasticSet>& sets,
                                                   const std::vector<Pod>& pods) {
  std::map<std::string, ElasticCounts> counts;
  for (const ElasticSet& set : sets) counts[set.name];
  std::set<std::string_view> running;
  for (const Pod& pod : pods)
    if (pod.phase == "Running" && !pod.leaving) running.insert(pod.name);
  for (const Node& node : nodes) {
    const auto found = counts.find(std::string(parts_of(node.name).set));
    if (found == counts.end()) continue;
    const bool runs = running.contains(node.name);
    found->second.running += runs;
    found->second.wanted += is_wanted(node);
    found->second.waiting += is_wanted(node) && !runs;
  }
  return counts;
}

std::string metrics_page(const Observed& observed, const Log& log, const Status& status) {
  Page page;
  const auto write = [&](const char* name, std::int64_t ElasticCounts::*number, const char* help) {
    page.metric(name, Kind::gauge, help);
    for (const auto& [set, counts] : observed.elastic) page.sample({{"node_set", set}}, counts.*number);
  };
  write("skiff_elastic_nodes_wanted", &ElasticCounts::wanted, "Nodes of an elastic set that are powered up.");
  write("skiff_elastic_nodes_running", &ElasticCounts::running, "Nodes of an elastic set whose pod runs.");
  write("skiff_elastic_nodes_waiting", &ElasticCounts::waiting,
        "Nodes that are powered up, but whose pod does not run.");
  page.metric("skiff_sidecar_config_in_use", Kind::gauge, "1 if slurmctld uses the mounted files.");
  page.sample({}, observed.config_in_use ? 1 : 0);
  page.metric("skiff_sidecar_failing", Kind::gauge, "1 if this part of the sidecar cannot work now. See its log.");
  for (const auto& [part, fails] : status.parts()) page.sample({{"part", part}}, fails ? 1 : 0);
  page.metric("skiff_service_token_expiry_timestamp_seconds", Kind::gauge,
              "When the token of a service expires. 0: its Secret has no valid token.");
  for (const auto& [secret, times] : observed.tokens) page.sample({{"secret", secret}}, times.expires);
  page.metric("skiff_service_token_lifetime_seconds", Kind::gauge,
              "For how long a new token of the service is valid. It is renewed after half of this time.");
  for (const auto& [secret, times] : observed.tokens) page.sample({{"secret", secret}}, times.lifetime);
  page.metric("skiff_sidecar_messages_total", Kind::counter,
              "Messages of the sidecar: actions (info) and refusals or failures (warning).");
  for (const auto& [key, count] : log.counts()) page.sample({{"part", key.first}, {"level", key.second}}, count);
  return page.text();
}

}  // namespace skiff::sidecar
