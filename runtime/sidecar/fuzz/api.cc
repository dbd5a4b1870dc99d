// Answers of the API server: lists of pods and of templates, lines of a watch, a Status.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "fuzz/claim.h"
#include "sidecar/kube.h"

using namespace skiff::sidecar;
using fuzz::claim;

namespace {

/// Reads the text. If it is refused, the error must be one line.
template <class Read>
void judge(Read read) {
  try {
    read();
  } catch (const std::runtime_error& fault) {
    fuzz::claim_one_line(fault.what());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  judge([&] {
    std::vector<Pod> pods;
    parse_pods(text, pods);
    for (const Pod& pod : pods) claim(!pod.name.empty() && !pod.uid.empty(), "a pod has a name and a uid");
  });
  judge([&] {
    std::vector<ElasticSet> sets;
    parse_sets(text, sets);
    for (const ElasticSet& set : sets) {
      claim(set.min >= 0 && set.retry_after >= 0, "the numbers of a set are not negative");
      const auto pod = nlohmann::json::parse(pod_body(set, "a-0"));
      claim(pod["metadata"]["name"] == "a-0" && pod["kind"] == "Pod", "the pod of a set is named after its node");
    }
  });
  judge([&] {
    const WatchEvent event = parse_watch_line(text);
    if (event.kind == WatchEvent::Kind::changed || event.kind == WatchEvent::Kind::deleted)
      claim(!event.pod.name.empty(), "a change names its pod");
  });
  const std::string message = parse_message(text);
  if (!message.empty()) fuzz::claim_one_line(message);
  return 0;
}
