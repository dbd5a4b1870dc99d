#pragma once

// For the tests in this directory: creates objects from YAML text.

#include <yaml-cpp/yaml.h>

#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "text/number.h"
#include "verify/conf_text.h"
#include "verify/verify.h"

namespace skiff {

inline Value value_of(const YAML::Node& node) {
  const auto at = static_cast<std::uint32_t>(node.Mark().pos);
  const Origin origin = Origin::spec({at, at + 1});
  if (node.IsMap()) {
    Value map = Value::map(origin);
    for (const auto& member : node) map.add(member.first.Scalar(), value_of(member.second));
    return map;
  }
  if (node.IsSequence()) {
    Value list = Value::list({}, origin);
    for (const auto& item : node) list.items.push_back(value_of(item));
    return list;
  }
  const std::string text = node.IsScalar() ? node.Scalar() : "";
  if (node.Tag() != "!") {
    if (const auto number = to_number(text)) return Value::integer(*number, origin);
    if (text == "true" || text == "false") return Value::boolean(text == "true", origin);
  }
  return Value::string(text, origin);
}

/// The input of `verify` in a test. `yaml` is a stream of YAML documents.
struct Fixture {
  std::deque<Value> values;
  std::deque<Conf> confs;
  std::deque<std::string> texts;
  std::vector<OutputObject> objects;
  std::vector<OutputConfigMap> config_maps;
  std::vector<OutputConf> conf_files;
  std::vector<External> secrets, external_config_maps, claims, service_accounts;
  Version kubernetes{1, 33};
  Version slurm{24, 11};

  explicit Fixture(const std::string& yaml = "") { add(yaml); }

  void add(const std::string& yaml) {
    for (const YAML::Node& document : YAML::LoadAll(yaml)) {
      if (document.IsMap()) objects.push_back({"k8s/test.yaml", &values.emplace_back(value_of(document))});
    }
  }

  /// Adds a Slurm file as typed lines and text. The origin of each line is a span that begins at the line's number.
  void add_conf(const std::string& path, const std::string& text) {
    texts.push_back(text);
    Conf& conf = confs.emplace_back(Conf{.path = path});
    for (const ParsedLine& line : parse_conf(texts.back()).lines) {
      ConfLine& typed = conf.lines.emplace_back();
      for (const auto& [key, value] : line.parameters) {
        typed.parameters.push_back(
            {std::string(key), std::string(value), Origin::spec({line.number, line.number + 1})});
      }
    }
    conf_files.push_back({conf.path, &conf, texts.back()});
  }

  VerifyInput input() const {
    static constexpr std::string_view gpus[] = {"nvidia.com/gpu"};
    return {objects, config_maps, conf_files, {},      secrets,         external_config_maps, claims, service_accounts,
            "",      true,        true,       "slurm", "cluster.local", kubernetes,           slurm,  gpus};
  }
};

/// `text` with its first `from` replaced. Tests use it to break one thing. Throws std::logic_error if `from` is
/// missing.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("the fixture has no " + from);
  return text.replace(at, from.size(), to);
}

/// All diagnostics as `SKF410 "value" message`, one per line.
inline std::string lines(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) {
    text += std::string(d.rule) + (d.severity == Severity::warning ? " warning " : " ") +
            (d.value.empty() ? "" : d.value + ' ') + d.message + '\n';
  }
  return text;
}

}  // namespace skiff
