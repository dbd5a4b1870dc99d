#include <cstdint>
#include <optional>
#include <unordered_set>

#include "text/number.h"
#include "text/quote.h"
#include "text/slurm_number.h"
#include "text/split.h"
#include "verify/report.h"
#include "verify/slurm_nodes.h"

namespace skiff {
namespace {

constexpr Version strict_node_sets{24, 11};  // older releases silently accept a NodeSet with the name of a node

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  for (const std::string_view word : Parts(text, ','))
    if (!word.empty()) found.push_back(word);
  return found;
}

using Names = std::unordered_set<std::string>;

// Every host of a list must be a node or the name of one of `sets`.
void check_hosts(const OutputConf& file, const SlurmNodes& nodes, const Names& sets, const Parameter& list,
                 Diagnostics& out) {
  const std::string_view text = unquoted(list.value);
  if (text == "ALL" || text.empty() || text == "\"\"") return;
  const std::optional<Hostlist> hosts = parse_hostlist(text);
  if (!hosts) {
    report(out, "SKF457", Problem::invalid, file, list, "must be a host list such as h100-[0-63]");
    return;
  }
  for (const HostRun& run : *hosts) {
    if (nodes.index.contains(run)) continue;
    const std::string name = print_hostlist({run});
    if (sets.contains(name)) continue;
    report(out, "SKF463", Problem::not_found, file, list, "no NodeName or NodeSet line defines " + quote(name));
  }
}

// Every word of a list must be the name of a partition.
void check_partition_list(const OutputConf& file, const Names& partitions, const Parameter* list, Diagnostics& out) {
  if (!list) return;
  for (const std::string_view name : words(unquoted(list->value))) {
    if (partitions.contains(std::string(name))) continue;
    report(out, "SKF463", Problem::not_found, file, *list, "no partition has the name " + quote(name));
    return;
  }
}

Names check_node_sets(const VerifyInput& input, const SlurmNodes& nodes, Diagnostics& out) {
  Names names;
  for (const NamedLine& line : lines_of(nodes.file, "NodeSet")) {
    const Parameter& name = line.name();
    if (!names.insert(std::string(unquoted(name.value))).second) {
      report(out, "SKF454", Problem::duplicate, *nodes.file, name, "two NodeSet lines have this name");
    }
    const std::optional<Hostlist> as_host = parse_hostlist(unquoted(name.value));
    if (as_host && as_host->size() == 1 && nodes.index.contains(as_host->front())) {
      report(out, "SKF463", Problem::invalid, *nodes.file, name, "a NodeSet must not have the name of a node",
             input.slurm < strict_node_sets ? Severity::warning : Severity::error);
    }
    if (const Parameter* list = line.find("Nodes")) check_hosts(*nodes.file, nodes, {}, *list, out);
  }
  return names;
}

// SuspendExcNodes without its `:count`s, which give how many nodes of the list before them stay up.
Parameter without_counts(Parameter list) {
  std::string& text = list.value;
  for (std::size_t at = text.find(':'); at != std::string::npos; at = text.find(':', at))
    text.erase(at, text.find(',', at) == std::string::npos ? std::string::npos : text.find(',', at) - at);
  return list;
}

// The minutes of a time in one of Slurm's formats. std::nullopt for UNLIMITED and for text that is not a time.
std::optional<double> minutes(std::string_view text) {
  const bool with_days = text.find('-') != std::string_view::npos;
  const std::optional<double> days = with_days ? to_number<double>(take_until(text, '-')) : 0;
  if (!days) return std::nullopt;
  std::vector<double> parts;
  for (const std::string_view part : Parts(text, ':')) {
    const auto value = to_number<double>(part);
    if (!value) return std::nullopt;
    parts.push_back(*value);
  }
  if (parts.size() > 3) return std::nullopt;
  const auto at = [&](std::size_t i) { return i < parts.size() ? parts[i] : 0; };
  // days-hours:minutes:seconds, hours:minutes:seconds, minutes:seconds, minutes
  if (with_days) return *days * 1440 + at(0) * 60 + at(1) + at(2) / 60;
  if (parts.size() == 3) return at(0) * 60 + at(1) + at(2) / 60;
  return at(0) + at(1) / 60;
}

void check_gres_types(const SlurmNodes& nodes, Diagnostics& out) {
  std::unordered_set<std::string_view> types;
  for (const std::string_view type : words(value_of(nodes.file, "GresTypes", ""))) types.insert(type);
  for (const NodeLine& node : nodes.lines) {
    const Parameter* gres = node.line.find("Gres");
    if (!gres) continue;
    for (const Gres& part : parse_gres(unquoted(gres->value))) {
      if (part.malformed)
        report(out, "SKF464", Problem::invalid, *nodes.file, *gres,
               "must be name:count or name:type:count, such as gpu:h100:8");
      if (!types.contains(part.name)) {
        report(out, "SKF464", Problem::invalid, *nodes.file, *gres,
               "GresTypes must include " + quote(part.name) + "; otherwise Slurm silently ignores it");
      }
    }
  }
}

// A MaxNodeCount that is itself too large or malformed is reported elsewhere.
void check_node_count(const SlurmNodes& nodes, Diagnostics& out) {
  const Parameter* most = find_parameter(nodes.file, "MaxNodeCount");
  const auto allowed = most ? to_slurm_number(unquoted(most->value)) : std::nullopt;
  if (!allowed) return;
  std::int64_t declared = 0;
  for (const NodeLine& line : nodes.lines) declared += static_cast<std::int64_t>(host_count(line.hosts));
  if (declared > *allowed)
    report(out, "SKF474", Problem::invalid, *nodes.file, *most,
           "must be at least " + std::to_string(declared) + ", the number of declared nodes");
}

}  // namespace

void check_partitions(const VerifyInput& input, const SlurmNodes& nodes, Diagnostics& out) {
  if (!nodes.file) return;
  const Names sets = check_node_sets(input, nodes, out);
  check_gres_types(nodes, out);
  check_node_count(nodes, out);
  const Parameter* first_default = nullptr;
  Names names;
  for (const NamedLine& line : lines_of(nodes.file, "PartitionName")) {
    if (!names.insert(std::string(unquoted(line.name().value))).second) {
      report(out, "SKF454", Problem::duplicate, *nodes.file, line.name(), "two partitions have this name");
    }
    if (const Parameter* list = line.find("Nodes")) check_hosts(*nodes.file, nodes, sets, *list, out);
    const Parameter* is_default = line.find("Default");
    if (is_default && same_key(is_default->value, "YES")) {
      if (first_default) {
        report(out, "SKF467", Problem::duplicate, *nodes.file, *is_default,
               "two partitions are the default; Slurm silently uses the last one");
      }
      first_default = is_default;
    }
    const Parameter* longest = line.find("MaxTime");
    const Parameter* preset = line.find("DefaultTime");
    const auto most = longest ? minutes(unquoted(longest->value)) : std::nullopt;
    const auto usual = preset ? minutes(unquoted(preset->value)) : std::nullopt;
    if (most && usual && *usual > *most) {
      report(out, "SKF467", Problem::invalid, *nodes.file, *preset, "must be no more than MaxTime, " + longest->value);
    }
  }
  for (const NamedLine& line : lines_of(nodes.file, "PartitionName"))
    check_partition_list(*nodes.file, names, line.find("Alternate"), out);
  check_partition_list(*nodes.file, names, find_parameter(nodes.file, "SuspendExcParts"), out);
  if (const Parameter* kept = find_parameter(nodes.file, "SuspendExcNodes"))
    check_hosts(*nodes.file, nodes, sets, without_counts(*kept), out);
}

void check_gres_conf(const VerifyInput& input, const SlurmNodes& nodes, Diagnostics& out) {
  const OutputConf* file = find_conf(input, "gres.conf");
  for (const NamedLine& line : lines_of(file, "NodeName")) {
    const std::optional<Hostlist> hosts = parse_hostlist(unquoted(line.name().value));
    if (!hosts || hosts->empty()) {
      report(out, "SKF457", Problem::invalid, *file, line.name(), "must be a host list such as h100-[0-63]");
      continue;
    }
    for (const HostRun& run : *hosts) {
      if (!nodes.index.contains(run))
        report(out, "SKF463", Problem::not_found, *file, line.name(),
               "slurm.conf has no node " + quote(print_hostlist({run})));
    }
    const Parameter* name = line.find("Name");
    const Parameter* device = line.find("File");
    const Parameter* type = line.find("Type");
    if (!name || !device) continue;
    const std::optional<Hostlist> devices = parse_hostlist(unquoted(device->value));
    if (!devices) {
      report(out, "SKF457", Problem::invalid, *file, *device, "must be a list of devices such as /dev/nvidia[0-7]");
      continue;
    }
    const std::optional<std::size_t> at = nodes.index.place_of(hosts->front());
    if (!at) continue;
    const Parameter* gres = nodes.lines[*at].line.find("Gres");
    std::uint64_t declared = 0;
    for (const Gres& part : gres ? parse_gres(unquoted(gres->value)) : std::vector<Gres>()) {
      if (part.name == unquoted(name->value) && (!type || part.type == unquoted(type->value))) declared += part.count;
    }
    if (declared == host_count(*devices)) continue;
    report(out, "SKF462", Problem::invalid, *file, *device,
           "names " + std::to_string(host_count(*devices)) + " devices, but slurm.conf declares " +
               std::to_string(declared) + " of this kind on the node");
  }
}

}  // namespace skiff
