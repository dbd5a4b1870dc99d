#include "policy/file.h"

#include <stdexcept>

#include "text/split.h"

namespace skiff::policy {
namespace {

void take_line(std::string_view line, Policy& policy) {
  const auto [kind, name] = take_option(line);
  if (kind == "Prune") {
    policy.prune = name == "All" ? Prune::all : name == "Unused" ? Prune::unused : Prune::none;
    return;
  }
  std::vector<Entry>* list = kind == "QOS"           ? &policy.qos
                             : kind == "Account"     ? &policy.accounts
                             : kind == "User"        ? &policy.users
                             : kind == "Association" ? &policy.associations
                             : kind == "Resource"    ? &policy.resources
                                                     : nullptr;
  if (list == nullptr) throw std::runtime_error("unknown key: " + kind);
  Entry& entry = list->emplace_back(Entry{name, {}});
  while (!line.empty()) entry.options.push_back(take_option(line));
  if (name.empty()) throw std::runtime_error(kind + " without a name");
  if (kind == "Association" && entry.option("Account").empty())
    throw std::runtime_error("an association without Account");
  if (kind == "Resource" && name.find('@') == name.npos) throw std::runtime_error("a resource without a server");
}

}  // namespace

std::pair<std::string, std::string> take_option(std::string_view& line) {
  const std::size_t equals = line.find('=');
  if (equals == line.npos || equals == 0 || line.substr(0, equals).find_first_of(" \t\"") != line.npos)
    throw std::runtime_error("expected Key=value: " + std::string(line));
  std::pair<std::string, std::string> option{std::string(line.substr(0, equals)), {}};
  line.remove_prefix(equals + 1);
  const bool quoted = line.starts_with('"');
  if (quoted) line.remove_prefix(1);
  const std::size_t end = line.find(quoted ? '"' : ' ');
  if (quoted && end == line.npos) throw std::runtime_error("unterminated quote");
  option.second = line.substr(0, end);
  line.remove_prefix(end == line.npos ? line.size() : end + 1);
  while (line.starts_with(' ')) line.remove_prefix(1);
  return option;
}

std::string_view Entry::option(std::string_view key) const {
  for (const auto& option : options)
    if (option.first == key) return option.second;
  return {};
}

Policy parse(std::string_view text) {
  Policy policy;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = take_until(text, '\n');
    if (line.empty() || line.starts_with('#')) continue;
    try {
      take_line(line, policy);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error("line " + std::to_string(number) + ": " + error.what());
    }
  }
  return policy;
}

}  // namespace skiff::policy
