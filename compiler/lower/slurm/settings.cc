#include <algorithm>
#include <string>
#include <string_view>

#include "lower/slurm/confs.h"
#include "plan/owned.h"
#include "text/split.h"

namespace skiff {
namespace {

std::string_view name_of(std::string_view word) { return word.substr(0, word.find('=')); }

// Our items, followed by the user's. Slurm uses the first of two items with the same name, so our item is left out if
// the user has one with its name.
std::string joined(std::string_view ours, std::string_view theirs) {
  std::string list;
  for (const std::string_view word : Parts(ours, ',')) {
    const Parts others(theirs, ',');
    bool again = false;
    for (const std::string_view other : others) again = again || same_key(name_of(word), name_of(other));
    if (!again) list += std::string(word) + ',';
  }
  return list + std::string(theirs);
}

}  // namespace

std::string quoted_if_needed(const std::string& value) {
  return value.find(' ') == std::string::npos ? value : '"' + value + '"';
}

void apply_settings(Conf& conf, const plan::Pairs& settings) {
  for (const auto& [key, value] : settings) {
    const auto line = std::find_if(conf.lines.begin(), conf.lines.end(), [&k = key](const ConfLine& candidate) {
      return candidate.parameters.size() == 1 && same_key(candidate.parameters[0].key, k);
    });
    const OwnedParameter* owned = find_owned(conf.name, "", key);
    const std::string text = conf.separator == '=' ? quoted_if_needed(*value) : *value;
    if (line == conf.lines.end()) {
      conf.add(owned ? std::string(owned->key) : key, text, value.origin);
    } else if (Parameter& own = line->parameters[0]; owned && owned->policy == OwnedParameter::Policy::list) {
      own.value = joined(own.value, *value);
      own.origin |= value.origin;
      own.given |= value.origin;
    } else {
      own.value = text;
      own.origin = value.origin;
    }
  }
}

}  // namespace skiff
