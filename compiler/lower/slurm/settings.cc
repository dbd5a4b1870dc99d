#include <algorithm>
#include <string_view>

#include "lower/slurm/conf.h"
#include "lower/slurm/owned.h"

namespace skiff {
namespace {

std::string_view file_name(const Conf& conf) {
  const std::string_view path = conf.path;
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

void apply_settings(Conf& conf, const plan::Pairs& settings) {
  const std::string_view file = file_name(conf).starts_with("sshd_config") ? "sshd_config" : file_name(conf);
  for (const auto& [key, value] : settings) {
    const auto line = std::find_if(conf.lines.begin(), conf.lines.end(), [&k = key](const ConfLine& candidate) {
      return candidate.parameters.size() == 1 && same_key(candidate.parameters[0].key, k);
    });
    const OwnedParameter* owned = find_owned(file, "", key);
    if (line == conf.lines.end()) {
      conf.add(owned ? std::string(owned->key) : key, value);
    } else if (Parameter& own = line->parameters[0]; owned && owned->policy == OwnedParameter::Policy::list) {
      own.value += "," + *value;
      own.origin |= value.origin;
    } else {
      own.value = *value;
      own.origin = value.origin;
    }
  }
}

}  // namespace skiff
