#pragma once

#include <cstdint>
#include <optional>
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

/// Throws Failure, which names `path`, if the text is not a valid note.
JobNote parse_job_note(std::string_view text, const std::string& path);

/// The note of the job that an SSH session of a user may enter. Throws Failure if the node has no note of the job, if
/// the job is another user's, or if the session is in the control group of another job. `cgroup` is the text of the
/// session's /proc/PID/cgroup. It names no job if Slurm does not manage control groups.
const JobNote& note_of_session(const std::optional<JobNote>& note, std::uint32_t job, std::uint32_t uid,
                               std::string_view cgroup);

}  // namespace jail
