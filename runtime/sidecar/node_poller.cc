#include "sidecar/node_poller.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <random>
#include <set>
#include <stdexcept>

#include "common/files.h"
#include "sidecar/power_memory.h"
#include "sidecar/topology_file.h"

namespace skiff::sidecar {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds busy_for(3);
// After this time, pods are listed again even if the watch has reported nothing.
constexpr seconds list_again_after(60);
constexpr int pods_per_page = 250;
constexpr std::size_t most_machines_at_once = 8;
// How many conditions to set in one poll. If slurmctld restarts, all nodes change at once. The next poll continues.
constexpr std::size_t most_states = 500;

// Power saving needs only the pods of elastic sets. The pods of all workers include them.
bool of_all_workers(const Settings& settings) {
  return settings.after_drain || settings.topology || settings.node_conditions || settings.dead_nodes;
}

std::string query_of(const Settings& settings) {
  const std::string kind = of_all_workers(settings) ? "app.kubernetes.io/name=slurmd" : "skiff/scaling=elastic";
  return "/api/v1/namespaces/" + escaped(settings.ns) +
         "/pods?labelSelector=" + escaped("app.kubernetes.io/instance=" + settings.cluster + "," + kind);
}

// Random, so that the controllers of a site do not all poll at once when an API server is available again.
milliseconds after_failures(int failures) {
  std::random_device random;
  return seconds(1 << std::min(failures, 5)) + milliseconds(100 + random() % 900);
}

// Writes a file atomically, and waits until it is on the disk: only then may actions follow from it.
bool write_durably(const std::string& file, const std::string& text, std::string& why) {
  const auto failed = [&] {
    why = strerror(errno);
    return false;
  };
  const std::string beside = file + ".new";
  const int handle = open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (handle < 0) return failed();
  const bool written =
      write(handle, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && fsync(handle) == 0;
  const int error = errno;
  close(handle);
  errno = error;
  return (written && rename(beside.c_str(), file.c_str()) == 0) || failed();
}

}  // namespace

NodePoller::NodePoller(const Settings& settings, Context context, Status& status, milliseconds idle_interval)
    : settings_(settings),
      context_(std::move(context)),
      status_(status),
      idle_interval_(idle_interval),
      part_(settings.power         ? "power"
            : settings.after_drain ? "after-drain"
            : settings.topology    ? "topology"
            : settings.dead_nodes  ? "dead-nodes"
                                   : "node-conditions"),
      pods_query_(query_of(settings)),
      watch_(context_.api, pods_query_),
      power_memory_(read_power_memory(settings.run)) {
  pending_ = settings.after_drain.has_value();
  if (settings.power) context_.log.info("power", "managing the elastic node sets of " + settings.cluster);
  if (settings.topology)
    context_.log.info("topology", "placing nodes of " + settings.cluster + " by the label " + settings.topology->label);
  if (!settings.after_drain) return;
  context_.log.info("after-drain",
                    "handling the nodes of " + settings.cluster + " that its health checks have drained");
  std::string why;
  if (access(settings.record.c_str(), F_OK) != 0) write_durably(settings.record, text_of(Replacements()), why);
}

bool NodePoller::read_nodes() {
  std::string why;
  auto nodes = context_.slurm.nodes(why);
  if (!nodes) {
    if (!context_.stop) status_.fail(part_, "slurmctld does not answer: " + why);
    return false;
  }
  nodes_ = std::move(*nodes);
  // A reason that the last answer did not have was set after it.
  for (Node& node : nodes_)
    if (node.since > 0) node.since = time_.from_wall_clock("node " + node.name, node.since, nodes_read_at_);
  nodes_read_at_ = time_.now();
  return true;
}

template <class Item>
bool NodePoller::list(const std::string& part, const Request& request,
                      Page (*parse)(std::string_view, std::vector<Item>&), std::vector<Item>& into,
                      std::string& version) const {
  const std::string named = request.path.substr(0, request.path.find('?'));
  std::string next;
  do {
    Request page = request;
    page.path += "&limit=" + std::to_string(pods_per_page) + "&continue=" + escaped(next);
    const Answer answer = context_.api.send({page}, 1, context_.stop).front();
    if (answer.status == 0) {
      if (!context_.stop) status_.fail(part, "the API server does not answer: " + answer.error);
      return false;
    }
    if (answer.status != 200) {
      status_.fail(part, "the API server refuses to list " + named + ": " + std::to_string(answer.status) + " " +
                             parse_message(answer.body));
      return false;
    }
    try {
      const Page read = parse(answer.body, into);
      next = read.next;
      version = read.version;
    } catch (const std::runtime_error& error) {
      context_.log.debug(part, error.what());
      status_.fail(part, "the API server's response for " + named + " is invalid");
      return false;
    }
  } while (!next.empty());
  return true;
}

bool NodePoller::list_pods_and_sets() {
  std::vector<ElasticSet> sets;
  std::vector<Pod> pods;
  std::string version;
  const std::string mark = "app.kubernetes.io/instance=" + settings_.cluster + ",skiff/scaling=elastic";
  if (settings_.power &&
      !list(part_,
            {"GET", "/api/v1/namespaces/" + escaped(settings_.ns) + "/podtemplates?labelSelector=" + escaped(mark)},
            parse_sets, sets, version))
    return false;
  if (!list(part_, {"GET", pods_query_}, parse_pods, pods, version)) return false;
  sets_ = std::move(sets);
  watch_.begin(std::move(pods), version);
  listed_ = Clock::now();
  return true;
}

// Only the Kubernetes nodes that have the label, and only their metadata.
void NodePoller::list_labels() {
  labels_.reset();
  if (!settings_.topology) return;
  const std::string& label = settings_.topology->label;
  Request request{"GET", "/api/v1/nodes?labelSelector=" + escaped(label)};
  request.accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
  std::vector<Machine> machines;
  std::string version;
  if (!list("topology", request, parse_machines, machines, version)) return;
  labels_.emplace();
  for (const Machine& machine : machines)
    if (const auto found = machine.labels.find(label); found != machine.labels.end())
      labels_->emplace(machine.name, found->second);
}

// Pods are needed only if a set is elastic, a drain may be ours, or work of an earlier poll is pending.
bool NodePoller::must_see_pods() const {
  return settings_.power || settings_.topology || settings_.node_conditions || pending_ ||
         (settings_.after_drain && std::any_of(nodes_.begin(), nodes_.end(), may_be_ours)) ||
         (settings_.dead_nodes && std::any_of(nodes_.begin(), nodes_.end(), is_lost));
}

// Only the ages of pods whose drain may be ours are needed.
std::vector<Pod> NodePoller::pods_on_timeline() {
  std::set<std::string_view> drained;
  for (const Node& node : nodes_)
    if (may_be_ours(node)) drained.insert(node.name);
  std::vector<Pod> pods = watch_.pods();
  for (Pod& pod : pods)
    if (drained.contains(pod.name)) pod.created = time_.from_wall_clock("pod " + pod.uid, pod.created);
  return pods;
}

NodePoller::Decided NodePoller::decide() {
  Decided decided;
  if (settings_.power) {
    const auto& pods = watch_.pods();
    std::vector<Pod> elastic;
    std::copy_if(pods.begin(), pods.end(), std::back_inserter(elastic),
                 [&](const Pod& pod) { return pod.elastic || !of_all_workers(settings_); });
    decided.power = decide_power(nodes_, sets_, elastic, power_memory_, time_.now());
  }
  if (settings_.after_drain && record_)
    decided.after_drain = decide_after_drain(nodes_, pods_on_timeline(), *settings_.after_drain, *record_, time_.now());
  if (settings_.topology && labels_)
    decided.topology =
        decide_topology(nodes_, watch_.pods(), *labels_,
                        allowed_by(read_text(settings_.config + "/topology.yaml"), *settings_.topology), unplaced_);
  if (settings_.node_conditions) {
    decided.states = decide_node_states(nodes_, watch_.pods());
    if (decided.states.size() > most_states) decided.states.resize(most_states);
  }
  return decided;
}

bool NodePoller::read_record() {
  record_.reset();
  if (!settings_.after_drain) return true;
  try {
    record_ = parse_replacements(read_text(settings_.record).value_or(""));
    return true;
  } catch (const std::runtime_error&) {
    status_.fail("after-drain", settings_.record +
                                    " is not a valid record of replacements, so drained nodes are not handled "
                                    "(an empty record is created at startup if the file does not exist)");
    return false;
  }
}

bool NodePoller::write_record(const Replacements& record) {
  std::string why;
  if (record == *record_ || write_durably(settings_.record, text_of(record), why)) return true;
  status_.fail("after-drain", settings_.record + " cannot be written, so drained nodes are not handled: " + why);
  return false;
}

void NodePoller::tell_states(const std::vector<Patch>& patches) {
  send_patches(context_, "node-conditions", patches, refused_states_, time_.wall());
  auto events = decide_events(nodes_, watch_.pods(), events_, time_.now());
  if (events.size() > most_states) events.resize(most_states);
  send_events(context_, "node-conditions", events, settings_.ns, refused_states_, time_.wall());
}

bool NodePoller::act(Decided decided) {
  bool good = true;
  if (settings_.topology && labels_) {
    for (const auto& line : decided.topology.log_lines) context_.log.info("topology", line);
    act_on_topology(context_, decided.topology.places, refused_places_);
    unplaced_ = std::move(decided.topology.logged);
  }
  if (settings_.power) {
    for (const auto& line : decided.power.log_lines) context_.log.info("power", line);
    act_on_power(context_, decided.power, sets_);
    if (!(decided.power.memory == power_memory_)) write_power_memory(settings_.run, decided.power.memory);
    power_memory_ = std::move(decided.power.memory);
  }
  if (settings_.after_drain && record_) {
    good = write_record(decided.after_drain.memory);
    if (!good) return false;
    for (const auto& line : decided.after_drain.log_lines) context_.log.info("after-drain", line);
    act_after_drain(context_, decided.after_drain, refused_, time_.wall());
    pending_ = decided.after_drain.pending;
  }
  if (settings_.node_conditions) tell_states(decided.states);
  return good;
}

// Asks only about the Kubernetes nodes of lost Slurm nodes. A pod is deleted only if it has the uid that is known here, so
// the list of pods need not be new.
void NodePoller::replace_dead_nodes() {
  if (!settings_.dead_nodes) return;
  std::vector<Request> requests;
  const auto asked = suspects(nodes_, watch_.pods());
  for (const auto& machine : asked) requests.push_back({"GET", "/api/v1/nodes/" + escaped(machine)});
  const auto answers =
      requests.empty() ? std::vector<Answer>() : context_.api.send(requests, most_machines_at_once, context_.stop);
  std::vector<std::string> unreachable;
  bool good = true;
  for (std::size_t i = 0; i < answers.size() && !context_.stop; ++i) {
    const Answer& answer = answers[i];
    // Kubernetes itself deletes the pods of a node that is deleted.
    if (answer.status == 404) continue;
    std::string why = answer.error;
    try {
      if (answer.status == 200 && parse_unreachable(answer.body)) unreachable.push_back(asked[i]);
      if (answer.status == 200) continue;
      if (answer.status != 0) why = std::to_string(answer.status) + " " + parse_message(answer.body);
    } catch (const std::runtime_error& error) {
      why = error.what();
    }
    good = false;
    status_.fail("dead-nodes", "cannot read the Kubernetes node " + asked[i] + ": " + why);
  }
  if (!good || context_.stop) return;
  status_.clear("dead-nodes");
  auto plan = decide_dead_nodes(nodes_, watch_.pods(), unreachable, *settings_.dead_nodes, dead_, time_.now());
  for (const auto& line : plan.log_lines) context_.log.info("dead-nodes", line);
  act_on_dead_nodes(context_, plan.deletes, refused_dead_);
  dead_ = std::move(plan.dead);
}

NodePoller::Outcome NodePoller::poll_once() {
  if (!read_nodes()) return Outcome::failed;
  const bool has_record = read_record();
  if (!must_see_pods()) {
    replace_dead_nodes();
    watch_.end();
    if (has_record) status_.clear(part_);
    return has_record ? Outcome::idle : Outcome::failed;
  }
  const bool fresh = watch_.live() && (labels_ || !settings_.topology) && Clock::now() - listed_ < list_again_after;
  Decided decided;
  if (fresh) decided = decide();
  if (!fresh || decided.acts()) {
    // Nodes first, then pods: so a node that was up and has no pod has lost it.
    if ((fresh && !read_nodes()) || !list_pods_and_sets()) return Outcome::failed;
    // If labels cannot be listed, the other features continue to work.
    list_labels();
    decided = decide();
  }
  if (labels_) status_.clear("topology");
  context_.log.debug(part_, fresh && !decided.acts() ? "polled: nothing to do" : "polled all nodes and pods");
  const bool busy = decided.power.busy || !decided.after_drain.deletes.empty() ||
                    !decided.after_drain.updates.empty() || decided.states.size() == most_states;
  if (!act(std::move(decided))) return Outcome::failed;
  replace_dead_nodes();
  if (!must_see_pods()) watch_.end();
  if (has_record) status_.clear("after-drain");
  if (part_ != "topology" && part_ != "dead-nodes" && (part_ != "after-drain" || has_record)) status_.clear(part_);
  if ((!has_record && !settings_.power) || (settings_.topology && !labels_)) return Outcome::failed;
  return busy ? Outcome::busy : Outcome::idle;
}

milliseconds NodePoller::poll(const Clocks& clocks) {
  time_.set(clocks);
  Outcome outcome = Outcome::failed;
  try {
    outcome = poll_once();
  } catch (const std::exception& error) {
    status_.fail(part_, std::string("a bug in skiff: ") + error.what());
  }
  if (outcome != Outcome::failed) {
    failures_ = 0;
    return outcome == Outcome::busy ? busy_for : idle_interval_;
  }
  failures_ = std::min(failures_ + 1, 5);
  return after_failures(failures_);
}

}  // namespace skiff::sidecar
