#include "sidecar/reservations.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "text/join.h"
#include "text/split.h"
#include "text/utc.h"

namespace skiff::sidecar {
namespace {

using Kind = ReservationCall::Kind;

constexpr std::int64_t hour = 3600, day = 24 * hour, week = 7 * day;
// slurmctld accepts a start that is at most ten minutes ago (MAX_RESV_DELAY, src/slurmctld/reservation.c).
constexpr std::int64_t late = 300;
// slurmctld rounds durations to minutes.
constexpr std::int64_t shortest = 60;

/// A flag that the spec can have: its name in scontrol's output, whether it can be added to a reservation and removed
/// from one (parse_resv_flags() and update_resv(), 22.05 to 26.05).
struct Flag {
  std::string_view name, shown;
  bool added, removed;
};
constexpr std::array<Flag, 16> known_flags = {{{"MAINT", "MAINT", true, true},
                                               {"FLEX", "FLEX", true, true},
                                               {"OVERLAP", "OVERLAP", true, false},
                                               {"IGNORE_JOBS", "IGNORE_JOBS", true, true},
                                               {"HOURLY", "HOURLY", false, false},
                                               {"DAILY", "DAILY", false, false},
                                               {"WEEKDAY", "WEEKDAY", false, false},
                                               {"WEEKEND", "WEEKEND", false, false},
                                               {"WEEKLY", "WEEKLY", false, false},
                                               {"ANY_NODES", "ANY_NODES", false, false},
                                               {"STATIC_ALLOC", "STATIC", true, true},
                                               {"REPLACE", "REPLACE", false, false},
                                               {"REPLACE_DOWN", "REPLACE_DOWN", false, false},
                                               {"NO_HOLD_JOBS_AFTER_END", "NO_HOLD_JOBS_AFTER_END", true, false},
                                               {"MAGNETIC", "MAGNETIC", true, true},
                                               {"USER_DELETE", "USER_DELETE", true, true}}};

bool has_word(std::string_view list, std::string_view word) {
  for (const std::string_view one : Parts(list, ','))
    if (one == word) return true;
  return false;
}

/// How often a reservation with these flags recurs, in seconds; 0: it occurs once.
std::int64_t period_of(std::string_view flags) {
  if (has_word(flags, "HOURLY")) return hour;
  if (has_word(flags, "DAILY") || has_word(flags, "WEEKDAY") || has_word(flags, "WEEKEND")) return day;
  return has_word(flags, "WEEKLY") ? week : 0;
}

struct Times {
  std::int64_t start, length, period;
  std::int64_t end() const { return start + length; }
};

std::optional<Times> times_of(const policy::Entry& entry) {
  const auto start = parse_utc(entry.option("StartTime"));
  const auto length = slurm_seconds(entry.option("Duration"));
  if (!start || !length || *length < shortest) return std::nullopt;
  return Times{*start, *length, period_of(entry.option("Flags"))};
}

std::string minutes(std::int64_t seconds) { return std::to_string(seconds / 60); }

bool aligned(std::int64_t start, const Times& times) { return (start - times.start) % times.period == 0; }

/// The flags of the spec, with PURGE_COMP.
std::string flags_to_create(const policy::Entry& entry) {
  std::string flags(entry.option("Flags"));
  if (const std::string_view purge = entry.option("PurgeComp"); !purge.empty())
    flags += (flags.empty() ? "" : ",") + ("PURGE_COMP=" + std::string(purge));
  return flags;
}

std::vector<std::string> creation_of(const policy::Entry& entry, const Times& times, std::int64_t now) {
  std::vector<std::string> words = {"create", "reservation", "ReservationName=" + entry.name};
  const std::int64_t start = next_start(times.start, entry.option("Flags"), now - late);
  if (times.period == 0 && start < now - late) {
    words.push_back("StartTime=" + print_utc(now));
    words.push_back("EndTime=" + print_utc(times.end()));
  } else {
    words.push_back("StartTime=" + print_utc(start));
    words.push_back("Duration=" + minutes(times.length));
  }
  for (const auto& [key, value] : entry.options)
    if (key != "StartTime" && key != "Duration" && key != "Flags" && key != "PurgeComp")
      words.push_back(key + '=' + value);
  if (const std::string flags = flags_to_create(entry); !flags.empty()) words.push_back("Flags=" + flags);
  return words;
}

/// What differs between the spec and slurmctld.
struct Difference {
  std::vector<std::string> words;  ///< of `scontrol update`
  std::string fixed;               ///< what scontrol cannot change
};

bool excludes(std::string_view list) { return list.starts_with('-'); }

class Comparison {
 public:
  /// `before` are the options with which skiff last set the reservation, one per line; empty if it has not yet.
  Comparison(const policy::Entry& wanted, const Times& times, const Reservation& shown, std::string_view before,
             std::int64_t now)
      : wanted_(wanted), times_(times), shown_(shown), before_(before), now_(now) {}

  Difference compare() {
    compare_flags();
    if (times_.period == 0)
      compare_once();
    else
      compare_recurring();
    compare_users();
    compare_nodes();
    compare_part();
    if (licenses_in(wanted_.option("Licenses")) != shown_.licenses) set("Licenses", wanted_.option("Licenses"));
    if (slurm_seconds(wanted_.option("MaxStartDelay")).value_or(0) != shown_.max_start_delay) {
      const std::string_view delay = wanted_.option("MaxStartDelay");
      set("MaxStartDelay", delay.empty() ? "0" : delay);
    }
    return std::move(difference_);
  }

 private:
  void set(std::string_view key, std::string_view value) {
    difference_.words.push_back(std::string(key) + '=' + std::string(value));
  }
  void fix(std::string_view what) {
    if (difference_.fixed.empty()) difference_.fixed = what;
  }

  void compare_flags() {
    std::string added, removed;
    const auto append = [](std::string& list, std::string_view flag) {
      list += (list.empty() ? "" : ",") + std::string(flag);
    };
    for (const Flag& flag : known_flags) {
      const bool is = shown_.flags.contains(std::string(flag.shown));
      const bool should = has_word(wanted_.option("Flags"), flag.name);
      if (is == should) continue;
      if (should ? !flag.added : !flag.removed) fix("the flag " + std::string(flag.name));
      append(should ? added : removed, flag.name);
    }
    const std::string_view purge = wanted_.option("PurgeComp");
    if (slurm_seconds(purge).value_or(0) != shown_.purge_comp) {
      if (purge.empty())
        append(removed, "PURGE_COMP");
      else
        append(added, "PURGE_COMP=" + std::string(purge));
    }
    if (!added.empty()) set("Flags+", added);
    if (!removed.empty()) set("Flags-", removed);
  }

  bool begun() const { return shown_.start <= now_; }

  void compare_once() {
    if (shown_.start != times_.start && (times_.start > now_ || !begun())) {
      // slurmctld does not move the start of a reservation that has begun.
      if (begun()) return fix("the start");
      set("StartTime", print_utc(std::max(times_.start, now_)));
      set("EndTime", print_utc(times_.end()));
    } else if (shown_.end != times_.end()) {
      set("EndTime", print_utc(times_.end()));
    }
  }

  void compare_recurring() {
    const bool elsewhere = !aligned(shown_.start, times_) || shown_.start < times_.start;
    // The start of a present occurrence cannot be moved; this waits for its end.
    if (elsewhere && !begun()) {
      set("StartTime", print_utc(next_start(times_.start, wanted_.option("Flags"), now_)));
      set("Duration", minutes(times_.length));
    } else if (shown_.end - shown_.start != times_.length) {
      set("Duration", minutes(times_.length));
    }
  }

  void compare_users() {
    // slurmctld keeps the ids of users and those of a group's users in one list.
    if (wanted_.option("Groups").empty() != shown_.groups.empty()) fix("groups instead of users");
    compare_list("Groups", shown_.groups);
    compare_list("Users", shown_.users);
    compare_list("Accounts", shown_.accounts);
    for (const auto& [key, present] :
         {std::pair("QOS", &shown_.qos), std::pair("AllowedPartitions", &shown_.allowed_partitions)}) {
      // slurmctld ignores an empty list of these in an update.
      if (wanted_.option(key).empty() && !present->empty()) fix(key);
      compare_list(key, *present);
    }
  }

  void compare_list(std::string_view key, const std::set<std::string>& present) {
    const std::string_view list = wanted_.option(key);
    const auto words = words_in(list, ",");
    if (words == present) return;
    // In an update, slurmctld takes `-alice` as the removal of alice.
    if (excludes(list) || (!present.empty() && excludes(*present.begin()))) fix("the excluded " + std::string(key));
    set(key, list);
  }

  void compare_nodes() {
    const std::string_view nodes = wanted_.option("Nodes"), count = wanted_.option("NodeCnt");
    const bool all = shown_.flags.contains("ALL_NODES"), of_partition = shown_.flags.contains("PART_NODES");
    const bool listed = shown_.flags.contains("SPEC_NODES") && !all && !of_partition;
    const bool part = !wanted_.option("TRESPerNode").empty();
    // slurmctld adds the default partition to a reservation whose nodes or cores it chooses.
    const std::string_view partition = wanted_.option("PartitionName");
    if (partition != shown_.partition && !(partition.empty() && (part || !count.empty()))) fix("the partition");
    if (words_in(wanted_.option("Features"), "&") != shown_.features) fix("the features");
    if (nodes == "ALL") {
      if (partition.empty() ? !all : !of_partition) fix("the kind of nodes");
    } else if (!nodes.empty()) {
      if (!listed) return fix("the kind of nodes");
      if (hosts_in(nodes) != hosts_in(shown_.nodes)) set_nodes("Nodes", nodes, part);
    } else {
      if (listed || all || of_partition) return fix("the kind of nodes");
      if (!count.empty() && count != std::to_string(shown_.node_count)) set_nodes("NodeCnt", count, part);
    }
  }

  void set_nodes(std::string_view key, std::string_view value, bool part) {
    if (part) fix("the nodes of which it has a part");
    set(key, value);
  }

  /// scontrol cannot change what is reserved of each node. Of whole nodes it shows no GPUs, but all cores. With GPUs,
  /// Slurm may reserve more cores than it is asked for. So whether the spec now has fewer is known only from the options
  /// with which skiff set it.
  void compare_part() {
    const std::string_view part = wanted_.option("TRESPerNode");
    const std::int64_t nodes = std::max<std::int64_t>(shown_.node_count, 1);
    const std::int64_t gpus = tres_count(part, "gres/gpu") * nodes, cores = tres_count(part, "cpu") * nodes;
    if (shown_.gpu_count != gpus) fix("the GPUs of each node");
    if (cores > 0 && (gpus > 0 ? shown_.core_count < cores : shown_.core_count != cores)) fix("the cores of each node");
    if (!before_.empty() && part_before() != part) fix("the part of each node");
  }

  /// TRESPerNode in the options before.
  std::string_view part_before() const {
    constexpr std::string_view key = "\nTRESPerNode=";
    const std::size_t at = before_.find(key);
    if (at == before_.npos) return {};
    const std::string_view rest = before_.substr(at + key.size());
    return rest.substr(0, rest.find('\n'));
  }

  const policy::Entry& wanted_;
  const Times& times_;
  const Reservation& shown_;
  const std::string_view before_;
  const std::int64_t now_;
  Difference difference_;
};

const Reservation* find(const std::vector<Reservation>& shown, std::string_view name) {
  const auto found = std::ranges::find(shown, name, &Reservation::name);
  return found == shown.end() ? nullptr : &*found;
}

void decide_one(const policy::Entry& entry, const Reservation* shown, const ReservationMemory& memory, std::int64_t now,
                ReservationDecision& decision) {
  const auto note = [&](std::string text) { decision.notes.emplace_back(entry.name, std::move(text)); };
  const auto times = times_of(entry);
  if (!times) return note("reservations.conf has no valid time for it");
  const auto known = memory.find(entry.name);
  const bool made = known != memory.end();
  const bool over = times->period == 0 && times->end() < now + shortest;
  if (!shown) {
    const bool done =
        made && known->second == policy::text_of(entry.options) && times->period == 0 && times->start <= now;
    if (done) return;
    if (over) return note("its time has passed, so it is not created");
    decision.calls.push_back({Kind::create, entry.name, creation_of(entry, *times, now)});
    return;
  }
  // slurmctld removes it soon.
  if (over) return;
  Difference difference =
      Comparison(entry, *times, *shown, made ? std::string_view(known->second) : std::string_view(), now).compare();
  if (!difference.fixed.empty()) {
    if (made)
      decision.calls.push_back({Kind::replace, entry.name, creation_of(entry, *times, now)});
    else
      note("it was created manually, and scontrol cannot change " + difference.fixed +
           ": delete it, and it is created as in the spec");
    return;
  }
  if (difference.words.empty()) return;
  difference.words.insert(difference.words.begin(), {"update", "ReservationName=" + entry.name});
  decision.calls.push_back({Kind::update, entry.name, std::move(difference.words)});
}

bool is_wanted(const Reservations& wanted, std::string_view name) {
  return std::ranges::any_of(wanted, [&](const policy::Entry& entry) { return entry.name == name; });
}

}  // namespace

Reservations parse_reservations(std::string_view text) {
  Reservations reservations;
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = take_until(text, '\n');
    if (line.empty() || line.starts_with('#')) continue;
    try {
      auto [kind, name] = policy::take_option(line);
      if (kind != "Reservation") throw std::runtime_error("unknown key: " + kind);
      if (name.empty()) throw std::runtime_error("Reservation without a name");
      policy::Entry& entry = reservations.emplace_back(policy::Entry{std::move(name), {}});
      while (!line.empty()) entry.options.push_back(policy::take_option(line));
    } catch (const std::runtime_error& error) {
      throw std::runtime_error("line " + std::to_string(number) + ": " + error.what());
    }
  }
  return reservations;
}

std::string text_of_reservations(const ReservationMemory& memory) {
  const nlohmann::json records(memory);
  return nlohmann::json{{"reservations", records.is_null() ? nlohmann::json::object() : records}}.dump(
             -1, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

ReservationMemory parse_reservation_memory(std::string_view text) {
  try {
    return nlohmann::json::parse(text).at("reservations").get<ReservationMemory>();
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(error.what());
  }
}

std::int64_t next_start(std::int64_t start, std::string_view flags, std::int64_t from) {
  const std::int64_t period = period_of(flags);
  if (period == 0) return start;
  if (start < from) start += (from - start + period - 1) / period * period;
  const auto falls = [&] {
    const unsigned on = weekday(start);
    const bool weekend = on == 0 || on == 6;
    return !(has_word(flags, "WEEKDAY") && weekend) && !(has_word(flags, "WEEKEND") && !weekend);
  };
  while (period == day && !falls()) start += day;
  return start;
}

std::vector<std::string> removal_of(const std::string& name) { return {"delete", "ReservationName=" + name}; }

ReservationDecision decide_reservations(const Reservations& wanted, const std::vector<Reservation>& shown,
                                        const ReservationMemory& memory, std::int64_t now) {
  ReservationDecision decision;
  // First those that make room for others.
  for (const Reservation& one : shown) {
    if (is_wanted(wanted, one.name)) continue;
    if (memory.contains(one.name))
      decision.calls.push_back({Kind::remove, one.name, removal_of(one.name)});
    else
      decision.unlisted.push_back(one.name);
  }
  for (const policy::Entry& entry : wanted) decide_one(entry, find(shown, entry.name), memory, now, decision);
  return decision;
}

ReservationMemory remember_reservations(const Reservations& wanted, const std::vector<Reservation>& before,
                                        const std::vector<Reservation>& now, const ReservationMemory& memory,
                                        const std::vector<std::string>& failed) {
  ReservationMemory next;
  for (const policy::Entry& entry : wanted) {
    const auto known = memory.find(entry.name);
    const bool made = known != memory.end();
    const bool exists = find(now, entry.name);
    const bool created = exists && !find(before, entry.name);
    if (!made && !created) continue;
    const bool unfinished = std::ranges::find(failed, entry.name) != failed.end();
    // One that has ended stays in the memory, so that it is not created again.
    if (unfinished)
      next[entry.name] = made && exists ? known->second : "";
    else
      next[entry.name] = exists ? policy::text_of(entry.options) : known->second;
  }
  // Those that the spec no longer has and that could not be removed.
  for (const auto& [name, text] : memory)
    if (!is_wanted(wanted, name) && find(now, name)) next.emplace(name, text);
  return next;
}

}  // namespace skiff::sidecar
