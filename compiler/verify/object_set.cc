#include "verify/object_set.h"

#include <algorithm>
#include <functional>

namespace skiff {
namespace {

std::size_t hash_of(std::string_view a, std::string_view b, std::string_view c) {
  const std::hash<std::string_view> hash;
  std::size_t sum = hash(a);
  for (const std::string_view text : {b, c}) sum = sum * 0x9e3779b97f4a7c15 + hash(text);
  return sum;
}

Item item_of(const OutputObject& object, std::string_view default_ns) {
  Item item{object.file, object.value};
  const Value& value = *object.value;
  item.api_version = text_of(value, "apiVersion");
  item.kind = text_of(value, "kind");
  if (const Value* metadata = value.find("metadata")) {
    item.name = text_of(*metadata, "name");
    item.ns = text_of(*metadata, "namespace");
  }
  if (item.is("Namespace") || item.is("ClusterRole") || item.is("ClusterRoleBinding") || item.is("PriorityClass") ||
      item.is("PersistentVolume")) {
    item.ns = {};
  } else if (item.ns.empty()) {
    item.ns = default_ns;
  }
  if (item.is("Pod")) {
    item.pod_template = &value;
  } else if (item.is("PodTemplate")) {
    item.pod_template = value.find("template");
  } else if (item.is("CronJob")) {
    item.pod_template = value.at({"spec", "jobTemplate", "spec", "template"});
  } else if (item.is("StatefulSet") || item.is("Deployment") || item.is("DaemonSet") || item.is("Job")) {
    item.pod_template = value.at({"spec", "template"});
  }
  if (item.pod_template) {
    item.labels = item.pod_template->at({"metadata", "labels"});
    item.pod = item.pod_template->find("spec");
  }
  return item;
}

}  // namespace

ObjectSet::ObjectSet(const VerifyInput& input) {
  items_.reserve(input.objects.size());
  by_name_.reserve(input.objects.size());
  for (const OutputObject& object : input.objects) {
    const auto at = static_cast<std::uint32_t>(items_.size());
    const Item& item = items_.emplace_back(item_of(object, input.ns));
    by_name_[hash_of(item.kind, item.ns, item.name)].push_back(at);
    if (!item.labels) continue;
    for (const Member& label : item.labels->members) {
      by_label_[hash_of(item.ns, label.key, label.value.text)].push_back(at);
    }
  }
}

const Item* ObjectSet::find(std::string_view kind, std::string_view ns, std::string_view name) const {
  const auto found = by_name_.find(hash_of(kind, ns, name));
  if (found == by_name_.end()) return nullptr;
  for (const std::uint32_t at : found->second) {
    const Item& item = items_[at];
    if (item.kind == kind && item.ns == ns && item.name == name) return &item;
  }
  return nullptr;
}

std::vector<const Item*> ObjectSet::selected(const Value& selector, std::string_view ns) const {
  // Look up the rarest label and compare the others, because most labels of a cluster are on all of its pods.
  const std::vector<std::uint32_t>* rarest = nullptr;
  for (const Member& label : selector.members) {
    const auto found = by_label_.find(hash_of(ns, label.key, label.value.text));
    if (found == by_label_.end()) return {};
    if (!rarest || found->second.size() < rarest->size()) rarest = &found->second;
  }
  std::vector<const Item*> result;
  if (!rarest) return result;
  for (const std::uint32_t at : *rarest) {
    const Item& item = items_[at];
    const bool all = item.ns == ns && std::ranges::all_of(selector.members, [&](const Member& label) {
                       const Value* has = item.labels->find(label.key);
                       return has && has->text == label.value.text;
                     });
    if (all) result.push_back(&item);
  }
  return result;
}

std::string_view text_of(const Value& map, std::string_view key) {
  const Value* value = map.find(key);
  return value && value->kind == Value::Kind::string ? std::string_view(value->text) : std::string_view();
}

std::int64_t number_of(const Value& map, std::string_view key, std::int64_t otherwise) {
  const Value* value = map.find(key);
  return value && value->kind == Value::Kind::integer ? value->number : otherwise;
}

bool is_true(const Value& map, std::string_view key) {
  const Value* value = map.find(key);
  return value && value->kind == Value::Kind::boolean && value->number != 0;
}

const SharedList<Value>& items_of(const Value& map, std::string_view key) {
  static const SharedList<Value> none;
  const Value* value = map.find(key);
  return value ? value->items : none;
}

const Value* item_named(const SharedList<Value>& list, std::string_view text, std::string_view key) {
  for (const Value& item : list) {
    if (text_of(item, key) == text) return &item;
  }
  return nullptr;
}

bool declares_port(const Value& pod, const Value& port) {
  bool found = false;
  each_container(pod, [&](const Value& container) {
    for (const Value& declared : items_of(container, "ports")) {
      found = found || (port.kind == Value::Kind::string ? text_of(declared, "name") == port.text
                                                         : number_of(declared, "containerPort", 0) == port.number);
    }
  });
  return found;
}

}  // namespace skiff
