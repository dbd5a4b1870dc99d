#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

// spank.h declares the callbacks outside of its own extern "C".
extern "C" {
#include <slurm/spank.h>
}

#include "text/failure.h"

namespace jail {

/// An item of the step or job. Throws Failure if Slurm does not provide it.
template <typename Type>
Type item(spank_t spank, spank_item_t which, const char* name) {
  Type value{};
  const spank_err_t error = spank_get_item(spank, which, &value);
  if (error != ESPANK_SUCCESS)
    throw Failure(std::string("Slurm does not provide the ") + name + ": " + spank_strerror(error));
  return value;
}

/// The primary and supplementary groups of the job's user, from the job's credential.
inline std::vector<std::uint32_t> groups_of(spank_t spank) {
  std::vector<std::uint32_t> groups{item<gid_t>(spank, S_JOB_GID, "group")};
  gid_t* more = nullptr;
  int count = 0;
  if (spank_get_item(spank, S_JOB_SUPPLEMENTARY_GIDS, &more, &count) == ESPANK_SUCCESS && more) {
    groups.insert(groups.end(), more, more + count);
  }
  return groups;
}

}  // namespace jail
