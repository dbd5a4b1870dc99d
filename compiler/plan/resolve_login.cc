#include <utility>

#include "plan/resolve_parts.h"

namespace skiff {
namespace {

std::optional<plan::Source> resolve_source(const std::optional<spec::Source>& source, Diagnostics& diagnostics) {
  if (!source || !names_one_object(*source, diagnostics)) return std::nullopt;
  return plan::Source{resolve_optional(source->config_map_name), resolve_optional(source->secret_name)};
}

void resolve_server(const spec::Sshd& server, plan::Sshd& resolved, Diagnostics& diagnostics) {
  resolved.host_keys = server.host_keys.secret_name.tracked();
  resolved.host_key_types = resolve_texts(server.host_keys.types);
  if (resolved.host_key_types.empty()) resolved.host_key_types.push_back(constant("ed25519"));
  resolved.host_certificates = server.host_keys.certificates.tracked();
  if (const auto& certificates = server.certificates)
    resolved.certificates = plan::UserCertificates{resolve_texts(certificates->authorities),
                                                   resolve_source(certificates->revoked, diagnostics)};
  resolved.sshd = resolve_sshd(server.sshd);
}

}  // namespace

plan::Login resolve_login(const spec::Login& login, const spec::ClusterSpec& spec, const plan::Plan& plan,
                          Diagnostics& diagnostics) {
  plan::Login resolved;
  resolved.name = login.name.tracked();
  resolved.object = {*plan.name + "-" + *login.name, plan.name.origin | login.name.origin};
  resolved.component = {"login-" + *login.name, login.name.origin};
  resolved.replicas = login.replicas.tracked();
  resolved.service = resolve_service(login.service, login.port.tracked());
  resolve_server(login, resolved, diagnostics);
  if (login.root_keys) resolved.root_keys = login.root_keys->secret_name.tracked();
  resolved.authentication = resolve_texts(login.authentication);
  resolved.pam = resolve_source(login.pam, diagnostics);
  resolved.motd = resolve_optional(login.motd);
  resolved.resources = resolve_resources(login.resources);
  if (const auto& limits = login.user_limits)
    resolved.user_limits = plan::UserLimits{resolve_optional(limits->cpu), resolve_optional(limits->memory),
                                            resolve_optional(limits->processes), Origin::spec(limits->span)};
  resolved.private_tmp = login.private_tmp.tracked();
  resolved.placement = resolve_placement(login);
  resolved.mounts = resolve_mounts(spec, plan, nullptr);
  constexpr std::string_view own[] = {"/tmp"};
  resolved.shared_folders = resolve_shared_folders(spec, plan, own, resolved.mounts);
  return resolved;
}

std::optional<plan::NodeSsh> resolve_node_ssh(const spec::ClusterSpec& spec, Diagnostics& diagnostics) {
  if (!spec.node_ssh) return std::nullopt;
  plan::NodeSsh resolved;
  resolve_server(*spec.node_ssh, resolved, diagnostics);
  resolved.port = spec.node_ssh->port.tracked();
  resolved.why = Origin::spec(spec.node_ssh->span);
  return resolved;
}

}  // namespace skiff
