#include <algorithm>

#include "text/quote.h"
#include "verify/checks.h"
#include "verify/formats.h"
#include "verify/report.h"

namespace skiff {
namespace {

constexpr std::string_view label_text =
    "must be at most 63 characters of a-z, 0-9 and -, and must start and end with a letter or digit";

// The pod of one workload, with what its checks need.
struct Pod {
  const Item& item;
  const Value& spec;
  Diagnostics& out;

  void say(std::string_view rule, Problem problem, const Value& at, std::string message) const {
    report(out, rule, problem, item, at, std::move(message));
  }
};

// True if `text` is already in `seen`; adds it otherwise. The lists are short enough for a linear search.
bool seen_before(std::vector<std::string_view>& seen, std::string_view text) {
  if (std::find(seen.begin(), seen.end(), text) != seen.end()) return true;
  seen.push_back(text);
  return false;
}

// Equal names within one list are reported as SKF406.
void check_container_names(const Pod& pod) {
  each_container(pod.spec, [&](const Value& container) {
    const Value* name = container.find("name");
    if (name && !is_dns1123_label(name->text)) pod.say("SKF410", Problem::invalid, *name, std::string(label_text));
  });
  for (const Value& container : items_of(pod.spec, "containers")) {
    const Value* name = container.find("name");
    if (name && item_named(items_of(pod.spec, "initContainers"), name->text)) {
      pod.say("SKF435", Problem::duplicate, *name, "an init container of the pod has the same name");
    }
  }
}

void check_image(const Pod& pod, const Value& container) {
  const Value* image = container.find("image");
  if (!image) {
    pod.say("SKF403", Problem::required, container, "a container must have an image");
  } else if (!is_image_reference(image->text)) {
    pod.say(
        "SKF416", Problem::invalid, *image,
        "must be an image reference such as registry.example.com/name:tag, in lower case before the tag, of at most "
        "255 characters without it");
  }
}

void check_env(const Pod& pod, const Value& container) {
  for (const Value& variable : items_of(container, "env")) {
    const Value* name = variable.find("name");
    if (!name) continue;
    if (!is_env_name(name->text))
      pod.say("SKF415", Problem::invalid, *name, "must be letters, digits and _, and must not start with a digit");
  }
}

bool has_port(const Value& container, const Value& port) {
  for (const Value& declared : items_of(container, "ports")) {
    if (port.kind == Value::Kind::string ? text_of(declared, "name") == port.text
                                         : number_of(declared, "containerPort", 0) == port.number) {
      return true;
    }
  }
  return false;
}

void check_ports(const Pod& pod) {
  std::vector<std::string_view> names;
  std::vector<std::pair<std::int64_t, std::string_view>> on_host;
  const bool host_network = is_true(pod.spec, "hostNetwork");
  each_container(pod.spec, [&](const Value& container) {
    for (const Value& port : items_of(container, "ports")) {
      const std::string_view protocol = port.find("protocol") ? text_of(port, "protocol") : "TCP";
      const std::int64_t number = number_of(port, "containerPort", 0);
      const Value* declared = port.find("containerPort");
      if (declared && (number < 1 || number > 65535))
        pod.say("SKF414", Problem::invalid, *declared, "must be between 1 and 65535");
      if (const Value* name = port.find("name")) {
        if (!is_port_name(name->text)) {
          pod.say("SKF414", Problem::invalid, *name,
                  "must be at most 15 characters of a-z, 0-9 and -, with a letter, and without - at the ends or twice "
                  "in a row");
        }
        if (seen_before(names, name->text))
          pod.say("SKF435", Problem::duplicate, *name, "two ports of the pod have this name");
      }
      const std::int64_t host = host_network ? number : number_of(port, "hostPort", 0);
      if (host == 0) continue;
      if (std::find(on_host.begin(), on_host.end(), std::pair(host, protocol)) != on_host.end()) {
        pod.say("SKF436", Problem::duplicate, port,
                "two containers of the pod use port " + std::to_string(host) + " of the Kubernetes node");
      }
      on_host.emplace_back(host, protocol);
      if (const std::int64_t given = number_of(port, "hostPort", number); host_network && given != number) {
        pod.say("SKF436", Problem::invalid, *port.find("hostPort"),
                "must equal containerPort, because the pod uses the network of the Kubernetes node");
      }
    }
  });
}

// Probes and lifecycle hooks refer to ports of their own container.
void check_probe_ports(const Pod& pod, const Value& container) {
  const auto check = [&](const Value* handler) {
    if (!handler) return;
    for (const std::string_view kind : {"httpGet", "tcpSocket"}) {
      const Value* action = handler->find(kind);
      const Value* port = action ? action->find("port") : nullptr;
      if (!port || (port->kind == Value::Kind::integer && items_of(container, "ports").empty())) continue;
      if (!has_port(container, *port))
        pod.say("SKF432", Problem::not_found, *port, "the container declares no such port");
    }
  };
  for (const std::string_view probe : {"startupProbe", "readinessProbe", "livenessProbe"}) check(container.find(probe));
  if (const Value* lifecycle = container.find("lifecycle")) {
    check(lifecycle->find("preStop"));
    check(lifecycle->find("postStart"));
  }
}

void check_resources(const Pod& pod, const Value& container) {
  const Value* resources = container.find("resources");
  const Value* requests = resources ? resources->find("requests") : nullptr;
  const Value* limits = resources ? resources->find("limits") : nullptr;
  if (!requests || !limits) return;
  const auto amount = [](const Value& value) {
    return value.kind == Value::Kind::integer ? std::optional<long double>(value.number) : parse_quantity(value.text);
  };
  for (const Member& request : requests->members) {
    const Value* limit = limits->find(request.key);
    if (!limit) continue;
    const auto asked = amount(request.value), most = amount(*limit);
    if (!asked || !most) continue;  // a malformed quantity is reported as SKF408
    const bool extended =
        request.key.view().find('/') != std::string::npos || request.key.view().starts_with("hugepages-");
    if (*asked > *most) {
      pod.say("SKF409", Problem::invalid, request.value, "must be no more than the limit of " + quote(request.key));
    } else if (extended && *asked != *most) {
      pod.say("SKF409", Problem::invalid, request.value,
              "must equal the limit of " + quote(request.key) + ", because it cannot be overcommitted");
    }
  }
}

void check_mounts(const Pod& pod, const Value& container, const std::vector<std::string_view>& volumes,
                  std::vector<std::string_view>& used) {
  for (const auto& [list, path_key] :
       {std::pair{"volumeMounts", "mountPath"}, std::pair{"volumeDevices", "devicePath"}}) {
    for (const Value& mount : items_of(container, list)) {
      if (const Value* name = mount.find("name")) {
        used.push_back(name->text);
        if (std::find(volumes.begin(), volumes.end(), name->text) == volumes.end()) {
          pod.say("SKF429", Problem::not_found, *name,
                  "the pod has no such volume" + did_you_mean(name->text, volumes));
        }
      }
      if (const Value* path = mount.find(path_key)) {
        if (!is_mount_path(path->text))
          pod.say("SKF418", Problem::invalid, *path,
                  "must be an absolute path without a colon and without parts that are empty, . or ..");
      }
      if (const Value* sub = mount.find("subPath"); sub && !is_mount_path("/" + sub->text.str())) {
        pod.say("SKF418", Problem::invalid, *sub,
                "must be a relative path without a colon and without parts that are empty, . or ..");
      }
    }
  }
}

void check_volumes(const Pod& pod) {
  std::vector<std::string_view> volumes;
  std::vector<const Value*> names;
  for (const Value& volume : items_of(pod.spec, "volumes")) names.push_back(volume.find("name"));
  if (const Value* spec = pod.item.value->find("spec"); spec && pod.item.is("StatefulSet")) {
    for (const Value& claim : items_of(*spec, "volumeClaimTemplates")) {
      const Value* name = names.emplace_back(claim.at({"metadata", "name"}));
      if (name && item_named(items_of(pod.spec, "volumes"), name->text)) {
        pod.say("SKF435", Problem::duplicate, *name,
                "a volume of the pod has the name of this claim template, which replaces it");
      }
    }
  }
  for (const Value* name : names) {
    if (!name) continue;
    if (!is_dns1123_label(name->text)) pod.say("SKF410", Problem::invalid, *name, std::string(label_text));
    volumes.push_back(name->text);
  }

  std::vector<std::string_view> used;
  each_container(pod.spec, [&](const Value& container) { check_mounts(pod, container, volumes, used); });
  for (const Value* name : names) {
    if (name && std::find(used.begin(), used.end(), name->text) == used.end()) {
      pod.say("SKF430", Problem::invalid, *name, "no container mounts this volume");
    }
  }
}

}  // namespace

void check_pod(const Item& item, Diagnostics& out) {
  if (!item.pod) return;
  const Pod pod{item, *item.pod, out};
  check_container_names(pod);
  check_ports(pod);
  check_volumes(pod);
  each_container(*item.pod, [&](const Value& container) {
    check_image(pod, container);
    check_env(pod, container);
    check_probe_ports(pod, container);
    check_resources(pod, container);
  });
}

}  // namespace skiff
