#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skiff::sidecar {

/// The mounted configuration. Times in seconds since 1970.
struct MountedFiles {
  std::uint64_t content = 0;    ///< a checksum of all of them
  std::int64_t mounted_at = 0;  ///< when the kubelet last exchanged them
  std::int64_t untold = 0;      ///< when slurmctld last missed accounting records: it reads them at its start
};

/// What is to be asked or told next; each is answered by a Reply.
enum class Ask {
  nothing,
  boot_time,      ///< when slurmctld last read its files: a reconfigure starts it anew (Slurm 23.11 and later)
  parse,          ///< whether Slurm's own commands take the mounted files
  empty_leaving,  ///< drains the nodes that leave; tells the jobs that still run there
  reconfigure,
  ping,
};

struct Reply {
  bool good = false;
  std::string text;  ///< the error; of empty_leaving, when good, what to wait for
  std::optional<std::int64_t> boot_time;
};

/// Where taking up a change is. A slurmctld in the foreground answers "done" to a reconfigure and only then ends on a bad file: so a file
/// that does not parse is never offered to it, and afterwards it must still answer. Slurm ends the jobs of a node that it no longer knows:
/// nodes that leave are drained first, and the change waits for what runs there.
struct Reconfigure {
  enum class Phase {
    starting,  ///< slurmctld has not answered yet
    asking,    ///< it has: which files does it use?
    in_use,    ///< the mounted files
    parsing,
    emptying,
    offering,
    answering,
    failed,   ///< until the files change or slurmctld starts again
    waiting,  ///< for jobs on nodes that leave, or for a QOS
  };
  Phase phase = Phase::starting;
  std::int64_t due = 0;    ///< when the next thing is to be asked; milliseconds of a steady clock
  std::uint64_t seen = 0;  ///< the content that all this is about
  std::int64_t untold = 0;
  int tries = 0, pings = 0;
  bool waits = false;
  std::string problem;  ///< why the mounted files are not in use; empty: they are
  std::vector<std::string> say;
};

/// At the container's start. `known` is the content that was in use when a container of this pod last knew it.
Reconfigure begin_reconfigure(const MountedFiles& files, std::optional<std::uint64_t> known, std::int64_t now);

/// Takes note of the files as they are mounted now.
void note_files(Reconfigure& state, const MountedFiles& files, std::int64_t now);

/// What to ask at this time (milliseconds).
Ask next_ask(const Reconfigure& state, std::int64_t now);

/// Takes the answer in.
void take_reply(Reconfigure& state, Ask asked, const Reply& reply, const MountedFiles& files, std::int64_t now);

/// Nodes of the mounted files and those that slurmctld has from its own.
struct Leaving {
  std::vector<std::string> undrain;  ///< stay after all
  std::vector<std::string> drain;    ///< leave, and take jobs still
  std::vector<std::string> leave;    ///< all that leave
};
struct Node;
Leaving leaving_nodes(const std::vector<std::string>& named, const std::vector<Node>& present);

/// The reason of the drain of a node that leaves.
inline constexpr const char* leaving_reason = "skiff: node leaves the cluster";

}  // namespace skiff::sidecar
