#include "verify/verify_plan.h"

#include <algorithm>
#include <deque>
#include <set>

#include "plan/secrets.h"
#include "plan/ssh.h"
#include "verify/conf_text.h"
#include "verify/verify.h"

namespace skiff {
namespace {

const std::string& text_of(const FileSet& files, std::string_view path) {
  return std::find_if(files.begin(), files.end(), [&](const auto& file) { return file.path == path; })->text;
}

}  // namespace

Diagnostics verify_plan(const plan::Plan& plan, const Lowered& lowered) {
  const Bundle& bundle = lowered.bundle;
  const Confs& confs = lowered.confs;
  std::vector<OutputObject> objects;
  for (const ObjectFile& file : bundle.objects)
    for (const Value& object : file.objects) objects.push_back({file.path, &object});
  std::vector<OutputConfigMap> maps;
  for (const GeneratedConfigMap& map : bundle.config_maps) {
    OutputConfigMap& output = maps.emplace_back(OutputConfigMap{*map.name, {}, map.name.origin | map.origin});
    for (const auto& file : map.files) {
      const std::string& text = text_of(bundle.files, file.path);
      output.entries.push_back({file.key, text.size(), json_size(text)});
    }
  }
  std::vector<OutputConf> files;
  const auto add = [&](const Conf& conf) { files.push_back({conf.path, &conf, text_of(bundle.files, conf.path)}); };
  add(confs.slurm);
  for (const auto* conf : {&confs.gres, &confs.cgroup, &confs.slurmdbd, &confs.policy, &confs.topology, &confs.oci})
    if (*conf) add(**conf);
  for (const Conf& conf : confs.user) add(conf);
  std::vector<OutputSiteFile> site;
  std::deque<Conf> read;
  for (const plan::SiteFile& file : plan.files.site) {
    site.push_back({*file.name, *file.text, &file.text.origin});
    if (file.name->ends_with(".conf")) read.push_back(read_conf(*file.name, file.text));
  }
  if (!plan.topologies.empty()) {
    const char* name = confs.topology ? "topology.conf" : "topology.yaml";
    site.push_back(
        {name, text_of(bundle.files, std::string("slurm/") + name), &plan.topologies.front().type.origin, true});
  }
  for (const Conf& conf : read) files.push_back({conf.path, &conf, {}, false});

  // Objects that already exist according to the spec.
  const std::vector<plan::NamedSecret> named = plan::named_secrets(plan);
  std::vector<External> secrets, claims, config_maps;
  for (const plan::NamedSecret& secret : named) secrets.push_back({*secret.name});
  for (const auto& volume : plan.storage) {
    if (volume.claim && !volume.create) claims.push_back({**volume.claim});
    // The keys of a ConfigMap in the output are known.
    const auto is_in_output = [&](const OutputConfigMap& map) { return map.name == *volume.config_map->name; };
    if (volume.config_map && std::ranges::none_of(maps, is_in_output))
      config_maps.push_back({*volume.config_map->name});
  }
  if (plan.auth.jwks && !plan.auth.jwks->text) config_maps.push_back({*plan.auth.jwks->config_map});
  if (plan.directory && plan.directory->ldap && plan.directory->ldap->ca && plan.directory->ldap->ca->config_map)
    config_maps.push_back({**plan.directory->ldap->ca->config_map});
  if (plan.accounting && plan.accounting->database_tls && plan.accounting->database_tls->ca.config_map)
    config_maps.push_back({**plan.accounting->database_tls->ca.config_map});
  const auto add_revoked = [&](const plan::Sshd& sshd) {
    if (const plan::Source* revoked = revoked_keys(sshd); revoked && revoked->config_map)
      config_maps.push_back({**revoked->config_map});
  };
  for (const plan::Login& login : plan.login) {
    if (login.pam && login.pam->config_map) config_maps.push_back({**login.pam->config_map});
    add_revoked(login);
  }
  if (plan.node_ssh) add_revoked(*plan.node_ssh);
  if (plan.controller.state.claim) claims.push_back({**plan.controller.state.claim});

  std::set<std::string_view> gpu_resources;
  for (const plan::NodeSet& nodes : plan.node_sets)
    if (nodes.gpus) gpu_resources.insert(*nodes.gpus->resource);
  const std::vector<std::string_view> gpus(gpu_resources.begin(), gpu_resources.end());

  VerifyInput input;
  input.gpu_resources = gpus;
  input.objects = objects;
  input.config_maps = maps;
  input.conf_files = files;
  input.site_files = site;
  input.secrets = secrets;
  input.claims = claims;
  input.external_config_maps = config_maps;
  if (plan.images.plugins) input.plugins = **plan.images.plugins;
  input.own_images = plan.images.own;
  input.own_slurmdbd = plan.images.own_slurmdbd;
  input.ns = *plan.ns;
  input.cluster_domain = *plan.target.cluster_domain;
  input.kubernetes = *plan.target.kubernetes;
  input.slurm = *plan.target.slurm;
  return verify(input);
}

}  // namespace skiff
