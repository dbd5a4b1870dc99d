#include "lower/k8s/parts.h"

#include "embedded/templates.h"
#include "plan/names.h"
#include "provenance/constant.h"

namespace skiff {

Value selector(const plan::Plan& plan, const Component& component) {
  Value map = Value::map();
  map.add("app.kubernetes.io/name", component.daemon);
  map.add("app.kubernetes.io/instance", plan.name);
  map.add("app.kubernetes.io/component", component.component);
  return map;
}

Value labels(const plan::Plan& plan, const Component& component) {
  Value map = selector(plan, component);
  map.add("app.kubernetes.io/part-of", fixed("slurm"));
  map.add("app.kubernetes.io/managed-by", fixed("skiff"));
  for (const auto& [key, value] : plan.labels) map.add(key, value);
  return map;
}

Value pod_labels(Value map, const plan::Pairs& more) {
  for (const auto& [key, value] : more) {
    if (Value* same = map.find(key))
      *same = to_value(value);
    else
      map.add(key, value);
  }
  return map;
}

Value metadata(const plan::Plan& plan, const Component& component, const plan::Text& name) {
  Value map = Value::map(name.origin);
  map.add("name", name);
  map.add("namespace", plan.ns);
  map.add("labels", labels(plan, component));
  map.add("annotations", to_value(plan.annotations));
  return map;
}

Value tolerations(const plan::Placement& placement) {
  if (placement.tolerations.empty()) return none();
  Value list = Value::list();
  for (const auto& toleration : placement.tolerations) {
    Value item = Value::map();
    item.add("key", to_value(toleration.key));
    item.add("operator", to_value(toleration.op));
    item.add("value", to_value(toleration.value));
    item.add("effect", to_value(toleration.effect));
    list.items.push_back(std::move(item));
  }
  return list;
}

void add_image_holes(Holes& holes, const plan::Plan& plan) {
  Value secrets = none();
  if (!plan.images.pull_secrets.empty()) {
    secrets = Value::list();
    for (const auto& secret : plan.images.pull_secrets) {
      secrets.items.push_back(Value::map().add("name", secret));
      secrets.origin |= secret.origin;
    }
  }
  holes.emplace_back("pullSecrets", std::move(secrets));
  holes.emplace_back("pullPolicy", to_value(plan.images.pull_policy));
}

void add_placement_holes(Holes& holes, const plan::Placement& placement) {
  holes.emplace_back("priorityClass", to_value(placement.priority_class));
  holes.emplace_back("nodeSelector", to_value(placement.node_selector));
  holes.emplace_back("tolerations", tolerations(placement));
}

void add_pod_holes(Holes& holes, const plan::Plan& plan, const plan::Placement& placement) {
  add_image_holes(holes, plan);
  add_placement_holes(holes, placement);
}

Value daemon_resources(const plan::Resources& resources) {
  Value map = Value::map();
  map.add("requests", Value::map().add("cpu", resources.cpu_request).add("memory", resources.memory));
  map.add("limits", Value::map().add("memory", resources.memory));
  return map;
}

Value service_ports(std::string_view name, const plan::Int& port, const std::optional<plan::Int>& node_port) {
  Value ports = Value::list();
  ports.items.push_back(fill(templates::k8s_port, {{"name", fixed(name)},
                                                   {"port", to_value(port)},
                                                   {"target", fixed(name)},
                                                   {"nodePort", to_value(node_port)}}));
  return ports;
}

Value headless_service(const plan::Plan& plan, const Component& component, Value ports) {
  return fill(templates::k8s_headless_service, {{"metadata", metadata(plan, component)},
                                                {"selector", selector(plan, component)},
                                                {"ports", std::move(ports)}});
}

Value front_service(const plan::Plan& plan, const Component& component, const plan::Service& service,
                    std::string_view port_name) {
  Value meta = metadata(plan, component);
  if (!service.annotations.empty()) {
    Value* annotations = meta.find("annotations");
    if (!annotations) {
      meta.add("annotations", to_value(service.annotations));
    } else {
      for (const auto& [key, value] : service.annotations) {
        if (Value* same = annotations->find(key))
          *same = to_value(value);
        else
          annotations->add(key, value);
      }
    }
  }
  return fill(templates::k8s_front_service, {{"metadata", std::move(meta)},
                                             {"type", to_value(service.type)},
                                             {"selector", selector(plan, component)},
                                             {"ports", service_ports(port_name, service.port, service.node_port)},
                                             {"sourceRanges", to_value(service.source_ranges)},
                                             {"externalTrafficPolicy", to_value(service.external_traffic_policy)}});
}

Value disruption_budget(const plan::Plan& plan, const Component& component, plan::Int max_unavailable) {
  return fill(templates::k8s_disruption_budget, {{"metadata", metadata(plan, component)},
                                                 {"maxUnavailable", to_value(max_unavailable)},
                                                 {"selector", selector(plan, component)}});
}

Value claim_template(const plan::Volume& volume) {
  return fill(templates::k8s_state_claim, {{"name", to_value(volume.name)},
                                           {"accessModes", to_value(volume.access_modes)},
                                           {"storageClass", to_value(volume.storage_class)},
                                           {"size", to_value(volume.size)}},
              volume.size->origin);
}

namespace {

Value item(const Value& name) { return Value::map().add("key", name).add("path", name); }

}  // namespace

Munge munge(const plan::Plan& plan, const plan::Text& image) {
  if (*plan.auth.method != "munge") return {};
  const Origin& why = plan.auth.method.origin;
  Value items = Value::list();
  items.items.push_back(item(to_value(plan.auth.key_file)));
  Value volumes = Value::list();
  volumes.items.push_back(fill(templates::k8s_secret_volume, {{"name", fixed("munge-key")},
                                                              {"secret", to_value(plan.auth.secret)},
                                                              {"items", std::move(items)}},
                               why));
  volumes.items.push_back(fill(templates::k8s_emptydir_volume, {{"name", fixed("munge")}}, why));
  Value mount = fill(templates::k8s_mount,
                     {{"name", fixed("munge")}, {"path", fixed("/run/munge")}, {"subPath", none()}, {"readOnly", none()}},
                     why);
  Value container = fill(templates::k8s_munged_container,
                         {{"image", to_value(image)}, {"pullPolicy", to_value(plan.images.pull_policy)}}, why);
  because(volumes, why);
  return {std::move(container), std::move(mount), std::move(volumes)};
}

namespace {

Value secret_source(const plan::Plan& plan, bool jwt) {
  return fill(templates::k8s_projected_secret,
              {{"secret", to_value(plan.auth.secret)}, {"items", key_items(plan, jwt)}});
}

}  // namespace

Value key_items(const plan::Plan& plan, bool jwt) {
  Value items = Value::list();
  if (*plan.auth.method == "slurm") {
    items.items.push_back(item(to_value(plan.auth.key_file)));
    because(items.items.own().back(), plan.auth.method.origin);
  }
  if (jwt && *plan.auth.jwt) items.items.push_back(item(fixed("jwt_hs256.key")));
  return items;
}

Value key_path(const plan::Plan& plan) {
  return Value::string("/etc/skiff/keys/" + *plan.auth.key_file, plan.auth.key_file.origin);
}

Value config_and_keys(const plan::Plan& plan) {
  Value sources = Value::list();
  sources.items.push_back(fill(templates::k8s_projected_config_map,
                               {{"name", to_value(config_map_name(plan))}, {"items", none()}}));
  if (!key_items(plan, true).items.empty()) sources.items.push_back(secret_source(plan, true));
  because(sources, plan.auth.method.origin);
  return sources;
}

KeyFiles key_files(const plan::Plan& plan) {
  Value items = key_items(plan, true);
  if (items.items.empty()) return {};
  const Origin& why = plan.auth.method.origin;
  return {fill(templates::k8s_mount,
               {{"name", fixed("keys")}, {"path", fixed("/etc/slurm")}, {"subPath", none()}, {"readOnly", Value::boolean(true, why)}},
               why),
          fill(templates::k8s_group_secret_volume,
               {{"name", fixed("keys")}, {"secret", to_value(plan.auth.secret)}, {"items", std::move(items)}}, why)};
}

Value volume_mounts(const std::vector<plan::Mount>& mounts) {
  Value list = Value::list();
  for (const auto& mount : mounts)
    list.items.push_back(fill(templates::k8s_mount, {{"name", Value::string("storage-" + *mount.storage, mount.storage.origin)},
                                                     {"path", to_value(mount.path)},
                                                     {"subPath", to_value(mount.sub_path)},
                                                     {"readOnly", *mount.read_only ? to_value(mount.read_only) : none()}},
                              mount.storage.origin | mount.read_only.origin));
  return list;
}

Value mounted_volumes(const plan::Plan& plan, const std::vector<plan::Mount>& mounts, ClaimUse use) {
  Value list = Value::list();
  for (const auto& volume : plan.storage) {
    Origin why = volume.name.origin;
    bool used = false;
    for (const auto& mount : mounts)
      if (*mount.storage == *volume.name) {
        used = true;
        why |= mount.storage.origin;
      }
    if (!used) continue;
    const Value name = Value::string("storage-" + *volume.name, volume.name.origin);
    list.items.push_back(volume.host_path
                             ? fill(templates::k8s_host_path_volume, {{"name", name}, {"path", to_value(volume.host_path)}}, why)
                             : fill(templates::k8s_claim_volume,
                                    {{"name", name},
                                     {"claim", to_value(volume.claim)},
                                     {"readOnly", use == ClaimUse::read_only ? Value::boolean(true, why) : none()}},
                                    why));
  }
  return list;
}

Value conf_server(const plan::Plan& plan) {
  const plan::Endpoint& controller = plan.controller.endpoint;
  return Value::string(*controller.fqdn + ":" + std::to_string(*controller.port), controller.fqdn.origin | controller.port.origin);
}

Value exec_probe(std::vector<std::string_view> command, int period, int timeout, int failures) {
  Value list = Value::list();
  for (const auto word : command) list.items.push_back(fixed(word));
  return fill(templates::k8s_exec_probe, {{"command", std::move(list)},
                                          {"period", to_value(constant(period))},
                                          {"timeout", to_value(constant(timeout))},
                                          {"failures", to_value(constant(failures))}});
}

Value tcp_probe(std::string_view port, int period, int failures) {
  return fill(templates::k8s_tcp_probe,
              {{"port", fixed(port)}, {"period", to_value(constant(period))}, {"failures", to_value(constant(failures))}});
}

Value http_probe(const plan::Plan& plan, std::string_view path, std::string_view port, int failures) {
  return fill(templates::k8s_http_probe,
              {{"path", fixed(path)}, {"port", fixed(port)}, {"failures", to_value(constant(failures))}},
              plan.target.slurm.origin);
}

Value wait_for(const plan::Plan& plan, std::string_view name, const plan::Text& image, const plan::Endpoint& peer) {
  return fill(templates::k8s_wait_for_container,
              {{"name", fixed(name)},
               {"image", to_value(image)},
               {"pullPolicy", to_value(plan.images.pull_policy)},
               {"host", to_value(peer.fqdn)},
               {"port", Value::string(std::to_string(*peer.port), peer.port.origin)}});
}

}  // namespace skiff
