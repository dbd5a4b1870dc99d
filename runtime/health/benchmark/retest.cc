#include "benchmark/retest.h"

#include <unistd.h>

#include "benchmark/choose.h"
#include "benchmark/reaction.h"
#include "common/files.h"
#include "slurm.h"

namespace skiff::benchmark {
namespace {

using std::chrono::seconds;

std::string prefix(const Settings& settings) { return "skiff-benchmark-" + settings.name + "-"; }

// The stop flag for calls that complete a retest: they run even if this program is told to stop.
const std::atomic<bool> never = false;

bool scontrol(const Slurm& slurm, const std::vector<std::string>& words, std::string& why) {
  const auto program = slurm.call("scontrol", words, seconds(20));
  if (program.code == 0) return true;
  why = failure("scontrol", program);
  return false;
}

bool reserve(const Slurm& slurm, const std::string& name, const std::string& node, std::string& why) {
  return scontrol(slurm,
                  {"create", "reservation", "reservationname=" + name, "starttime=now", "duration=UNLIMITED",
                   "users=" + std::to_string(geteuid()), "nodes=" + node, "flags=MAINT,IGNORE_JOBS"},
                  why);
}

// Tries for 30 s, because Slurm deletes no reservation before its last job has ended.
bool release(const Slurm& slurm, const std::string& name, std::string& why) {
  for (int tries = 0; tries < 30; ++tries) {
    if (scontrol(slurm, {"delete", "reservationname=" + name}, why)) return true;
    slurm.pause(seconds(1));
  }
  return false;
}

bool drain(const Slurm& slurm, const std::string& node, const std::string& reason, std::string& why) {
  for (int tries = 0; tries < 10; ++tries) {
    if (health::update_node(slurm.node(node), {"state=drain", "reason=" + reason}, why)) return true;
    slurm.pause(seconds(1));
  }
  return false;
}

// Drains the node again, and only then deletes the reservation: until the drain, it alone keeps jobs away.
std::string back_to_drain(const Slurm& slurm, const std::string& node, const std::string& reason,
                          const std::string& reservation) {
  std::string why;
  if (!drain(slurm, node, reason, why))
    return "kept in reservation " + reservation + ", because it could not be drained again: " + why;
  if (!release(slurm, reservation, why))
    return "drained again, but reservation " + reservation + " was not deleted: " + why;
  return "drained again: " + reason;
}

}  // namespace

bool may_be_retested(const NodeState& node, const Settings& settings) {
  std::string state = node.record.state;
  const auto at = state.find("+DRAIN");
  if (!settings.retest || at == state.npos || !node.record.reason.starts_with(mark_of(settings))) return false;
  state.erase(at, 6);
  return state.starts_with("IDLE") && may_be_tested({node.name, {state, "", 0, ""}}, settings);
}

Result run_retest(const Slurm& slurm, const Settings& settings, const Set& set, const NodeState& node,
                  std::string& action) {
  const Slurm finishing(settings, slurm.environment(), never);
  const std::string reservation = prefix(settings) + node.name;
  Result result;
  result.nodes = {node.name};
  result.floor = set.floor;
  std::string why;
  if (!reserve(slurm, reservation, node.name, why)) {
    result.detail = "cannot reserve the node for a retest: " + why;
  } else if (!health::update_node(slurm.node(node.name), {"state=resume"}, why)) {
    result.detail = "cannot resume the node for a retest: " + why;
    action = back_to_drain(finishing, node.name, node.record.reason, reservation);
  } else {
    Settings own = settings;
    own.reservation = reservation;
    result = run_trial(slurm, own, set, {node.name});
    if (result.grade != Grade::pass) {
      action =
          back_to_drain(finishing, node.name,
                        result.grade == Grade::fail ? reason_for(settings, result) : node.record.reason, reservation);
    } else if (release(finishing, reservation, why)) {
      action = "resumed; the drain reason was: " + node.record.reason;
    } else {
      action = "kept in reservation " + reservation + ", which could not be deleted: " + why;
    }
  }
  result.retest = true;
  return result;
}

std::vector<std::string> finish_retests(const Slurm& slurm, const Settings& settings, std::string& why) {
  std::vector<std::string> done;
  if (!settings.retest) return done;
  const auto program = slurm.call("scontrol", {"--oneliner", "show", "reservation"}, seconds(20), 1 << 24);
  if (program.code != 0) {
    why = failure("scontrol", program);
    return done;
  }
  for (const auto& word : words_of(program.output, " \n")) {
    const std::string head = "ReservationName=" + prefix(settings);
    const std::string node = word.substr(std::min(head.size(), word.size()));
    if (!word.starts_with(head) || !is_node_name(node)) continue;
    const auto record = health::show_node(slurm.node(node), why);
    if (!record) continue;
    if (!record->drained())
      done.push_back(
          node + ": " +
          back_to_drain(slurm, node, mark_of(settings) + "a retest was not finished", prefix(settings) + node));
    else if (release(slurm, prefix(settings) + node, why))
      done.push_back(node + ": deleted the reservation of an earlier retest");
  }
  return done;
}

}  // namespace skiff::benchmark
