#include "sidecar/reconfigure.h"

#include <algorithm>
#include <set>

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
constexpr std::int64_t between_looks = 15 * second;
constexpr const char* missed = "slurmctld missed accounting records; reconfiguring it to read them";

void go(Reconfigure& state, Phase phase, std::int64_t due) {
  state.phase = phase;
  state.due = due;
}

void used(Reconfigure& state, const char* text, std::int64_t now) {
  state.problem.clear();
  state.waits = false;
  if (*text) state.say.push_back(text);
  go(state, Phase::in_use, now);
}

// Records why the mounted configuration is not in use. Each reason is logged once.
void fail(Reconfigure& state, Phase phase, std::string problem, std::int64_t now) {
  if (state.problem != problem) state.say.push_back(problem);
  state.problem = std::move(problem);
  state.waits = phase == Phase::waiting;
  go(state, phase, now + between_looks);
}

void apply(Reconfigure& state, std::int64_t now) {
  state.tries = 1;
  go(state, Phase::parsing, now);
}

// If slurmctld did not answer when the files changed, the clock decides. If both times are the same second, assume that
// slurmctld has not read the files.
bool has_started_again(const Reconfigure& state, std::int64_t boot_time, const MountedFiles& files) {
  if (state.boot_time) return boot_time != *state.boot_time;
  return boot_time > files.mounted_at && boot_time > files.untold;
}

void try_again(Reconfigure& state, const std::string& error, std::int64_t now) {
  const std::string text = one_line(error);
  state.say.push_back("try " + std::to_string(state.tries) + " of " + std::to_string(most_tries) + ": " + text);
  if (state.tries == most_tries)
    return fail(state, Phase::failed, "gave up after " + std::to_string(most_tries) + " tries: " + text, now);
  go(state, Phase::emptying, now + state.tries * between_tries);
  ++state.tries;
}

void took_ping(Reconfigure& state, bool good, std::int64_t now) {
  if (state.phase == Phase::starting) {
    if (good)
      go(state, Phase::asking, now);
    else
      state.due = now + between_starts;
  } else if (good) {
    used(state, "slurmctld uses the new files", now);
  } else if (++state.pings >= most_pings) {
    fail(state, Phase::failed, "slurmctld accepted the new files but no longer answers; see its log", now);
  } else {
    state.due = now + between_pings;
  }
}

void took_boot_time(Reconfigure& state, const Reply& reply, const MountedFiles& files, std::int64_t now) {
  if (state.phase == Phase::asking) {
    if (!reply.boot_time) return go(state, Phase::starting, now + between_starts);
    // Files are mounted before the container starts. So slurmctld has read them even if both times are the same second.
    const bool new_files = state.changed || *reply.boot_time < files.mounted_at;
    if (!new_files && *reply.boot_time > files.untold) return used(state, "", now);
    state.say.push_back(new_files ? "the files changed before this sidecar started" : missed);
    state.boot_time = reply.boot_time;
    apply(state, now);
  } else if (state.phase == Phase::noting) {
    state.boot_time = reply.boot_time;
    apply(state, now);
  } else if (reply.boot_time && has_started_again(state, *reply.boot_time, files)) {
    used(state, "slurmctld started again and uses the files", now);
  } else if (state.waits) {
    apply(state, now);
  } else {
    go(state, Phase::failed, now + between_looks);
  }
}

}  // namespace

Reconfigure begin_reconfigure(const MountedFiles& files, std::optional<std::uint64_t> known, std::int64_t now) {
  Reconfigure state;
  state.seen = files.content;
  state.untold = files.untold;
  state.due = now;
  state.changed = known && *known != files.content;
  // An earlier container of this pod has already applied these files.
  if (known == files.content && files.untold == 0) go(state, Phase::in_use, now);
  return state;
}

void note_files(Reconfigure& state, const MountedFiles& files, std::int64_t now) {
  if (files.content == state.seen && files.untold == state.untold) return;
  const bool records_alone = files.content == state.seen;
  state.seen = files.content;
  state.untold = files.untold;
  // It is not known yet which files slurmctld uses.
  if (state.phase == Phase::starting || state.phase == Phase::asking) return;
  state.say.push_back(records_alone ? missed : "the files changed");
  go(state, Phase::noting, now);
}

Ask next_ask(const Reconfigure& state, std::int64_t now) {
  if (now < state.due) return Ask::nothing;
  switch (state.phase) {
    case Phase::starting:
    case Phase::answering:
      return Ask::ping;
    case Phase::asking:
    case Phase::noting:
    case Phase::failed:
    case Phase::waiting:
      return Ask::boot_time;
    case Phase::parsing:
      return Ask::parse;
    case Phase::emptying:
      return Ask::empty_leaving;
    case Phase::offering:
      return Ask::reconfigure;
    case Phase::in_use:
      break;
  }
  return Ask::nothing;
}

void take_reply(Reconfigure& state, Ask asked, const Reply& reply, const MountedFiles& files, std::int64_t now) {
  switch (asked) {
    case Ask::nothing:
      return;
    case Ask::ping:
      return took_ping(state, reply.good, now);
    case Ask::boot_time:
      return took_boot_time(state, reply, files, now);
    case Ask::parse:
      if (!reply.good)
        return fail(state, Phase::failed, "the new files do not parse and are not applied: " + one_line(reply.text),
                    now);
      return go(state, Phase::emptying, now);
    case Ask::empty_leaving:
      if (!reply.good) return try_again(state, "cannot check QOS and leaving nodes: " + reply.text, now);
      if (!reply.text.empty()) return fail(state, Phase::waiting, "waiting for " + reply.text, now);
      return go(state, Phase::offering, now);
    case Ask::reconfigure:
      if (!reply.good) return try_again(state, reply.text, now);
      state.pings = 0;
      return go(state, Phase::answering, now + before_ping);
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
