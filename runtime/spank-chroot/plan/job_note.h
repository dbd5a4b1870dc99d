#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jail {

/// What the prolog notes of a job on this node, for its steps, its sessions by ssh and its epilog: nothing of it is the user's word.
struct JobNote {
  std::uint32_t uid = 0;
  bool exempt = false;               ///< the job's partition or account is
  std::vector<std::string> sources;  ///< of its `job` mounts, as the mounts file was

  bool operator==(const JobNote&) const = default;
};

/// The note as lines: `uid N`, `exempt`, `source PATH`.
std::string text_of(const JobNote& note);

/// Reads such lines. Throws Failure, which names `path`, where they are no note of ours.
JobNote job_note(std::string_view text, const std::string& path);

}  // namespace jail
