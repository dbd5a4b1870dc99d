#include "verify/references.h"

#include <algorithm>

#include "text/quote.h"
#include "verify/report.h"

namespace skiff {
namespace {

using Holders = ReferenceCheck::Holders;

void add_external(Holders& holders, std::span<const External> externals) {
  for (const External& external : externals) {
    KeyHolder& holder = holders[external.name];
    holder.keys_known = !external.keys.empty();
    holder.keys = external.keys;
  }
}

std::vector<std::string_view> names_of(const Holders& holders) {
  std::vector<std::string_view> names;
  for (const auto& [name, holder] : holders) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

// Checks the references of one workload.
struct PodReferences {
  const ReferenceCheck& known;
  const Item& item;

  void say(std::string_view rule, const Value& at, std::string message) const {
    report(known.out_, rule, Problem::not_found, item, at, std::move(message));
  }

  // The ConfigMap or Secret that a reference names. nullptr if it is missing, which is reported unless it is optional.
  const KeyHolder* find_holder(const Value& reference, bool secret, std::string_view name_key = "name") const {
    const Value* name = reference.find(name_key);
    if (!name) return nullptr;
    const Holders& holders = secret ? known.secrets_ : known.config_maps_;
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

  void check_key(const KeyHolder* in, const Value* key) const {
    if (!in || !key || !in->keys_known) return;
    if (std::find(in->keys.begin(), in->keys.end(), key->text) == in->keys.end()) {
      say("SKF422", *key, "the ConfigMap or Secret has no such key" + did_you_mean(key->text, in->keys));
    }
  }

  // Checks a ConfigMap or Secret that is a volume or a source of a projected volume. Adds the paths of its files to
  // `paths`.
  void check_source(const Value& source, bool secret, std::string_view name_key,
                    std::vector<std::string_view>* paths) const {
    const KeyHolder* holder = find_holder(source, secret, name_key);
    const SharedList<Value>& items = items_of(source, "items");
    const auto put = [&](std::string_view path, const Value& at) {
      if (!paths) return;
      if (std::find(paths->begin(), paths->end(), path) != paths->end()) {
        report(known.out_, "SKF435", Problem::duplicate, item, at,
               "two sources of the volume write the file " + quote(path));
      }
      paths->push_back(path);
    };
    for (const Value& file : items) {
      check_key(holder, file.find("key"));
      put(text_of(file, "path"), file);
    }
    if (items.empty() && holder && !is_true(source, "optional")) {
      for (const std::string_view key : holder->keys) put(key, source);
    }
  }

  void check_volume(const Value& volume) const {
    if (const Value* source = volume.find("configMap")) check_source(*source, false, "name", nullptr);
    if (const Value* source = volume.find("secret")) check_source(*source, true, "secretName", nullptr);
    if (const Value* projected = volume.find("projected")) {
      std::vector<std::string_view> paths;
      for (const Value& source : items_of(*projected, "sources")) {
        if (const Value* map = source.find("configMap")) check_source(*map, false, "name", &paths);
        if (const Value* secret = source.find("secret")) check_source(*secret, true, "name", &paths);
      }
    }
    if (const Value* secret = volume.at({"csi", "nodePublishSecretRef"})) find_holder(*secret, true);
    const Value* claim = volume.at({"persistentVolumeClaim", "claimName"});
    if (claim && !known.claims_.contains(claim->text) &&
        !known.set_.find("PersistentVolumeClaim", item.ns, claim->text)) {
      say("SKF424", *claim, "there is no such PersistentVolumeClaim in the output, and the spec declares none");
    }
  }

  void check_container(const Value& container) const {
    for (const Value& variable : items_of(container, "env")) {
      const Value* from = variable.find("valueFrom");
      if (!from) continue;
      if (const Value* ref = from->find("configMapKeyRef")) check_key(find_holder(*ref, false), ref->find("key"));
      if (const Value* ref = from->find("secretKeyRef")) check_key(find_holder(*ref, true), ref->find("key"));
    }
    for (const Value& source : items_of(container, "envFrom")) {
      if (const Value* ref = source.find("configMapRef")) find_holder(*ref, false);
      if (const Value* ref = source.find("secretRef")) find_holder(*ref, true);
    }
    // If a ConfigMap or Secret has no such file, its subPath would mount an empty directory.
    for (const Value& mount : items_of(container, "volumeMounts")) {
      const Value* sub = mount.find("subPath");
      const Value* volume = sub ? item_named(items_of(*item.pod, "volumes"), text_of(mount, "name")) : nullptr;
      if (!volume) continue;
      for (const bool secret : {false, true}) {
        const Value* source = volume->find(secret ? "secret" : "configMap");
        if (!source) continue;
        if (const SharedList<Value>& items = items_of(*source, "items"); !items.empty()) {
          if (!item_named(items, sub->text, "path")) say("SKF422", *sub, "the volume has no such file");
        } else {
          const Holders& holders = secret ? known.secrets_ : known.config_maps_;
          const auto found = holders.find(text_of(*source, secret ? "secretName" : "name"));
          if (found != holders.end()) check_key(&found->second, sub);
        }
      }
    }
  }

  void check_account() const {
    const Value* name = item.pod->find("serviceAccountName");
    if (!name || known.accounts_.contains(name->text) || known.set_.find("ServiceAccount", item.ns, name->text)) return;
    say("SKF425", *name, "there is no such ServiceAccount in the output");
  }

  void check_service() const {
    const Value* spec = item.value->find("spec");
    const Value* name = nullptr;
    if (item.is("StatefulSet") && spec) name = spec->find("serviceName");
    if (item.is("PodTemplate")) name = item.pod->find("subdomain");
    if (!name) return;
    const Item* service = known.set_.find("Service", item.ns, name->text);
    if (!service) {
      say("SKF431", *name, "there is no such Service in the output, so the pods would have no DNS names");
    } else if (const Value* service_spec = service->value->find("spec");
               !service_spec || text_of(*service_spec, "clusterIP") != "None") {
      report(known.out_, "SKF431", Problem::invalid, item, *name,
             "the Service must be headless (clusterIP: None); otherwise the pods have no DNS names");
    }
  }
};

ReferenceCheck::ReferenceCheck(const VerifyInput& input, const ObjectSet& set, Diagnostics& out)
    : ns_(input.ns), set_(set), out_(out) {
  for (const OutputConfigMap& map : input.config_maps) {
    KeyHolder& holder = config_maps_[map.name];
    holder.keys_known = true;
    for (const ConfigMapEntry& entry : map.entries) holder.keys.push_back(entry.key);
  }
  for (const Item& item : set.items()) {
    if (!item.is("ConfigMap") && !item.is("Secret")) continue;
    KeyHolder& holder = (item.is("Secret") ? secrets_ : config_maps_)[item.name];
    holder.keys_known = true;
    for (const std::string_view part : {"data", "binaryData", "stringData"}) {
      const Value* data = item.value->find(part);
      if (!data) continue;
      for (const Member& entry : data->members) holder.keys.push_back(entry.key);
    }
  }
  // The controller manager creates this ConfigMap in every namespace.
  config_maps_["kube-root-ca.crt"] = {true, {"ca.crt"}};
  add_external(config_maps_, input.external_config_maps);
  add_external(secrets_, input.secrets);
  for (const External& claim : input.claims) claims_.insert(claim.name);
  // Every namespace has this account.
  accounts_.insert("default");
  for (const External& account : input.service_accounts) accounts_.insert(account.name);
}

void ReferenceCheck::check_name(const Item& item) const {
  // `find` returns the first object with a name.
  const Item* first = set_.find(item.kind, item.ns, item.name);
  if (first == &item || item.name.empty()) return;
  const Value& name = *item.value->at({"metadata", "name"});
  report(out_, "SKF420", Problem::duplicate, item, name,
         "two objects of this kind have the same name; the first is in " + std::string(first->file));
  const Span span = spec_span(first->value->at({"metadata", "name"})->origin);
  if (span != Span{} && span != out_.back().span) out_.back().notes.push_back({span, "the first one comes from here"});
}

void ReferenceCheck::check_binding(const Item& item) const {
  if (const Value* role = item.value->find("roleRef")) {
    const std::string_view kind = text_of(*role, "kind");
    const Value* name = role->find("name");
    // Kubernetes itself provides the ClusterRoles view, edit, admin, cluster-admin and system:...
    const bool built_in = kind == "ClusterRole" && name &&
                          (name->text == "view" || name->text == "edit" || name->text == "admin" ||
                           name->text == "cluster-admin" || name->text.view().starts_with("system:"));
    if (name && !built_in && !set_.find(kind, kind == "Role" ? item.ns : std::string_view(), name->text)) {
      report(out_, "SKF426", Problem::not_found, item, *name,
             "there is no such " + std::string(kind) + " in the output");
    }
  }
  for (const Value& subject : items_of(*item.value, "subjects")) {
    const Value* name = subject.find("name");
    if (text_of(subject, "kind") != "ServiceAccount" || !name) continue;
    const std::string_view given = text_of(subject, "namespace");
    const std::string_view ns = given.empty() ? ns_ : given;
    if (ns == ns_ && !accounts_.contains(name->text) && !set_.find("ServiceAccount", ns, name->text)) {
      report(out_, "SKF426", Problem::not_found, item, *name, "there is no such ServiceAccount in the output");
    }
  }
}

void ReferenceCheck::operator()(const Item& item) const {
  check_name(item);
  if (item.is("RoleBinding") || item.is("ClusterRoleBinding")) check_binding(item);
  if (!item.pod) return;
  const PodReferences pod{*this, item};
  for (const Value& volume : items_of(*item.pod, "volumes")) pod.check_volume(volume);
  each_container(*item.pod, [&](const Value& container) { pod.check_container(container); });
  for (const Value& secret : items_of(*item.pod, "imagePullSecrets")) pod.find_holder(secret, true);
  pod.check_account();
  pod.check_service();
}

}  // namespace skiff
