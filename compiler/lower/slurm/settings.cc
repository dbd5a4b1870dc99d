#include <algorithm>

#include "lower/slurm/confs.h"
#include "plan/owned.h"

namespace skiff {
std::string quoted_if_needed(const std::string& value) {
  return value.find(' ') == std::string::npos ? value : '"' + value + '"';
}

void apply_settings(Conf& conf, const plan::Pairs& settings) {
  // A default stands because no setting replaces it, so it knows them all.
  Origin all;
  for (const auto& [key, value] : settings) all |= value.origin;
  for (ConfLine& line : conf.lines) {
    const OwnedParameter* owned = find_owned(conf.name, "", line.parameters[0].key);
    if (owned && owned->policy != OwnedParameter::Policy::fixed) line.parameters[0].origin |= all;
  }
  for (const auto& [key, value] : settings) {
    const auto line = std::find_if(conf.lines.begin(), conf.lines.end(), [&k = key](const ConfLine& candidate) {
      return candidate.parameters.size() == 1 && same_key(candidate.parameters[0].key, k);
    });
    const OwnedParameter* owned = find_owned(conf.name, "", key);
    const std::string text = conf.separator == '=' ? quoted_if_needed(*value) : *value;
    if (line == conf.lines.end()) {
      conf.add(owned ? std::string(owned->key) : key, text, value.origin);
    } else if (Parameter& own = line->parameters[0]; owned && owned->policy == OwnedParameter::Policy::list) {
      own.value += "," + *value;
      own.origin |= value.origin;
    } else {
      own.value = text;
      own.origin = value.origin;
    }
  }
}

}  // namespace skiff
