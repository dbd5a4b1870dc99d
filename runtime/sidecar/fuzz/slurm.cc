// What scontrol and squeue print, and the decisions that follow from it.
#include "common/one_line.h"
#include "common/record.h"
#include "fuzz/claim.h"
#include "sidecar/after_drain.h"
#include "sidecar/kube.h"
#include "sidecar/power.h"
#include "sidecar/power_memory.h"
#include "sidecar/reconfigure.h"
#include "sidecar/slurm_text.h"
#include "sidecar/topology.h"

using namespace skiff::sidecar;

namespace {

constexpr std::string_view pod_list =
    R"({"metadata":{"resourceVersion":"17","continue":""},"items":[{"metadata":{"name":"a-0","uid":"u","labels":{"skiff/scaling":"elastic"},
    "creationTimestamp":"2025-11-01T10:00:00Z"},"spec":{"nodeName":"m"},"status":{"phase":"Pending","conditions":[{"type":"PodScheduled",
    "status":"False","message":"no room"},{"type":"skiff/Unhealthy","status":"True","reason":"x","message":"y"}]}},
    {"metadata":{"name":"b-1","uid":"v"},"spec":{"nodeName":"o"},"status":{"phase":"Running"}}]})";
constexpr std::int64_t begin = 1763750000;

AfterDrain settings_of_all() {
  AfterDrain settings;
  settings.pods = settings.machines = true;
  settings.sets = {{"a", SetKind::fixed}, {"b", SetKind::elastic}};
  settings.checks = {"gpu-count"};
  settings.replace = Replace{{"a", "b"}, {}, 2, 1, 900, 86400};
  return settings;
}

void decide(const std::vector<Node>& nodes) {
  static const AfterDrain settings = settings_of_all();
  static const std::vector<ElasticSet> sets = {{"b", "s", "t", 1, 300, "{}"}};
  std::vector<Pod> pods;
  parse_pods(pod_list, pods);
  PowerMemory memory;
  Replacements record;
  for (std::int64_t now = begin; now < begin + 3; ++now) {
    memory = decide_power(nodes, sets, pods, memory, now).memory;
    record = decide_after_drain(nodes, pods, settings, record, now).memory;
    text_of(memory), text_of(record);
  }
  leaving_nodes({"a-0", "b-[1-2]"}, nodes);
  decide_topology(nodes, pods, {{"m", "one"}}, {"default", "rack", {"one"}, {"a-0", "b-1"}}, {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  const auto nodes = parse_nodes(text);
  for (const Node& node : nodes) {
    fuzz::claim(node.name.find_first_of(" \n") == node.name.npos, "a name is one word");
    if (const skiff::NameParts parts = skiff::parts_of(node.name); !parts.set.empty())
      fuzz::claim(std::string(parts.set) + "-" + std::string(parts.number) == node.name,
                  "a name consists of a set's name and a number");
    const std::string line = skiff::one_line(node.reason);
    fuzz::claim(line.size() <= 200, "a line has at most 200 bytes");
    if (!line.empty()) fuzz::claim_one_line(line);
  }
  boot_time_in(text), node_names_in(text), some_jobs(text), accounting_updates_in(text), starts_at_reconfigure(text);
  decide(nodes);
  return 0;
}
