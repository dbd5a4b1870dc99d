#include "sidecar/config_applier.h"

#include <limits>

#include "common/files.h"
#include "sidecar/known_records.h"
#include "sidecar/mounted.h"
#include "sidecar/releases.h"
#include "sidecar/slurm_text.h"
#include "sidecar/topology_file.h"
#include "text/join.h"
#include "text/number.h"

namespace skiff::sidecar {
namespace {

constexpr const char* part = "reconfigure";
constexpr std::chrono::seconds question(20), change(60), short_question(10);

std::string in_use_file(const Settings& settings) { return settings.run + "/in-use"; }

std::optional<std::uint64_t> written_checksum(const Settings& settings) {
  const auto line = read_line(in_use_file(settings));
  return line ? to_number<std::uint64_t>(*line) : std::nullopt;
}

MountedFiles files_now(const Settings& settings) {
  MountedFiles files = mounted_files(settings.config, settings.users);
  files.missed_update_at = last_missed_update(settings);
  return files;
}

}  // namespace

ConfigApplier::ConfigApplier(const Settings& settings, const Slurm& slurm, const Log& log, Status& status)
    : settings_(settings), slurm_(slurm), log_(log), status_(status), files_(files_now(settings)) {
  state_ = begin_reconfigure(files_, written_checksum(settings), 0);
  log_.info(part, "watching " + settings.config);
}

void ConfigApplier::reread_files(std::int64_t now) {
  files_ = files_now(settings_);
  take_files(state_, files_, now);
  report();
}

std::int64_t ConfigApplier::due() const {
  return state_.phase == Reconfigure::Phase::in_use ? std::numeric_limits<std::int64_t>::max() : state_.due;
}

void ConfigApplier::step(std::int64_t now) {
  const Command command = next_command(state_, now);
  if (command == Command::none) return;
  const Reply reply = run(command);
  if (slurm_.stopped()) return;
  take_reply(state_, command, reply, files_, now);
  report();
}

void ConfigApplier::report() {
  for (const auto& line : state_.log_lines) state_.problem == line ? log_.warning(part, line) : log_.info(part, line);
  state_.log_lines.clear();
  status_.set(part, state_.problem);
  if (state_.phase != Reconfigure::Phase::in_use || written_checksum_ == state_.checksum) return;
  written_checksum_ = state_.checksum;
  write_atomically(in_use_file(settings_), std::to_string(written_checksum_) + "\n");
}

Reply ConfigApplier::read_boot_time() const {
  Reply reply;
  const auto text = slurm_.call("scontrol", {"show", "config"}, question, reply.text);
  if (text) reply.boot_time = boot_time_in(*text);
  reply.good = reply.boot_time.has_value();
  if (!reply.good || state_.phase != Reconfigure::Phase::checking_files_in_use) return reply;
  const auto nodes = slurm_.nodes(reply.text);
  if (!nodes) return {false, reply.text, {}};
  reply.misplaced = !misplaced(*nodes).empty();
  return reply;
}

// The nodes whose place in the network contradicts the mounted files. If a site has only a topology.conf, skiff has
// placed no node.
std::vector<std::string> ConfigApplier::misplaced(const std::vector<Node>& nodes) const {
  const auto file = read_text(settings_.config + "/topology.yaml");
  if (!file && read_text(settings_.config + "/topology.conf")) return {};
  return contradicting_places(file, nodes);
}

// Drains the nodes that the mounted files no longer contain, and undoes such drains of nodes that they contain again.
// If the change must wait, the text says for what: a QOS that slurmctld does not know, jobs on leaving nodes, or workers
// of another release. When nothing delays the change any more, also takes nodes out of places that the files contradict.
// The reply is not good if slurmctld does not answer every question.
Reply ConfigApplier::drain_leaving() const {
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
  if (!found.leave.empty()) {
    const auto list = hostlist(found.leave);
    if (!list) return reply;
    const auto text = slurm_.call("squeue", {"--noheader", "--nodelist=" + *list, "--format=%A"}, question, reply.text);
    if (!text) return reply;
    const std::string jobs = some_jobs(*text);
    if (!jobs.empty()) return {true, "jobs on leaving nodes " + *list + ": " + jobs, {}};
  }
  const auto version = slurm_.call("scontrol", {"--version"}, question, reply.text);
  if (!version) return reply;
  const std::string release = release_of(version->substr(0, version->find('\n')));
  if (release.empty()) return {false, "scontrol --version prints no version: " + *version, {}};
  const auto others = nodes_of_other_releases(*present, release);
  if (!others.empty()) {
    std::vector<std::string> names;
    for (const Node* node : others) names.push_back(node->name);
    const auto list = hostlist(names);
    if (!list) return reply;
    return {true,
            "new pods of nodes " + *list + ": their slurmd is of Slurm " + release_of(others.front()->version) +
                " and could exit because of the new files",
            {}};
  }
  // slurmctld would exit for a place that the new topology does not have. Nothing else delays the change now, so the
  // nodes are without a place only for moments. The poller gives them their new places.
  const std::vector<std::string> leave_places = misplaced(*present);
  if (!leave_places.empty())
    log_.info(part, "taking " + joined(leave_places, ",") + " out of their places in the old topology");
  return update(leave_places, {"topology="}) ? Reply{true, "", {}} : reply;
}

Reply ConfigApplier::run(Command command) const {
  Reply reply;
  switch (command) {
    case Command::read_boot_time:
      return read_boot_time();
    case Command::drain_leaving:
      return drain_leaving();
    case Command::ping:
      reply.good = slurm_.call("scontrol", {"ping"}, short_question, reply.text).has_value();
      break;
    // This only parses slurm.conf; it contacts no daemon.
    case Command::parse_files:
      reply.good = slurm_.call("scontrol", {"show", "hostnames", "x"}, question, reply.text).has_value();
      break;
    case Command::reconfigure:
      reply.good = slurm_.call("scontrol", {"reconfigure"}, change, reply.text).has_value();
      break;
    case Command::none:
      break;
  }
  return reply;
}

}  // namespace skiff::sidecar
