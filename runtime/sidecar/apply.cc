#include "sidecar/apply.h"

#include <limits>

#include "common/files.h"
#include "sidecar/known_records.h"
#include "sidecar/mounted.h"
#include "sidecar/slurm_text.h"
#include "text/join.h"
#include "text/number.h"

namespace skiff::sidecar {
namespace {

constexpr const char* part = "reconfigure";
constexpr std::chrono::seconds question(20), change(60), short_question(10);

std::string kept_file(const Settings& settings) { return settings.run + "/in-use"; }

std::optional<std::uint64_t> known_content(const Settings& settings) {
  const auto line = read_line(kept_file(settings));
  return line ? to_number<std::uint64_t>(*line) : std::nullopt;
}

MountedFiles files_now(const Settings& settings) {
  MountedFiles files = mounted_files(settings.config);
  files.untold = untold_since(settings);
  return files;
}

}  // namespace

Apply::Apply(const Settings& settings, const Slurm& slurm, const Log& log, Status& status)
    : settings_(settings), slurm_(slurm), log_(log), status_(status), files_(files_now(settings)) {
  state_ = begin_reconfigure(files_, known_content(settings), 0);
  log_.info(part, "watching " + settings.config);
}

void Apply::look_at_files(std::int64_t now) {
  files_ = files_now(settings_);
  note_files(state_, files_, now);
  tell();
}

std::int64_t Apply::due() const {
  return state_.phase == Reconfigure::Phase::in_use ? std::numeric_limits<std::int64_t>::max() : state_.due;
}

void Apply::step(std::int64_t now) {
  const Ask what = next_ask(state_, now);
  if (what == Ask::nothing) return;
  const Reply reply = ask(what);
  if (slurm_.stopped()) return;
  take_reply(state_, what, reply, files_, now);
  tell();
}

void Apply::tell() {
  for (const auto& line : state_.say) state_.problem == line ? log_.warning(part, line) : log_.info(part, line);
  state_.say.clear();
  status_.set(part, state_.problem);
  if (state_.phase != Reconfigure::Phase::in_use || kept_ == state_.seen) return;
  kept_ = state_.seen;
  write_atomically(kept_file(settings_), std::to_string(kept_) + "\n");
}

Reply Apply::boot_time() const {
  Reply reply;
  const auto text = slurm_.call("scontrol", {"show", "config"}, question, reply.text);
  if (text) reply.boot_time = boot_time_in(*text);
  reply.good = reply.boot_time.has_value();
  return reply;
}

// Drains the nodes that the mounted files no longer contain, and undoes such drains of nodes that they contain again.
// If the change must wait, the text says for what: a QOS that slurmctld does not know, or jobs on leaving nodes. The
// reply is not good if slurmctld does not answer every question.
Reply Apply::empty_leaving() const {
  Reply reply;
  const auto qos = unknown_qos(settings_, slurm_, reply.text);
  if (!qos) return reply;
  if (!qos->empty()) return {true, "QOS " + *qos + ", which partitions use but slurmctld does not know", {}};
  std::vector<std::string> named;
  for (const auto& list : node_names_in(read_text(settings_.config + "/slurm.conf").value_or(""))) {
    const auto names = slurm_.call("scontrol", {"show", "hostnames", list}, question, reply.text);
    if (!names) return reply;
    for (const auto& name : lines_of(*names)) named.push_back(name);
  }
  // slurmctld itself rejects files without nodes.
  if (named.empty()) return {true, "", {}};
  const auto present = slurm_.nodes(reply.text);
  if (!present) return reply;
  if (present->empty()) return {false, "slurmctld reports no nodes", {}};
  const Leaving found = leaving_nodes(named, *present);
  const auto hostlist = [&](const std::vector<std::string>& names) -> std::optional<std::string> {
    const auto text = slurm_.call("scontrol", {"show", "hostlistsorted", joined(names, ",")}, question, reply.text);
    return text ? std::optional(text->substr(0, text->find('\n'))) : std::nullopt;
  };
  const auto update = [&](const std::vector<std::string>& names, const std::vector<std::string>& changes) {
    if (names.empty()) return true;
    const auto list = hostlist(names);
    return list && slurm_.update(*list, changes, reply.text);
  };
  if (!update(found.undrain, {"state=undrain"}) ||
      !update(found.drain, {"state=drain", std::string("reason=") + leaving_reason}))
    return reply;
  if (found.leave.empty()) return {true, "", {}};
  const auto list = hostlist(found.leave);
  if (!list) return reply;
  const auto text = slurm_.call("squeue", {"--noheader", "--nodelist=" + *list, "--format=%A"}, question, reply.text);
  if (!text) return reply;
  const std::string jobs = some_jobs(*text);
  return {true, jobs.empty() ? "" : "jobs on leaving nodes " + *list + ": " + jobs, {}};
}

Reply Apply::ask(Ask what) const {
  Reply reply;
  switch (what) {
    case Ask::boot_time:
      return boot_time();
    case Ask::empty_leaving:
      return empty_leaving();
    case Ask::ping:
      reply.good = slurm_.call("scontrol", {"ping"}, short_question, reply.text).has_value();
      break;
    // This only parses slurm.conf; it contacts no daemon.
    case Ask::parse:
      reply.good = slurm_.call("scontrol", {"show", "hostnames", "x"}, question, reply.text).has_value();
      break;
    case Ask::reconfigure:
      reply.good = slurm_.call("scontrol", {"reconfigure"}, change, reply.text).has_value();
      break;
    case Ask::nothing:
      break;
  }
  return reply;
}

}  // namespace skiff::sidecar
