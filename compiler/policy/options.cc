#include "policy/options.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/split.h"

namespace skiff::policy {
namespace {

/// The names of the TRES in a list such as `cpu=4,gres/gpu=2`.
std::vector<std::string_view> tres_in(std::string_view list) {
  std::vector<std::string_view> names;
  for (const std::string_view part : Parts(list, ','))
    if (const std::string_view name = part.substr(0, part.find('=')); !name.empty()) names.push_back(name);
  return names;
}

/// The value that unsets an option; null if there is no such value.
const char* value_of_none(std::string_view option) {
  const auto is = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(names, [&](std::string_view name) { return same_but_case(name, option); });
  };
  if (is({"Preempt", "QOS", "ServerType"})) return "";
  if (is({"PreemptMode"})) return "cluster";
  if (is({"AdminLevel"})) return "None";
  if (is({"Description", "Organization", "DefaultAccount"})) return nullptr;
  return "-1";
}

/// The list of TRES, with `=-1` for all other TRES that the record has, which removes their limits.
std::string with_lifted(std::string list, const std::string& key, const Shown& shown) {
  const auto found = shown.find(key);
  if (found == shown.end()) return list;
  const std::string given = list;
  const auto kept = tres_in(given);
  for (const std::string_view name : tres_in(found->second))
    if (std::ranges::find(kept, name) == kept.end()) list += (list.empty() ? "" : ",") + std::string(name) + "=-1";
  return list;
}

}  // namespace

std::string value_in(const Shown* row, std::string_view option) {
  if (row)
    for (const auto& [name, value] : *row)
      if (same_but_case(name, option)) return value;
  return {};
}

std::string text_of(const Options& options) {
  std::string text;
  for (const auto& [key, value] : options) text += (text.empty() ? "" : "\n") + key + '=' + value;
  return text;
}

Options options_of(std::string_view text) {
  Options options;
  for (const std::string_view line : Parts(text, '\n'))
    if (const std::size_t equals = line.find('='); equals != line.npos)
      options.emplace_back(line.substr(0, equals), line.substr(equals + 1));
  return options;
}

std::string text_of(const Shown& shown) {
  std::string text;
  for (const auto& [key, value] : shown) text += key + '=' + value + '\n';
  return text;
}

Options options_without(const Options& options, const std::vector<std::string_view>& others) {
  Options left;
  for (const auto& option : options)
    if (std::ranges::find(others, option.first) == others.end()) left.push_back(option);
  return left;
}

Options options_to_set(const Options& wanted, const Options& before, const Shown& shown) {
  Options set;
  for (const auto& [key, value] : wanted) set.emplace_back(key, is_tres(key) ? with_lifted(value, key, shown) : value);
  for (const auto& option : before) {
    const std::string& key = option.first;
    if (std::ranges::any_of(wanted, [&](const auto& kept) { return same_but_case(kept.first, key); })) continue;
    if (!is_tres(key)) {
      if (const char* none = value_of_none(key)) set.emplace_back(key, none);
    } else if (const std::string lifted = with_lifted("", key, shown); !lifted.empty()) {
      set.emplace_back(key, lifted);
    }
  }
  return set;
}

}  // namespace skiff::policy
