#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "text/hostlist.h"

namespace skiff {

/// A set of hosts, stored as runs: 10,000 nodes of one set are one entry. Each entry has the number of the place that
/// named it.
class HostIndex {
 public:
  /// Adds the hosts of a run. Returns false, and adds none, if one of them already exists.
  bool add(const HostRun& run, std::size_t place = 0);
  /// True if all hosts of the run exist.
  bool contains(const HostRun& run) const;
  /// The place that was given for the first host of the run. std::nullopt if this host does not exist.
  std::optional<std::size_t> place_of(const HostRun& run) const;
  /// The hosts of the run that exist, with the place of each, in their order.
  std::vector<std::pair<HostRun, std::size_t>> known(const HostRun& run) const;
  /// The hosts of the run that do not exist, in their order.
  Hostlist absent(const HostRun& run) const;

 private:
  struct Entry {
    std::uint64_t first, last;
    std::size_t place;
  };
  std::unordered_map<std::string, std::vector<Entry>> runs_;
};

}  // namespace skiff
