#include <algorithm>

#include "text/number.h"
#include "text/quote.h"
#include "verify/cross.h"
#include "verify/report.h"

namespace skiff {
namespace {

// A host in a Slurm file, the daemon that must listen there, and its port.
struct Endpoint {
  const OutputConf* file;
  const Parameter* host;
  std::string_view name;    ///< name of the host
  std::string_view daemon;  ///< name of the container
  const Parameter* port;    ///< nullptr if the default applies
  std::string_view number;
  bool required = false;  ///< the daemon is always part of the output
};

bool serves(const Item& service, std::string_view port) {
  const auto number = take_number(port);
  for (const Value& served : items_of(*service.value->find("spec"), "ports")) {
    if (number_of(served, "port", 0) == number) return true;
  }
  return false;
}

void check_endpoint(const VerifyInput& input, const ObjectSet& set, const Endpoint& at, Diagnostics& out) {
  const Destination found = resolve(input, set, at.name);
  if (!found.inside) return;
  // The namespace may have a database that is not part of the output.
  const bool ours =
      at.required || std::ranges::any_of(set.items(), [&](const Item& item) { return container_of(item, at.daemon); });
  if (!found.service && !ours) return;
  if (!found.service || !found.workload) {
    report(out, "SKF465", Problem::not_found, *at.file, *at.host,
           "no Service or pod of the output has the name " + quote(at.name));
    return;
  }
  const Value* container = container_of(*found.workload, at.daemon);
  if (!container) {
    report(out, "SKF465", Problem::invalid, *at.file, *at.host,
           "leads to " + std::string(found.workload->kind) + ' ' + std::string(found.workload->name) +
               ", which has no container " + std::string(at.daemon));
    return;
  }
  const Parameter& blamed = at.port ? *at.port : *at.host;
  if (!declares_port(*container, at.number)) {
    report(out, "SKF466", Problem::invalid, *at.file, blamed,
           "container " + std::string(at.daemon) + " does not declare port " + std::string(at.number));
  } else if (!serves(*found.service, at.number)) {
    report(out, "SKF466", Problem::invalid, *at.file, blamed,
           "Service " + std::string(found.service->name) + " does not serve port " + std::string(at.number));
  }
}

void check_controllers(const VerifyInput& input, const ObjectSet& set, const OutputConf* slurm, Diagnostics& out) {
  const Parameter* port = find_parameter(slurm, "SlurmctldPort");
  const std::string_view number = value_of(slurm, "SlurmctldPort", "6817");
  bool any = false;
  for (const NamedLine& line : lines_of(slurm, "SlurmctldHost")) {
    any = true;
    const std::string_view value = unquoted(line.name().value);
    const std::size_t open = value.find('(');
    const std::string_view pod = value.substr(0, open);
    const std::string_view address =
        open == std::string_view::npos ? pod : value.substr(open + 1, value.find(')') - open - 1);
    if (!owner_of_pod(input, set, pod)) {
      report(out, "SKF465", Problem::not_found, *slurm, line.name(),
             "no StatefulSet has a pod named " + quote(pod) + "; slurmctld starts only on a host with this name");
    }
    check_endpoint(input, set, {slurm, &line.name(), address, "slurmctld", port, number, true}, out);
  }
  if (slurm && !any) {
    const std::string where(slurm->path);
    report(out, "SKF465", Problem::required, where, {}, "", "slurm.conf must have SlurmctldHost");
  }
}

}  // namespace

void check_hosts(const VerifyInput& input, const ObjectSet& set, Diagnostics& out) {
  const OutputConf* slurm = find_conf(input, "slurm.conf");
  const OutputConf* dbd = find_conf(input, "slurmdbd.conf");
  check_controllers(input, set, slurm, out);
  for (const std::string_view key : {"AccountingStorageHost", "AccountingStorageBackupHost"}) {
    const Parameter* host = find_parameter(slurm, key);
    if (!host) continue;
    check_endpoint(input, set,
                   {slurm, host, unquoted(host->value), "slurmdbd", find_parameter(slurm, "AccountingStoragePort"),
                    value_of(slurm, "AccountingStoragePort", "6819")},
                   out);
  }
  if (const Parameter* host = find_parameter(dbd, "StorageHost")) {
    check_endpoint(input, set,
                   {dbd, host, unquoted(host->value), "mariadb", find_parameter(dbd, "StoragePort"),
                    value_of(dbd, "StoragePort", "3306")},
                   out);
  }
  if (const Parameter* host = find_parameter(dbd, "DbdHost")) {
    const Item* owner = owner_of_pod(input, set, unquoted(host->value));
    const Value* container = owner ? container_of(*owner, "slurmdbd") : nullptr;
    const std::string_view port = value_of(dbd, "DbdPort", "6819");
    if (!container) {
      report(out, "SKF465", Problem::not_found, *dbd, *host,
             "no StatefulSet with a container slurmdbd has a pod with this name; slurmdbd starts only on a host with "
             "this name");
    } else if (!declares_port(*container, port)) {
      const Parameter* blamed = find_parameter(dbd, "DbdPort");
      report(out, "SKF466", Problem::invalid, *dbd, blamed ? *blamed : *host,
             "container slurmdbd does not declare port " + std::string(port));
    }
  }
}

}  // namespace skiff
