// Fuzzes the parsing of the settings of skiff-health and, if the first byte is `b`, of skiff-benchmark.
#include "settings.h"

#include <stdexcept>

#include "benchmark/settings.h"
#include "fuzz/claim.h"
#include "list.h"

using fuzz::claim;

namespace {

void judge_health(std::string_view text) {
  const auto settings = skiff::health::parse_settings(text);
  for (const auto& mount : settings.mounts) claim(mount.path.starts_with('/'), "a mount's path is absolute");
  if (settings.gpus) claim(settings.gpus->count > 0, "the number of expected GPUs is positive");
  for (const std::string* path : {&settings.folder, &settings.log, &settings.scontrol})
    claim(path->starts_with('/'), "a path is absolute");
  skiff::health::check_ids(settings);
}

void judge_benchmark(std::string_view text) {
  const auto settings = skiff::benchmark::parse_settings(text);
  claim(!settings.name.empty() && settings.name[0] != '-', "the name is not empty and is not taken for an option");
  for (const auto& set : settings.sets) {
    claim(!set.nodes.empty() && set.nodes[0] != '-', "the node list is not empty and is not taken for an option");
    claim(set.floor.has_value() == skiff::benchmark::has_floor(settings.kind),
          "a floor is set exactly for kinds that have one");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  try {
    if (text.starts_with('b'))
      judge_benchmark(text.substr(1));
    else
      judge_health(text);
  } catch (const std::runtime_error& fault) {
    fuzz::claim_one_line(fault.what());
  }
  return 0;
}
