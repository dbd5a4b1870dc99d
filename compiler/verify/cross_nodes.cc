#include <algorithm>
#include <unordered_map>

#include "text/quote.h"
#include "text/slurm_number.h"
#include "verify/cross.h"
#include "verify/formats.h"
#include "verify/report.h"

namespace skiff {
namespace {

std::optional<long double> amount(const Value& value) {
  return value.kind == Value::Kind::integer ? std::optional<long double>(value.number) : parse_quantity(value.text);
}

std::optional<long double> limit_of(const Value& container, std::string_view resource) {
  const Value* limit = container.at({"resources", "limits", resource});
  return limit ? amount(*limit) : std::nullopt;
}

std::int64_t number(const NamedLine& line, std::string_view key, std::int64_t otherwise) {
  const Parameter* parameter = line.find(key);
  return parameter ? to_slurm_number(unquoted(parameter->value)).value_or(otherwise) : otherwise;
}

void check_gpus(const VerifyInput& input, const OutputConf& file, const NodeLine& node, const Item& set,
                const Value& container, Diagnostics& out) {
  std::uint64_t declared = 0;
  const Parameter* gres = node.line.find("Gres");
  for (const Gres& part : gres ? parse_gres(unquoted(gres->value)) : std::vector<Gres>()) {
    if (part.name == "gpu") declared += part.count;
  }
  long double limit = 0;
  for (const std::string_view resource : input.gpu_resources) limit += limit_of(container, resource).value_or(0);
  if (limit == static_cast<long double>(declared)) return;
  const std::string counts = "declares " + std::to_string(declared) + " GPUs, but the limits of container slurmd in " +
                             std::string(set.kind) + " " + std::string(set.name) + " have " +
                             std::to_string(static_cast<std::uint64_t>(limit));
  report(out, "SKF462", Problem::invalid, file, gres ? *gres : node.line.name(), counts);
}

void check_hardware(const OutputConf& file, const NodeLine& node, const Value& container, Diagnostics& out) {
  constexpr long double mebibyte = 1024 * 1024;
  const Parameter* memory = node.line.find("RealMemory");
  const auto limit = limit_of(container, "memory");
  if (memory && limit && static_cast<long double>(number(node.line, "RealMemory", 0)) * mebibyte > *limit) {
    report(out, "SKF462", Problem::invalid, file, *memory,
           "must be no more than the memory limit of container slurmd, " +
               std::to_string(static_cast<std::uint64_t>(*limit / mebibyte)) +
               " MiB; otherwise jobs that fit are killed");
  }
}

// A run of nodes on a NodeName line that belongs to a node set.
struct Claimed {
  const NodeLine* line;
  const HostRun* run;
};

void check_set(const OutputConf& file, const Item& set, const Ordinals& pods, std::vector<Claimed> claimed,
               Diagnostics& out) {
  std::sort(claimed.begin(), claimed.end(),
            [](const Claimed& a, const Claimed& b) { return a.run->first < b.run->first; });
  bool equal = true;
  std::uint64_t next = pods.first;
  for (const Claimed& part : claimed) {
    equal = equal && part.run->first == next && !part.run->padded();
    next = part.run->last + 1;
  }
  if (equal && next == pods.first + pods.count) return;
  Hostlist named, wanted;
  for (const Claimed& part : claimed) named.push_back(*part.run);
  const std::string prefix = std::string(set.name) + '-';
  if (pods.count > 0) wanted.push_back({prefix, pods.first, pods.first + pods.count - 1, 1});
  report(out, "SKF460", Problem::invalid, file, claimed.front().line->line.name(),
         "the pods of " + std::string(set.kind) + " " + std::string(set.name) + " are " +
             (wanted.empty() ? "none" : print_hostlist(wanted)) + ", but the nodes are " + print_hostlist(named));
}

// The address of every node must be the full name of its pod. Shorter names make slurmctld wait for the resolver.
void check_addresses(const VerifyInput& input, const ObjectSet& set, const OutputConf& file, const NodeLine& node,
                     Diagnostics& out) {
  const Parameter* address = node.line.find("NodeAddr");
  if (!address) {
    report(out, "SKF461", Problem::required, file, node.line.name(),
           "a NodeName line must have NodeAddr with the full names of the pods");
    return;
  }
  const std::optional<Hostlist> addresses = parse_hostlist(unquoted(address->value));
  if (!addresses) {
    report(out, "SKF457", Problem::invalid, file, *address, "must be a host list");
    return;
  }
  for (const HostRun& run : *addresses) {
    if (run.suffix.empty() || input.slurm >= Version{23, 11}) continue;
    report(out, "SKF461", Problem::invalid, file, *address,
           "text after brackets needs Slurm 23.11 or newer; the target is " + to_string(input.slurm));
    return;
  }
  HostReader reader(*addresses);
  std::string given, wanted;
  for (const HostRun& run : node.hosts) {
    const std::string name = run.prefix.empty() ? run.prefix : run.prefix.substr(0, run.prefix.size() - 1);
    const Item* owner = node_set_named(input, set, name);
    const std::string_view service = owner ? governing_service(*owner) : std::string_view();
    const std::string domain = '.' + (service.empty() ? name : std::string(service)) + '.' + std::string(input.ns) +
                               ".svc." + std::string(input.cluster_domain);
    for (std::uint64_t n = run.first; n <= run.last; ++n) {
      wanted.clear();
      append_host(wanted, run, n);
      wanted += domain;
      const bool there = reader.next(given);
      if (there && given == wanted) continue;
      report(out, "SKF461", Problem::invalid, file, *address,
             "the address of this node must be " + quote(wanted) +
                 (there ? ", not " + quote(given) : ", but the list is too short"));
      return;
    }
  }
  if (reader.next(given))
    report(out, "SKF461", Problem::invalid, file, *address,
           "there are more addresses than nodes; the first extra one is " + quote(given));
}

// `common` is SlurmdPort, or nullptr if the default applies.
void check_port(const OutputConf& file, const NodeLine& node, const Parameter* common, const Value& container,
                Diagnostics& out) {
  const Parameter* own = node.line.find("Port");
  const Parameter* decides = own ? own : common;
  const std::string_view port = decides ? unquoted(decides->value) : "6818";
  if (declares_port(container, port)) return;
  report(out, "SKF466", Problem::invalid, file, decides ? *decides : node.line.name(),
         "container slurmd does not declare port " + std::string(port));
}

}  // namespace

void check_nodes(const VerifyInput& input, const ObjectSet& set, const SlurmNodes& nodes, Diagnostics& out) {
  if (!nodes.file) return;
  const Parameter* common_port = find_parameter(nodes.file, "SlurmdPort");
  std::unordered_map<const Item*, std::vector<Claimed>> claimed;
  for (const NodeLine& node : nodes.lines) {
    const Item* first = nullptr;
    bool known = true;
    for (const HostRun& run : node.hosts) {
      const bool dashed = run.prefix.size() > 1 && run.prefix.back() == '-' && run.suffix.empty() && run.width > 0;
      const Item* workload =
          dashed ? node_set_named(input, set, std::string_view(run.prefix).substr(0, run.prefix.size() - 1)) : nullptr;
      if (!workload) {
        report(out, "SKF460", Problem::not_found, *nodes.file, node.line.name(),
               "no StatefulSet or PodTemplate has pods named " + print_hostlist({run}));
        known = false;
        break;
      }
      claimed[workload].push_back({&node, &run});
      if (!first) first = workload;
    }
    if (!known || !first) continue;
    check_addresses(input, set, *nodes.file, node, out);
    const Value* container = container_of(*first, "slurmd");
    if (!container) continue;
    check_gpus(input, *nodes.file, node, *first, *container, out);
    check_hardware(*nodes.file, node, *container, out);
    check_port(*nodes.file, node, common_port, *container, out);
  }
  for (const Item& item : set.items()) {
    if (!item.is("StatefulSet") && !item.is("PodTemplate")) continue;
    const auto found = claimed.find(&item);
    const Ordinals pods = ordinals_of(item);
    if (found != claimed.end()) {
      check_set(*nodes.file, item, pods, found->second, out);
    } else if (pods.count > 0 && container_of(item, "slurmd") && !registers_dynamically(item)) {
      report(out, "SKF460", Problem::not_found, item, *item.value->find("metadata"),
             "slurm.conf has no NodeName line for its pods");
    }
  }
}

}  // namespace skiff
