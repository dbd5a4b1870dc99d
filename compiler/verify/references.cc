#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "verify/checks.h"
#include "verify/report.h"

namespace skiff {
namespace {

// What holds keys: a ConfigMap or Secret, with its keys as far as they are known.
struct Holder {
  bool keys_known = false;
  std::vector<std::string_view> keys;
};

using Holders = std::unordered_map<std::string_view, Holder>;

struct Known {
  Holders config_maps, secrets;
  std::unordered_set<std::string_view> claims, accounts;
};

void add_external(Holders& holders, std::span<const External> externals) {
  for (const External& external : externals) {
    Holder& holder = holders[external.name];
    holder.keys_known = !external.keys.empty();
    holder.keys = external.keys;
  }
}

Known known_of(const VerifyInput& input, const ObjectSet& set) {
  Known known;
  for (const OutputConfigMap& map : input.config_maps) {
    Holder& holder = known.config_maps[map.name];
    holder.keys_known = true;
    for (const ConfigMapEntry& entry : map.entries) holder.keys.push_back(entry.key);
  }
  for (const Item& item : set.items()) {
    if (!item.is("ConfigMap") && !item.is("Secret")) continue;
    Holder& holder = (item.is("Secret") ? known.secrets : known.config_maps)[item.name];
    holder.keys_known = true;
    for (const std::string_view part : {"data", "binaryData", "stringData"}) {
      const Value* data = item.value->find(part);
      if (!data) continue;
      for (const Member& entry : data->members) holder.keys.push_back(entry.key);
    }
  }
  add_external(known.config_maps, input.external_config_maps);
  add_external(known.secrets, input.secrets);
  for (const External& claim : input.claims) known.claims.insert(claim.name);
  // Every namespace has it.
  known.accounts.insert("default");
  for (const External& account : input.service_accounts) known.accounts.insert(account.name);
  return known;
}

std::vector<std::string_view> names_of(const Holders& holders) {
  std::vector<std::string_view> names;
  for (const auto& [name, holder] : holders) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

// The checks of one workload's references.
struct Pod {
  const VerifyInput& input;
  const ObjectSet& set;
  const Known& known;
  const Item& item;
  Diagnostics& out;

  void say(std::string_view rule, const Value& at, std::string message) const {
    report(out, rule, Problem::not_found, item, at, std::move(message));
  }

  // The holder that a reference names; nullptr if it may be absent or was reported.
  const Holder* holder(const Value& reference, bool secret, std::string_view name_key = "name") const {
    const Value* name = reference.find(name_key);
    if (!name) return nullptr;
    const Holders& holders = secret ? known.secrets : known.config_maps;
    const auto found = holders.find(name->text);
    if (found != holders.end()) return &found->second;
    if (is_true(reference, "optional")) return nullptr;
    const std::string hint = did_you_mean(name->text, names_of(holders));
    if (secret) {
      say("SKF423", *name, "the spec declares no such Secret" + hint);
    } else {
      say("SKF421", *name, "there is no such ConfigMap in the output" + hint);
    }
    return nullptr;
  }

  void key(const Holder* in, const Value* key) const {
    if (!in || !key || !in->keys_known) return;
    if (std::find(in->keys.begin(), in->keys.end(), key->text) == in->keys.end()) {
      say("SKF422", *key, "it has no such key" + did_you_mean(key->text, in->keys));
    }
  }
};

// A ConfigMap or Secret as a volume or a projected source; `paths` gathers the files that it puts there.
void check_source(const Pod& pod, const Value& source, bool secret, std::string_view name_key,
                  std::vector<std::string_view>* paths) {
  const Holder* holder = pod.holder(source, secret, name_key);
  const std::vector<Value>& items = items_of(source, "items");
  const auto put = [&](std::string_view path, const Value& at) {
    if (!paths) return;
    if (std::find(paths->begin(), paths->end(), path) != paths->end()) {
      report(pod.out, "SKF435", Problem::duplicate, pod.item, at,
             "two sources of the volume write the file " + quoted(path));
    }
    paths->push_back(path);
  };
  for (const Value& item : items) {
    pod.key(holder, item.find("key"));
    put(text_of(item, "path"), item);
  }
  if (items.empty() && holder && !is_true(source, "optional")) {
    for (const std::string_view key : holder->keys) put(key, source);
  }
}

void check_volume(const Pod& pod, const Value& volume) {
  if (const Value* source = volume.find("configMap")) check_source(pod, *source, false, "name", nullptr);
  if (const Value* source = volume.find("secret")) check_source(pod, *source, true, "secretName", nullptr);
  if (const Value* projected = volume.find("projected")) {
    std::vector<std::string_view> paths;
    for (const Value& source : items_of(*projected, "sources")) {
      if (const Value* map = source.find("configMap")) check_source(pod, *map, false, "name", &paths);
      if (const Value* secret = source.find("secret")) check_source(pod, *secret, true, "name", &paths);
    }
  }
  const Value* claim = volume.at({"persistentVolumeClaim", "claimName"});
  if (claim && !pod.known.claims.contains(claim->text) &&
      !pod.set.find("PersistentVolumeClaim", pod.item.ns, claim->text)) {
    pod.say("SKF424", *claim, "there is no such PersistentVolumeClaim in the output, and the spec declares none");
  }
}

void check_container(const Pod& pod, const Value& container) {
  for (const Value& variable : items_of(container, "env")) {
    const Value* from = variable.find("valueFrom");
    if (!from) continue;
    if (const Value* ref = from->find("configMapKeyRef")) pod.key(pod.holder(*ref, false), ref->find("key"));
    if (const Value* ref = from->find("secretKeyRef")) pod.key(pod.holder(*ref, true), ref->find("key"));
  }
  for (const Value& source : items_of(container, "envFrom")) {
    if (const Value* ref = source.find("configMapRef")) pod.holder(*ref, false);
    if (const Value* ref = source.find("secretRef")) pod.holder(*ref, true);
  }
  // A subPath into a ConfigMap or Secret that has no such file would mount an empty folder.
  for (const Value& mount : items_of(container, "volumeMounts")) {
    const Value* sub = mount.find("subPath");
    const Value* volume = sub ? item_named(items_of(*pod.item.pod, "volumes"), text_of(mount, "name")) : nullptr;
    if (!volume) continue;
    for (const bool secret : {false, true}) {
      const Value* source = volume->find(secret ? "secret" : "configMap");
      if (!source) continue;
      if (const std::vector<Value>& items = items_of(*source, "items"); !items.empty()) {
        if (!item_named(items, sub->text, "path")) pod.say("SKF422", *sub, "the volume has no such file");
      } else {
        const Holders& holders = secret ? pod.known.secrets : pod.known.config_maps;
        const auto found = holders.find(text_of(*source, secret ? "secretName" : "name"));
        if (found != holders.end()) pod.key(&found->second, sub);
      }
    }
  }
}

void check_account(const Pod& pod) {
  const Value* name = pod.item.pod->find("serviceAccountName");
  if (!name || pod.known.accounts.contains(name->text) || pod.set.find("ServiceAccount", pod.item.ns, name->text))
    return;
  pod.say("SKF425", *name, "there is no such ServiceAccount in the output");
}

void check_service_name(const Pod& pod) {
  const Value* spec = pod.item.value->find("spec");
  const Value* name = spec ? spec->find("serviceName") : nullptr;
  if (!pod.item.is("StatefulSet") || !name) return;
  const Item* service = pod.set.find("Service", pod.item.ns, name->text);
  if (!service) {
    pod.say("SKF431", *name, "there is no such Service in the output, so the pods would have no names");
  } else if (const Value* service_spec = service->value->find("spec");
             !service_spec || text_of(*service_spec, "clusterIP") != "None") {
    report(pod.out, "SKF431", Problem::invalid, pod.item, *name,
           "the Service must be headless (clusterIP: None), or the pods have no names");
  }
}

void check_binding(const VerifyInput& input, const ObjectSet& set, const Known& known, const Item& item,
                   Diagnostics& out) {
  if (const Value* role = item.value->find("roleRef")) {
    const std::string_view kind = text_of(*role, "kind");
    const Value* name = role->find("name");
    // The ClusterRoles that Kubernetes brings are named view, edit, admin, cluster-admin and system:...
    const bool built_in =
        kind == "ClusterRole" && name &&
        (name->text == "view" || name->text == "edit" || name->text == "admin" || name->text.rfind("system:", 0) == 0);
    if (name && !built_in && !set.find(kind, kind == "Role" ? item.ns : std::string_view(), name->text)) {
      report(out, "SKF426", Problem::not_found, item, *name,
             "there is no such " + std::string(kind) + " in the output");
    }
  }
  for (const Value& subject : items_of(*item.value, "subjects")) {
    const Value* name = subject.find("name");
    if (text_of(subject, "kind") != "ServiceAccount" || !name) continue;
    const std::string_view given = text_of(subject, "namespace");
    const std::string_view ns = given.empty() ? input.ns : given;
    if (ns == input.ns && !known.accounts.contains(name->text) && !set.find("ServiceAccount", ns, name->text)) {
      report(out, "SKF426", Problem::not_found, item, *name, "there is no such ServiceAccount in the output");
    }
  }
}

void check_duplicates(const ObjectSet& set, Diagnostics& out) {
  for (const Item& item : set.items()) {
    // `find` gives the first of equal names.
    const Item* first = set.find(item.kind, item.ns, item.name);
    if (first == &item || item.name.empty()) continue;
    const Value& name = *item.value->at({"metadata", "name"});
    report(out, "SKF420", Problem::duplicate, item, name,
           "two objects of the kind have this name, the first in " + std::string(first->file));
    const Span span = spec_span(first->value->at({"metadata", "name"})->origin);
    if (span != Span{} && span != out.back().span)
      out.back().notes.push_back({span, "the first of them comes from here"});
  }
}

}  // namespace

void check_references(const VerifyInput& input, const ObjectSet& set, Diagnostics& out) {
  const Known known = known_of(input, set);
  check_duplicates(set, out);
  for (const Item& item : set.items()) {
    if (item.is("RoleBinding") || item.is("ClusterRoleBinding")) check_binding(input, set, known, item, out);
    if (!item.pod) continue;
    const Pod pod{input, set, known, item, out};
    for (const Value& volume : items_of(*item.pod, "volumes")) check_volume(pod, volume);
    each_container(*item.pod, [&](const Value& container) { check_container(pod, container); });
    for (const Value& secret : items_of(*item.pod, "imagePullSecrets")) pod.holder(secret, true);
    check_account(pod);
    check_service_name(pod);
  }
}

}  // namespace skiff
