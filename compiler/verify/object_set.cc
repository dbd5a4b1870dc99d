#include "verify/object_set.h"

namespace skiff {
namespace {

// Keys of the indexes; '\n' stands in no name or label.
std::string joined(std::string_view a, std::string_view b, std::string_view c) {
  std::string key;
  key.reserve(a.size() + b.size() + c.size() + 2);
  key.append(a).append(1, '\n').append(b).append(1, '\n').append(c);
  return key;
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
  if (item.is("Namespace") || item.is("ClusterRole") || item.is("ClusterRoleBinding") || item.is("PriorityClass")) {
    item.ns = {};
  } else if (item.ns.empty()) {
    item.ns = default_ns;
  }
  if (item.is("Pod")) {
    item.pod_template = &value;
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
    const std::size_t at = items_.size();
    const Item& item = items_.emplace_back(item_of(object, input.ns));
    by_name_.emplace(joined(item.kind, item.ns, item.name), at);
    if (!item.labels) continue;
    for (const Member& label : item.labels->members) {
      by_label_[joined(item.ns, label.key, label.value.text)].push_back(at);
    }
  }
}

const Item* ObjectSet::find(std::string_view kind, std::string_view ns, std::string_view name) const {
  const auto found = by_name_.find(joined(kind, ns, name));
  return found == by_name_.end() ? nullptr : &items_[found->second];
}

std::vector<const Item*> ObjectSet::selected(const Value& selector, std::string_view ns) const {
  // The rarest label is looked up, the others are compared: most labels of a cluster stand on all of its pods.
  const std::vector<std::size_t>* rarest = nullptr;
  for (const Member& label : selector.members) {
    const auto found = by_label_.find(joined(ns, label.key, label.value.text));
    if (found == by_label_.end()) return {};
    if (!rarest || found->second.size() < rarest->size()) rarest = &found->second;
  }
  std::vector<const Item*> result;
  if (!rarest) return result;
  for (const std::size_t at : *rarest) {
    bool all = true;
    for (const Member& label : selector.members) {
      const Value* has = items_[at].labels->find(label.key);
      all = all && has && has->text == label.value.text;
    }
    if (all) result.push_back(&items_[at]);
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

const std::vector<Value>& items_of(const Value& map, std::string_view key) {
  static const std::vector<Value> none;
  const Value* value = map.find(key);
  return value ? value->items : none;
}

const Value* item_named(const std::vector<Value>& list, std::string_view text, std::string_view key) {
  for (const Value& item : list) {
    if (text_of(item, key) == text) return &item;
  }
  return nullptr;
}

}  // namespace skiff
