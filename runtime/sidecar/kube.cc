#include "sidecar/kube.h"

#include <time.h>

#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "common/one_line.h"
#include "sidecar/node.h"
#include "text/number.h"

namespace skiff::sidecar {
namespace {

using nlohmann::json;

json parsed(std::string_view text) {
  try {
    return json::parse(text);
  } catch (const json::exception& error) {
    throw std::runtime_error(one_line(error.what()));
  }
}

std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

// The text at the end of a path of keys; empty if a part of the path is missing or null.
std::string text_at(const json& value, std::initializer_list<const char*> path) {
  const json* at = &value;
  for (const char* key : path) {
    if (!at->is_object()) return "";
    const auto found = at->find(key);
    if (found == at->end()) return "";
    at = &*found;
  }
  return at->is_string() ? at->get<std::string>() : "";
}

const json& list_at(const json& value, const char* key) {
  static const json none = json::array();
  const auto found = value.is_object() ? value.find(key) : value.end();
  return value.is_object() && found != value.end() && found->is_array() ? *found : none;
}

std::int64_t seconds_of(const std::string& time) {
  tm parts{};
  const char* end = strptime(time.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return end && !*end ? static_cast<std::int64_t>(timegm(&parts)) : 0;
}

std::string time_of(std::int64_t seconds) {
  const time_t at = seconds;
  tm parts{};
  gmtime_r(&at, &parts);
  char text[32];
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// Why a pod does not start: the message of the scheduler, of the first waiting container, or of a failed pod.
std::string trouble_of(const json& status) {
  for (const json& condition : list_at(status, "conditions"))
    if (text_at(condition, {"type"}) == "PodScheduled" && text_at(condition, {"status"}) == "False") {
      const std::string message = text_at(condition, {"message"});
      return message.empty() ? text_at(condition, {"reason"}) : message;
    }
  for (const char* key : {"initContainerStatuses", "containerStatuses"})
    for (const json& container : list_at(status, key)) {
      const std::string reason = text_at(container, {"state", "waiting", "reason"});
      if (reason.empty() || reason == "PodInitializing" || reason == "ContainerCreating") continue;
      return reason + ": " + text_at(container, {"state", "waiting", "message"});
    }
  if (text_at(status, {"phase"}) != "Failed") return "";
  const std::string reason = text_at(status, {"reason"});
  return (reason.empty() ? "failed" : reason) + ": " + text_at(status, {"message"});
}

Pod pod_of(const json& object) {
  Pod pod;
  pod.name = text_at(object, {"metadata", "name"});
  pod.uid = text_at(object, {"metadata", "uid"});
  if (pod.name.empty() || pod.uid.empty()) throw std::runtime_error("a pod without a name or a uid");
  pod.leaving = !text_at(object, {"metadata", "deletionTimestamp"}).empty();
  pod.elastic = text_at(object, {"metadata", "labels", "skiff/scaling"}) == "elastic";
  pod.created = seconds_of(text_at(object, {"metadata", "creationTimestamp"}));
  pod.machine = text_at(object, {"spec", "nodeName"});
  pod.phase = text_at(object, {"status", "phase"});
  const auto status = object.find("status");
  if (status == object.end()) return pod;
  pod.trouble = trouble_of(*status);
  for (const json& condition : list_at(*status, "conditions")) {
    const std::string type = text_at(condition, {"type"});
    for (const auto& [name, into] :
         {std::pair{unhealthy_type, &pod.unhealthy}, std::pair{in_service_type, &pod.in_service}})
      if (type == name && !*into)
        *into =
            Condition{text_at(condition, {"status"}), text_at(condition, {"reason"}), text_at(condition, {"message"})};
  }
  return pod;
}

std::int64_t annotation(const json& object, const char* key) {
  const std::string text = text_at(object, {"metadata", "annotations", key});
  const auto number = to_number(text);
  if (!number || *number < 0)
    throw std::runtime_error(std::string("a PodTemplate whose annotation ") + key + " is not a valid number");
  return *number;
}

ElasticSet set_of(const json& object) {
  ElasticSet set;
  set.name = text_at(object, {"metadata", "name"});
  set.ns = text_at(object, {"metadata", "namespace"});
  set.uid = text_at(object, {"metadata", "uid"});
  if (set.name.empty() || set.uid.empty()) throw std::runtime_error("a PodTemplate without a name or a uid");
  set.min = annotation(object, "skiff/min");
  set.retry_after = annotation(object, "skiff/retry-after");
  const auto form = object.find("template");
  if (form == object.end() || !form->is_object() || !form->value("spec", json::object()).is_object() ||
      !form->value("metadata", json::object()).is_object())
    throw std::runtime_error("a PodTemplate without a template");
  set.pod = dumped(*form);
  return set;
}

Machine machine_of(const json& object) {
  Machine machine{text_at(object, {"metadata", "name"}), {}};
  if (machine.name.empty()) throw std::runtime_error("a Kubernetes node without a name");
  const auto metadata = object.find("metadata");
  const auto labels = metadata->find("labels");
  if (labels == metadata->end() || !labels->is_object()) return machine;
  for (const auto& [key, value] : labels->items())
    if (value.is_string()) machine.labels[key] = value.get<std::string>();
  return machine;
}

template <class Item>
Page parse_page(std::string_view text, std::vector<Item>& into, Item (*item_of)(const json&)) {
  const json page = parsed(text);
  if (!page.is_object() || !page.contains("items") || !page["items"].is_array())
    throw std::runtime_error("no list of items");
  for (const json& object : page["items"]) {
    if (!object.is_object()) throw std::runtime_error("an item that is not an object");
    into.push_back(item_of(object));
  }
  return {text_at(page, {"metadata", "continue"}), text_at(page, {"metadata", "resourceVersion"})};
}

}  // namespace

Page parse_pods(std::string_view text, std::vector<Pod>& into) { return parse_page(text, into, pod_of); }
Page parse_machines(std::string_view text, std::vector<Machine>& into) { return parse_page(text, into, machine_of); }
Page parse_sets(std::string_view text, std::vector<ElasticSet>& into) { return parse_page(text, into, set_of); }

bool parse_unreachable(std::string_view text) {
  const json node = parsed(text);
  const auto status = node.is_object() ? node.find("status") : node.end();
  if (!node.is_object() || status == node.end()) throw std::runtime_error("a Kubernetes node without a status");
  for (const json& condition : list_at(*status, "conditions"))
    if (text_at(condition, {"type"}) == "Ready") return text_at(condition, {"status"}) == "Unknown";
  return false;
}

WatchEvent parse_watch_line(std::string_view line) {
  const json event = parsed(line);
  const std::string type = text_at(event, {"type"});
  const auto found = event.is_object() ? event.find("object") : event.end();
  if (!event.is_object() || found == event.end() || !found->is_object())
    throw std::runtime_error("an event without an object");
  const json& object = *found;
  WatchEvent made;
  made.version = text_at(object, {"metadata", "resourceVersion"});
  if (type == "BOOKMARK") {
    made.kind = WatchEvent::Kind::bookmark;
  } else if (type == "ADDED" || type == "MODIFIED" || type == "DELETED") {
    made.kind = type == "DELETED" ? WatchEvent::Kind::deleted : WatchEvent::Kind::changed;
    made.pod = pod_of(object);
  } else if (type == "ERROR") {
    const auto code = object.find("code");
    const bool gone = code != object.end() && code->is_number_integer() && *code == 410;
    made.kind = gone ? WatchEvent::Kind::expired : WatchEvent::Kind::failed;
    made.error = one_line(text_at(object, {"message"}));
  } else {
    throw std::runtime_error("an event of unknown type " + one_line(type));
  }
  return made;
}

std::string parse_message(std::string_view text) {
  const json status = json::parse(text, nullptr, false);
  return status.is_object() ? one_line(text_at(status, {"message"})) : "";
}

std::string pod_body(const ElasticSet& set, const std::string& node) {
  json pod = parsed(set.pod);
  pod["apiVersion"] = "v1";
  pod["kind"] = "Pod";
  json& metadata = pod["metadata"];
  metadata["name"] = node;
  metadata["namespace"] = set.ns;
  metadata["ownerReferences"] = json::array(
      {{{"apiVersion", "v1"}, {"kind", "PodTemplate"}, {"name", set.name}, {"uid", set.uid}, {"controller", true}}});
  pod["spec"]["hostname"] = node;
  return dumped(pod);
}

std::string delete_body(const std::string& uid) {
  return dumped({{"apiVersion", "v1"}, {"kind", "DeleteOptions"}, {"preconditions", {{"uid", uid}}}});
}

std::string force_delete_body(const std::string& uid) {
  return dumped(
      {{"apiVersion", "v1"}, {"kind", "DeleteOptions"}, {"gracePeriodSeconds", 0}, {"preconditions", {{"uid", uid}}}});
}

std::string patch_body(const Patch& patch, std::int64_t now) {
  json condition = {{"type", patch.type},
                    {"status", patch.condition.status},
                    {"reason", patch.condition.reason},
                    {"message", patch.condition.message}};
  if (patch.kind == Patch::Kind::machine) condition["lastHeartbeatTime"] = time_of(now);
  if (patch.changed) condition["lastTransitionTime"] = time_of(now);
  return dumped({{"status", {{"conditions", json::array({condition})}}}});
}

std::string event_body(const StateEvent& event, const std::string& ns, std::int64_t now) {
  const Condition& condition = event.condition;
  const auto hash =
      std::hash<std::string>()(event.uid + condition.reason + condition.message + std::to_string(event.since));
  char name[17];
  snprintf(name, sizeof name, "%016zx", hash);
  // What power saving, a reboot or a maintenance does needs nobody's attention.
  const bool normal = condition.status == "True" || condition.reason.starts_with("Power") ||
                      condition.reason == "Rebooting" || condition.reason == "Maintenance";
  const std::string message =
      condition.status == "True" ? "Slurm gives jobs to the node again" : "Slurm gives no jobs to the node: ";
  return dumped({{"apiVersion", "v1"},
                 {"kind", "Event"},
                 {"metadata", {{"name", event.pod + "." + name}, {"namespace", ns}}},
                 {"involvedObject",
                  {{"apiVersion", "v1"}, {"kind", "Pod"}, {"name", event.pod}, {"namespace", ns}, {"uid", event.uid}}},
                 {"type", normal ? "Normal" : "Warning"},
                 {"reason", condition.reason},
                 {"message", message + condition.message},
                 {"source", {{"component", "skiff-sidecar"}}},
                 {"firstTimestamp", time_of(now)},
                 {"lastTimestamp", time_of(now)},
                 {"count", 1}});
}

}  // namespace skiff::sidecar
