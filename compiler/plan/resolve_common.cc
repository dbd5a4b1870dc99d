#include <algorithm>

#include "plan/resolve_parts.h"
#include "text/duration.h"

namespace skiff {

plan::Text plan::joined(const Texts& words) {
  Text list;
  for (const Text& word : words) {
    list.origin |= word.origin;
    if (word.value.empty()) continue;
    if (!list.value.empty()) list.value += ',';
    list.value += *word;
  }
  return list;
}

plan::Pairs resolve_pairs(const spec::TextMap& map) {
  plan::Pairs pairs;
  pairs.reserve(map.size());
  for (const auto& [key, value] : map) pairs.emplace_back(*key, plan::Text{*value, key.origin | value.origin});
  return pairs;
}

plan::Pairs resolve_settings(const spec::Settings& settings) {
  plan::Pairs pairs;
  pairs.reserve(settings.size());
  for (const auto& [key, setting] : settings) {
    plan::Text text = setting.list.empty() ? setting.value.tracked() : plan::joined(resolve_texts(setting.list));
    text.origin |= key.origin;
    pairs.emplace_back(*key, std::move(text));
  }
  return pairs;
}

plan::Pairs resolve_sshd(const spec::Settings& settings) {
  plan::Pairs pairs = resolve_settings(settings);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    auto& [key, text] = pairs[i];
    // Lists of users, groups, variables and addresses are separated by spaces; only lists of algorithms use commas.
    const bool algorithms = key.ends_with("Algorithms") || key == "Ciphers" || key == "MACs";
    if (!settings[i].second.list.empty() && !algorithms) std::replace(text.value.begin(), text.value.end(), ',', ' ');
    if (text.value == "true") text.value = "yes";
    if (text.value == "false") text.value = "no";
  }
  return pairs;
}

plan::Texts resolve_texts(const spec::Texts& texts) {
  plan::Texts resolved;
  for (const auto& text : texts) resolved.push_back(text.tracked());
  return resolved;
}

plan::Placement resolve_placement(const spec::Placement& placement) {
  plan::Placement resolved{resolve_pairs(placement.node_selector), {}, resolve_optional(placement.priority_class_name)};
  for (const auto& toleration : placement.tolerations)
    resolved.tolerations.push_back({resolve_optional(toleration.key), resolve_optional(toleration.op),
                                    resolve_optional(toleration.value), resolve_optional(toleration.effect)});
  return resolved;
}

plan::Resources resolve_resources(const spec::Resources& resources) {
  return {resources.cpu.tracked(), resources.memory.tracked()};
}

plan::Service resolve_service(const spec::Service& service, plan::Int port) {
  return {service.type.tracked(),
          std::move(port),
          resolve_optional(service.node_port),
          resolve_pairs(service.annotations),
          resolve_texts(service.source_ranges),
          resolve_optional(service.load_balancer_class),
          resolve_optional(service.load_balancer_ip),
          resolve_optional(service.external_traffic_policy),
          resolve_optional(service.session_affinity),
          service.session_affinity_timeout ? std::optional(resolve_seconds(service.session_affinity_timeout))
                                           : std::nullopt};
}

plan::Int resolve_seconds(const spec::Text& duration) { return {seconds(*duration), duration.origin}; }

}  // namespace skiff
