#include "plan/slurm_files.h"

#include "plan/owned.h"

namespace skiff {

bool in_release(const SlurmFileRow& row, Version slurm) {
  return slurm >= row.since && (row.removed == Version{} || slurm < row.removed);
}

bool names_reader(const SlurmFileRow& row, std::string_view word) {
  if (row.value == "*") return !word.ends_with("/none");
  if (row.value.find('/') == std::string_view::npos) word.remove_prefix(word.rfind('/') + 1);
  return same_key(word, row.value);
}

}  // namespace skiff
