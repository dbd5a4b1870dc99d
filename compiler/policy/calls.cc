#include "policy/calls.h"

#include <algorithm>
#include <string_view>

namespace skiff::policy {
namespace {

// sacctmgr(1) accepts long lists, but the length of a command line is limited.
constexpr std::size_t most_names = 200;

bool same_but_names(const Call& one, const Call& other) {
  if (one.names != other.names || one.words.size() != other.words.size()) return false;
  for (std::size_t i = 0; i < one.words.size(); ++i)
    if (i != one.names && one.words[i] != other.words[i]) return false;
  return true;
}

Call call_of(const std::vector<std::string>& before, const std::string& prefix, const std::string& name,
             const std::vector<std::string>& after, const std::string& key) {
  Call call{before, before.size(), {key}};
  call.words.push_back(prefix + name);
  call.words.insert(call.words.end(), after.begin(), after.end());
  return call;
}

bool take_in(Call& call, const Call& more, const std::string& name) {
  if (call.keys.size() >= most_names || !same_but_names(call, more)) return false;
  call.words[call.names] += ',' + name;
  call.keys.push_back(more.keys.front());
  return true;
}

}  // namespace

Call only(const Call& call, std::size_t number) {
  Call one{call.words, call.names, {call.keys[number]}};
  std::string& word = one.words[one.names];
  const std::size_t equals = word.find('=');
  const std::string prefix = equals == word.npos ? "" : word.substr(0, equals + 1);
  std::string_view rest = std::string_view(word).substr(prefix.size());
  for (; number > 0; --number) rest.remove_prefix(rest.find(',') + 1);
  word = prefix + std::string(rest.substr(0, rest.find(',')));
  return one;
}

bool is_reported(const Call& call) {
  if (call.words[0] == "modify" && call.words[1] == "resource")
    return std::ranges::any_of(call.words, [](const std::string& word) { return word.starts_with("Cluster="); });
  if (call.words[0] != "modify" || call.words[1] != "account") return true;
  const auto set = std::ranges::find(call.words, "set");
  return std::any_of(set == call.words.end() ? set : set + 1, call.words.end(), [](const std::string& word) {
    return !word.starts_with("Description=") && !word.starts_with("Organization=");
  });
}

void Calls::add(const std::vector<std::string>& before, const std::string& prefix, const std::string& name,
                const std::vector<std::string>& after, const std::string& key) {
  Call call = call_of(before, prefix, name, after, key);
  for (std::size_t i = first_; i < calls_.size(); ++i)
    if (take_in(calls_[i], call, name)) return;
  calls_.push_back(std::move(call));
}

void Calls::add_in_order(const std::vector<std::string>& before, const std::string& prefix, const std::string& name,
                         const std::vector<std::string>& after, const std::string& key) {
  Call call = call_of(before, prefix, name, after, key);
  if (calls_.size() > first_ && take_in(calls_.back(), call, name)) return;
  calls_.push_back(std::move(call));
}

}  // namespace skiff::policy
