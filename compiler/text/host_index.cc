#include "text/host_index.h"

#include <algorithm>

namespace skiff {
namespace {

std::string key_of(const HostRun& run) {
  // Names with padded numbers differ from those with plain numbers: n08 is not n8.
  return run.prefix + '\n' + run.suffix + '\n' + std::to_string(run.padded() ? run.width : 0);
}

HostRun part_of(const HostRun& run, std::uint64_t first, std::uint64_t last) {
  HostRun part = run;
  part.first = first;
  part.last = last;
  return part;
}

}  // namespace

bool HostIndex::add(const HostRun& run, std::size_t place) {
  std::vector<Entry>& runs = runs_[key_of(run)];
  const auto at = std::lower_bound(runs.begin(), runs.end(), run.first,
                                   [](const Entry& entry, std::uint64_t first) { return entry.first < first; });
  if (at != runs.end() && at->first <= run.last) return false;
  if (at != runs.begin() && std::prev(at)->last >= run.first) return false;
  runs.insert(at, {run.first, run.last, place});
  return true;
}

bool HostIndex::contains(const HostRun& run) const { return absent(run).empty(); }

std::optional<std::size_t> HostIndex::place_of(const HostRun& run) const {
  const auto found = known(part_of(run, run.first, run.first));
  return found.empty() ? std::nullopt : std::optional(found.front().second);
}

std::vector<std::pair<HostRun, std::size_t>> HostIndex::known(const HostRun& run) const {
  std::vector<std::pair<HostRun, std::size_t>> parts;
  const auto found = runs_.find(key_of(run));
  if (found == runs_.end()) return parts;
  auto entry = std::partition_point(found->second.begin(), found->second.end(),
                                    [&](const Entry& before) { return before.last < run.first; });
  for (; entry != found->second.end() && entry->first <= run.last; ++entry) {
    const std::uint64_t first = std::max(entry->first, run.first), last = std::min(entry->last, run.last);
    parts.emplace_back(part_of(run, first, last), entry->place);
  }
  return parts;
}

Hostlist HostIndex::absent(const HostRun& run) const {
  Hostlist parts;
  std::uint64_t next = run.first;
  for (const auto& [part, place] : known(run)) {
    if (part.first > next) parts.push_back(part_of(run, next, part.first - 1));
    next = part.last + 1;
  }
  if (next <= run.last) parts.push_back(part_of(run, next, run.last));
  return parts;
}

}  // namespace skiff
