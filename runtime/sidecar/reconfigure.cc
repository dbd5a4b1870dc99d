#include "sidecar/reconfigure.h"

#include <algorithm>
#include <set>

#include "common/one_line.h"
#include "sidecar/node.h"

namespace skiff::sidecar {
namespace {

using Phase = Reconfigure::Phase;

constexpr int most_tries = 5;
constexpr std::int64_t second = 1000;
constexpr std::int64_t between_tries = 5 * second;  // times the number of the try
constexpr std::int64_t between_starts = 1 * second;
// If slurmctld exits because of files that it has just accepted, it does so within moments.
constexpr std::int64_t before_ping = 2 * second, between_pings = 1 * second;
constexpr int most_pings = 28;
constexpr std::int64_t between_checks = 15 * second;
// slurmctld has kept them over its restart, and they count more than those of the file.
constexpr const char* misplaced =
    "nodes have places that contradict the topology; reconfiguring slurmctld without them";
constexpr const char* missed = "slurmctld missed accounting records; reconfiguring it to read them";

void enter(Reconfigure& state, Phase phase, std::int64_t due) {
  state.phase = phase;
  state.due = due;
}

void mark_in_use(Reconfigure& state, const char* text, std::int64_t now) {
  state.problem.clear();
  state.waits = false;
  if (*text) state.log_lines.push_back(text);
  enter(state, Phase::in_use, now);
}

// Records why the mounted configuration is not in use. Each reason is logged once.
void fail(Reconfigure& state, Phase phase, std::string problem, std::int64_t now) {
  if (state.problem != problem) state.log_lines.push_back(problem);
  state.problem = std::move(problem);
  state.waits = phase == Phase::waiting;
  enter(state, phase, now + between_checks);
}

void start_applying(Reconfigure& state, std::int64_t now) {
  state.tries = 1;
  enter(state, Phase::parsing, now);
}

// If slurmctld did not answer when the files changed, the clock decides. If both times are the same second, assume that
// slurmctld has not read the files.
bool has_started_again(const Reconfigure& state, std::int64_t boot_time, const MountedFiles& files) {
  if (state.boot_time) return boot_time != *state.boot_time;
  return boot_time > files.mounted_at && boot_time > files.missed_update_at;
}

void try_again(Reconfigure& state, const std::string& error, std::int64_t now) {
  const std::string text = one_line(error);
  state.log_lines.push_back("try " + std::to_string(state.tries) + " of " + std::to_string(most_tries) + ": " + text);
  if (state.tries == most_tries)
    return fail(state, Phase::failed, "gave up after " + std::to_string(most_tries) + " tries: " + text, now);
  enter(state, Phase::draining_leaving, now + state.tries * between_tries);
  ++state.tries;
}

void take_ping_reply(Reconfigure& state, bool good, std::int64_t now) {
  if (state.phase == Phase::starting) {
    if (good)
      enter(state, Phase::checking_files_in_use, now);
    else
      state.due = now + between_starts;
  } else if (good) {
    mark_in_use(state, "slurmctld uses the new files", now);
  } else if (++state.pings >= most_pings) {
    fail(state, Phase::failed, "slurmctld accepted the new files but no longer answers; see its log", now);
  } else {
    state.due = now + between_pings;
  }
}

void take_boot_time_reply(Reconfigure& state, const Reply& reply, const MountedFiles& files, std::int64_t now) {
  if (state.phase == Phase::checking_files_in_use) {
    if (!reply.boot_time) return enter(state, Phase::starting, now + between_starts);
    // Files are mounted before the container starts. So slurmctld has read them even if both times are the same second.
    const bool new_files = state.changed || *reply.boot_time < files.mounted_at;
    if (!new_files && !reply.misplaced && *reply.boot_time > files.missed_update_at) return mark_in_use(state, "", now);
    state.log_lines.push_back(new_files         ? "the files changed before this sidecar started"
                              : reply.misplaced ? misplaced
                                                : missed);
    state.boot_time = reply.boot_time;
    start_applying(state, now);
  } else if (state.phase == Phase::noting_boot_time) {
    state.boot_time = reply.boot_time;
    start_applying(state, now);
  } else if (reply.boot_time && has_started_again(state, *reply.boot_time, files)) {
    mark_in_use(state, "slurmctld started again and uses the files", now);
  } else if (state.waits) {
    start_applying(state, now);
  } else {
    enter(state, Phase::failed, now + between_checks);
  }
}

}  // namespace

Reconfigure begin_reconfigure(const MountedFiles& files, std::optional<std::uint64_t> known, std::int64_t now) {
  Reconfigure state;
  state.checksum = files.checksum;
  state.missed_update_at = files.missed_update_at;
  state.due = now;
  state.changed = known && *known != files.checksum;
  // An earlier container of this pod has already applied these files.
  if (known == files.checksum && files.missed_update_at == 0) enter(state, Phase::in_use, now);
  return state;
}

void take_files(Reconfigure& state, const MountedFiles& files, std::int64_t now) {
  if (files.checksum == state.checksum && files.missed_update_at == state.missed_update_at) return;
  const bool records_alone = files.checksum == state.checksum;
  state.checksum = files.checksum;
  state.missed_update_at = files.missed_update_at;
  // It is not known yet which files slurmctld uses.
  if (state.phase == Phase::starting || state.phase == Phase::checking_files_in_use) return;
  state.log_lines.push_back(records_alone ? missed : "the files changed");
  enter(state, Phase::noting_boot_time, now);
}

Command next_command(const Reconfigure& state, std::int64_t now) {
  if (now < state.due) return Command::none;
  switch (state.phase) {
    case Phase::starting:
    case Phase::awaiting_answer:
      return Command::ping;
    case Phase::checking_files_in_use:
    case Phase::noting_boot_time:
    case Phase::failed:
    case Phase::waiting:
      return Command::read_boot_time;
    case Phase::parsing:
      return Command::parse_files;
    case Phase::draining_leaving:
      return Command::drain_leaving;
    case Phase::reconfiguring:
      return Command::reconfigure;
    case Phase::in_use:
      break;
  }
  return Command::none;
}

void take_reply(Reconfigure& state, Command command, const Reply& reply, const MountedFiles& files, std::int64_t now) {
  switch (command) {
    case Command::none:
      return;
    case Command::ping:
      return take_ping_reply(state, reply.good, now);
    case Command::read_boot_time:
      return take_boot_time_reply(state, reply, files, now);
    case Command::parse_files:
      if (!reply.good)
        return fail(state, Phase::failed, "the new files do not parse and are not applied: " + one_line(reply.text),
                    now);
      return enter(state, Phase::draining_leaving, now);
    case Command::drain_leaving:
      if (!reply.good) return try_again(state, "cannot check QOS and leaving nodes: " + reply.text, now);
      if (!reply.text.empty()) return fail(state, Phase::waiting, "waiting for " + reply.text, now);
      return enter(state, Phase::reconfiguring, now);
    case Command::reconfigure:
      if (!reply.good) return try_again(state, reply.text, now);
      state.pings = 0;
      return enter(state, Phase::awaiting_answer, now + before_ping);
  }
}

Leaving leaving_nodes(const std::vector<std::string>& named, const std::vector<Node>& present) {
  const std::set<std::string> stays(named.begin(), named.end());
  Leaving found;
  for (const Node& node : present) {
    // Dynamic nodes are in no file.
    if (node.is("DYNAMIC_NORM") || node.is("DYNAMIC_FUTURE")) continue;
    if (stays.contains(node.name)) {
      if (node.reason.starts_with(leaving_reason)) found.undrain.push_back(node.name);
      continue;
    }
    found.leave.push_back(node.name);
    if (!node.is("DRAIN")) found.drain.push_back(node.name);
  }
  return found;
}

}  // namespace skiff::sidecar
