#include <algorithm>

#include "rules/rules.h"

namespace skiff {
namespace {

constexpr std::string_view kept_paths[] = {"/", "/dev", "/dev/shm", "/etc", "/etc/slurm", "/proc", "/run", "/run/slurm",
                                           "/sys", "/tmp", "/usr", "/var", "/var/spool", "/var/spool/slurmd", "/bin", "/lib", "/sbin"};

bool below(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

void service(const spec::Service& service, Diagnostics& found) {
  const auto refuse = [&](Span span, const char* only) {
    found.push_back({.rule = "SKF333", .problem = Problem::forbidden, .span = span,
                     .message = std::string("only a Service of type ") + only + " has it"});
  };
  if (service.node_port && *service.type == "ClusterIP") refuse(service.node_port.span, "NodePort or LoadBalancer");
  if (service.external_traffic_policy && *service.type == "ClusterIP")
    refuse(service.external_traffic_policy.span, "NodePort or LoadBalancer");
  if (!service.source_ranges.empty() && *service.type != "LoadBalancer")
    refuse(service.source_ranges.front().span, "LoadBalancer");
}

}  // namespace

void rule_mount_paths(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto& mounts = cluster.spec.mounts;
  for (const auto& mount : mounts) {
    const std::string& path = *mount.path;
    const auto refuse = [&](std::string message) {
      found.push_back({.rule = "SKF330", .problem = Problem::invalid, .span = mount.path.span,
                       .value = "\"" + path + "\"", .message = std::move(message)});
    };
    if ((path + "/").find("/../") != std::string::npos || (path + "/").find("/./") != std::string::npos)
      refuse("must not contain '.' or '..' as a part");
    else if (std::find(std::begin(kept_paths), std::end(kept_paths), path) != std::end(kept_paths))
      refuse("the pods need what lies there");
    else if (below(path, "/etc/skiff") || path == "/etc/skiff" || below(path, "/proc") || below(path, "/sys") || below(path, "/dev"))
      refuse("the pods need what lies there");
  }
  for (const auto& [name, volume] : cluster.spec.storage) {
    if (!volume.host_path) continue;
    const std::string path = *volume.host_path + "/";
    if (path.find("/../") != std::string::npos || path.find("/./") != std::string::npos)
      found.push_back({.rule = "SKF330", .problem = Problem::invalid, .span = volume.host_path.span,
                       .value = "\"" + *volume.host_path + "\"", .message = "must not contain '.' or '..' as a part"});
  }
}

// Two volumes at one path of one pod: the API server refuses the pod, not the StatefulSet.
void rule_mount_node_sets(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto& mounts = cluster.spec.mounts;
  const auto in_set = [](const spec::Mount& mount, const std::string& set) {
    return mount.node_sets.empty() || std::any_of(mount.node_sets.begin(), mount.node_sets.end(),
                                                  [&](const auto& name) { return *name == set; });
  };
  for (std::size_t i = 0; i < mounts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (*mounts[i].path != *mounts[j].path) continue;
      const bool same_set = std::any_of(cluster.spec.node_sets.begin(), cluster.spec.node_sets.end(), [&](const auto& set) {
        return in_set(mounts[i], *set.name) && in_set(mounts[j], *set.name);
      });
      const bool same_login = !cluster.spec.login.empty() && *mounts[i].login && *mounts[j].login;
      if (!same_set && !same_login) continue;
      found.push_back({.rule = "SKF331", .problem = Problem::duplicate, .span = mounts[i].path.span,
                       .value = "\"" + *mounts[i].path + "\"", .message = "one pod would have both",
                       .notes = {{mounts[j].path.span, "the first mount at this path"}}});
      break;
    }
  }
}

void rule_service_fields(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  for (const auto& login : cluster.spec.login) service(login.service, found);
  if (cluster.spec.rest_api) service(cluster.spec.rest_api->service, found);
}

void rule_toleration_fields(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto check = [&](const spec::Placement& placement) {
    for (const auto& toleration : placement.tolerations) {
      if (!toleration.key && *toleration.op != "Exists")
        found.push_back({.rule = "SKF332", .problem = Problem::required, .span = toleration.span, .child = "key",
                         .message = "only operator Exists tolerates every key"});
      if (toleration.value && *toleration.op == "Exists")
        found.push_back({.rule = "SKF332", .problem = Problem::forbidden, .span = toleration.value.span,
                         .message = "operator Exists compares no value"});
    }
  };
  check(cluster.spec.controller);
  if (cluster.spec.accounting) check(*cluster.spec.accounting);
  for (const auto& set : cluster.spec.node_sets) check(set);
  for (const auto& login : cluster.spec.login) check(login);
  if (cluster.spec.rest_api) check(*cluster.spec.rest_api);
}

void rule_state_claim(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto& state = cluster.spec.controller.state;
  if (!state.existing_claim) return;
  for (const auto* field : {&state.size, &state.storage_class})
    if (field->given)
      found.push_back({.rule = "SKF334", .problem = Problem::forbidden, .span = field->span,
                       .message = "may not be specified together with existingClaim: that claim has its own"});
}

}  // namespace skiff
