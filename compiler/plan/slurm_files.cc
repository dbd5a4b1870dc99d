#include "plan/slurm_files.h"

#include "plan/owned.h"

namespace skiff {

bool in_release(const SlurmFileRow& row, Version slurm) {
  return slurm >= row.since && (row.removed == Version{} || slurm < row.removed);
}

bool names_reader(const SlurmFileRow& row, std::string_view word) {
  if (row.value == "*") return !word.ends_with("/none");
  // Slurm accepts the names of most plugins with and without their kind.
  const auto name = [](std::string_view plugin) { return plugin.substr(plugin.rfind('/') + 1); };
  const bool both = word.find('/') != std::string_view::npos && row.value.find('/') != std::string_view::npos;
  return both ? same_key(word, row.value) : same_key(name(word), name(row.value));
}

}  // namespace skiff
