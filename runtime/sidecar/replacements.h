#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace skiff::sidecar {

/// A pod that was replaced after a drain.
struct Replaced {
  std::string node;
  std::int64_t at = 0;       ///< when, seconds since 1970
  std::string reason;        ///< of the drain
  std::string uid, machine;  ///< of the old pod; empty if there was no pod, or if it was on no Kubernetes node
  std::int64_t tries = 0, tried = 0;
  bool over = false;    ///< the node is no longer in that drain
  std::string outcome;  ///< how it ended: cured or left
  bool operator==(const Replaced&) const = default;
};

/// The record of past actions. It outlives the pod: no restart or crash may forget a replacement.
struct Replacements {
  struct Mark {
    std::string node;
    std::int64_t at = 0;
    bool operator==(const Mark&) const = default;
  };
  std::vector<Replaced> replaced;
  std::map<std::string, Mark> marked;         ///< Kubernetes nodes that have the condition
  std::map<std::string, std::string> logged;  ///< Slurm nodes, and what was last logged about them
  bool operator==(const Replacements&) const = default;
};

/// Reads the record's JSON. Throws std::runtime_error if it is invalid.
Replacements parse_replacements(std::string_view text);
std::string text_of(const Replacements& replacements);

}  // namespace skiff::sidecar
