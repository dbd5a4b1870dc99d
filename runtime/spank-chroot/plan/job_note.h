#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jail {

/// What the prolog notes about a job on this node, for its steps, its SSH sessions and its epilog. The user cannot
/// influence any of it.
struct JobNote {
  std::uint32_t uid = 0;
  bool exempt = false;               ///< the job's partition or account is exempt
  std::vector<std::string> sources;  ///< of the `job` mounts in the mounts file at that time

  bool operator==(const JobNote&) const = default;
};

/// The note as lines: `uid N`, `exempt`, `source PATH`.
std::string text_of(const JobNote& note);

/// Reads such lines. Throws Failure, which names `path`, if they are not a valid note.
JobNote job_note(std::string_view text, const std::string& path);

}  // namespace jail
