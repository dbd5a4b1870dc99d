#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skiff::sidecar {

/// The mounted configuration. Times in seconds since 1970.
struct MountedFiles {
  std::uint64_t checksum = 0;         ///< of all of them
  std::int64_t mounted_at = 0;        ///< when the kubelet last replaced them
  std::int64_t missed_update_at = 0;  ///< when slurmctld last missed accounting records; it reads them when it starts
};

/// A command of Slurm to run. Its result is a Reply.
enum class Command {
  none,
  read_boot_time,  ///< when slurmctld last read its files; since Slurm 23.11, a reconfigure restarts it
  parse_files,     ///< whether Slurm's commands can parse the mounted files
  drain_leaving,   ///< drains the nodes that leave the cluster, and reports the jobs that still run there
  reconfigure,
  ping,
};

struct Reply {
  bool good = false;
  std::string text;  ///< the error; for a good drain_leaving, what to wait for
  std::optional<std::int64_t> boot_time;
  bool misplaced = false;  ///< with boot_time: nodes have places that the mounted topology contradicts
};

/// The progress of applying a change. A slurmctld in the foreground reports success for a reconfigure, and only then
/// exits because of a bad file. Therefore it never gets a file that does not parse, and it must still answer
/// afterwards. Slurm ends the jobs of a node that it no longer knows. Therefore nodes that leave are drained first,
/// and the change waits for their jobs.
struct Reconfigure {
  enum class Phase {
    starting,               ///< slurmctld has not answered yet
    checking_files_in_use,  ///< it has answered; it is not known yet which files it uses
    in_use,                 ///< it uses the mounted files
    noting_boot_time,       ///< the files have changed; when did slurmctld start that uses the old ones?
    parsing,
    draining_leaving,
    reconfiguring,
    awaiting_answer,
    failed,   ///< until the files change or slurmctld starts again
    waiting,  ///< for jobs on nodes that leave, for a QOS, or for new pods of workers of another release
  };
  Phase phase = Phase::starting;
  std::int64_t due = 0;        ///< when the next command is due; milliseconds of a steady clock
  std::uint64_t checksum = 0;  ///< of the files that this state is about
  std::int64_t missed_update_at = 0;
  /// When slurmctld had started that used the old files. Another time means that it has started again, and has read the
  /// new ones. Unlike a comparison with the time of the files, this holds if the clock has been set in between.
  std::optional<std::int64_t> boot_time;
  bool changed = false;  ///< the files are not those that the last container of this pod knew to be in use
  int tries = 0, pings = 0;
  bool waits = false;
  std::string problem;  ///< why the mounted files are not in use; empty: they are
  std::vector<std::string> log_lines;
};

/// The state at the container's start. `known` is the checksum of the files that were in use according to the last
/// container of this pod.
Reconfigure begin_reconfigure(const MountedFiles& files, std::optional<std::uint64_t> known, std::int64_t now);

/// Updates the state for the files that are mounted now.
void take_files(Reconfigure& state, const MountedFiles& files, std::int64_t now);

/// The command that is due at this time (milliseconds).
Command next_command(const Reconfigure& state, std::int64_t now);

/// Updates the state for a reply.
void take_reply(Reconfigure& state, Command command, const Reply& reply, const MountedFiles& files, std::int64_t now);

/// The differences between the nodes of the mounted files and slurmctld's present nodes.
struct Leaving {
  std::vector<std::string> undrain;  ///< were drained because they should leave, but stay after all
  std::vector<std::string> drain;    ///< leave, and are not drained yet
  std::vector<std::string> leave;    ///< all nodes that leave
};
struct Node;
Leaving leaving_nodes(const std::vector<std::string>& named, const std::vector<Node>& present);

/// The reason of the drain of a node that leaves.
inline constexpr const char* leaving_reason = "skiff: node leaves the cluster";

}  // namespace skiff::sidecar
