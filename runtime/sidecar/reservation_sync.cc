#include "sidecar/reservation_sync.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "common/files.h"
#include "common/one_line.h"
#include "sidecar/slurm_text.h"
#include "text/join.h"

namespace skiff::sidecar {
namespace {

constexpr const char* part = "reservations";
constexpr std::chrono::seconds question(20), longest_change(60);
constexpr std::int64_t second = 1000;
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t between_syncs = 600 * second;
constexpr std::int64_t first_pause = 2 * second, longest_pause = 120 * second;

}  // namespace

ReservationSync::ReservationSync(const Settings& settings, const Slurm& slurm, const Log& log)
    : settings_(settings), slurm_(slurm), log_(log) {}

void ReservationSync::reread_file(std::int64_t now) {
  auto text = read_text(settings_.config + "/reservations.conf");
  // Without the file, those that the spec had before are removed.
  if (!text && !remembered().empty()) text = "";
  if (text == text_) return;
  text_ = std::move(text);
  tries_ = 0;
  due_ = text_ ? now : never;
}

ReservationMemory ReservationSync::remembered() const {
  const auto text = read_text(settings_.reservation_record);
  if (!text) return {};
  try {
    return parse_reservation_memory(*text);
  } catch (const std::exception& error) {
    log_.warning(part,
                 settings_.reservation_record + " cannot be read and will be recreated: " + one_line(error.what()));
    return {};
  }
}

bool ReservationSync::write_record(const ReservationMemory& memory) const {
  const std::string text = text_of_reservations(memory);
  const auto present = read_text(settings_.reservation_record);
  if (text == present || (memory.empty() && !present)) return true;
  return write_atomically(settings_.reservation_record, text);
}

std::optional<std::vector<Reservation>> ReservationSync::read_reservations(std::string& why) const {
  const auto text = slurm_.call("scontrol", {"--all", "--oneliner", "show", "reservation"}, question, why);
  return text ? std::optional(parse_shown_reservations(*text)) : std::nullopt;
}

bool ReservationSync::carry_out(const ReservationCall& call, std::string& why) const {
  if (call.kind == ReservationCall::Kind::replace) {
    // slurmctld itself refuses to remove a reservation with running jobs, but it would hold those that wait.
    const auto jobs = slurm_.call("squeue", {"--noheader", "--reservation=" + call.name, "--format=%A"}, question, why);
    if (!jobs) return false;
    if (const std::string some = some_jobs(*jobs); !some.empty()) {
      why = "it must be created again, which waits for its jobs: " + some;
      return false;
    }
    if (!slurm_.call("scontrol", removal_of(call.name), longest_change, why)) return false;
    log_.info(part, one_line("scontrol " + joined(removal_of(call.name), " ")));
  }
  if (!slurm_.call("scontrol", call.words, longest_change, why)) return false;
  log_.info(part, one_line("scontrol " + joined(call.words, " ")));
  return true;
}

void ReservationSync::log_unlisted(const std::vector<std::string>& unlisted) {
  const std::string text = joined(unlisted, ", ");
  if (text != unlisted_ && !text.empty()) log_.info(part, one_line("not in the spec and left unchanged: " + text));
  unlisted_ = text;
}

void ReservationSync::log_new(std::map<std::string, std::string> problems) {
  for (const auto& [name, problem] : problems) {
    const auto known = problems_.find(name);
    if (known == problems_.end() || known->second != problem)
      log_.warning(part, (name.empty() ? "" : name + ": ") + problem);
  }
  problems_ = std::move(problems);
}

void ReservationSync::step(std::int64_t now, std::int64_t clock) {
  if (!text_ || now < due_) return;
  std::map<std::string, std::string> problems;
  const auto again = [&] {
    // The first failure may pass by itself: slurmctld hears of new accounts and nodes a moment later.
    if (tries_ > 0) log_new(std::move(problems));
    due_ = now + std::min(longest_pause, first_pause << std::min(tries_, 6));
    ++tries_;
  };
  Reservations wanted;
  try {
    wanted = parse_reservations(*text_);
  } catch (const std::exception& error) {
    due_ = never;
    return log_.warning(part, "reservations.conf: " + one_line(error.what()));
  }
  const ReservationMemory memory = remembered();
  std::string why;
  const auto before = read_reservations(why);
  if (slurm_.stopped()) return;
  if (!before) {
    problems[""] = why;
    return again();
  }
  ReservationDecision decision = decide_reservations(wanted, *before, memory, clock);
  for (auto& [name, note] : decision.notes) problems[name] = std::move(note);
  // Those that are about to be created count as created even if this program is killed before it can record it.
  ReservationMemory planned = memory;
  for (const ReservationCall& call : decision.calls)
    if (call.kind == ReservationCall::Kind::create) planned.emplace(call.name, "");
  if (!write_record(planned)) {
    problems[""] = settings_.reservation_record + " cannot be written";
    return again();
  }
  std::vector<std::string> failed;
  for (const ReservationCall& call : decision.calls) {
    if (slurm_.stopped()) return;
    if (carry_out(call, why)) continue;
    failed.push_back(call.name);
    problems[call.name] = why;
  }
  const auto after = decision.calls.empty() ? before : read_reservations(why);
  if (slurm_.stopped()) return;
  if (!after || !write_record(remember_reservations(wanted, *before, *after, memory, failed))) {
    problems[""] = after ? settings_.reservation_record + " cannot be written" : why;
    return again();
  }
  log_unlisted(decision.unlisted);
  if (!failed.empty()) return again();
  log_new(std::move(problems));
  if (!decision.calls.empty()) log_.info(part, "the reservations match the spec");
  tries_ = 0;
  due_ = now + between_syncs;
}

}  // namespace skiff::sidecar
