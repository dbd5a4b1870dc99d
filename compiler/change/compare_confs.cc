#include "change/compare_confs.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "plan/owned.h"
#include "text/ascii.h"
#include "verify/conf_text.h"

namespace skiff::change {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

/// The part of a host list before its numbers.
std::string_view stem(std::string_view value) { return value.substr(0, value.find_first_of("[0123456789")); }

std::string text_of(const ParsedLine& line) {
  std::string text;
  for (const auto& [key, value] : line.parameters) {
    if (!text.empty()) text += ' ';
    text.append(key).append("=").append(value);
  }
  return text;
}

/// Lines of one file that have no counterpart yet.
using Lines = std::vector<const ParsedLine*>;

class Comparison {
 public:
  Comparison(const ParsedConf& before, const ParsedConf& after) {
    for (const ParsedLine& line : before.lines) before_.push_back(&line);
    for (const ParsedLine& line : after.lines) after_.push_back(&line);
  }

  std::vector<ConfDifference> run() {
    using Key = std::optional<std::string>;
    pair([](const ParsedLine& line) -> Key { return text_of(line); });
    pair([](const ParsedLine& line) -> Key { return first_key(line) + "=" + std::string(line.parameters[0].second); });
    pair([](const ParsedLine& line) -> Key {
      if (!same_key(line.parameters[0].first, "NodeName")) return std::nullopt;
      return std::string(stem(line.parameters[0].second));
    });
    pair([](const ParsedLine& line) { return line.parameters.size() == 1 ? Key(first_key(line)) : std::nullopt; });
    for (const ParsedLine* line : after_) whole(*line, How::added);
    for (const ParsedLine* line : before_) whole(*line, How::removed);
    // In the order of the newer file. What is gone comes last.
    std::ranges::stable_sort(found_, {}, [](const ConfDifference& one) {
      return std::pair(one.after_line == 0, one.after_line ? one.after_line : one.before_line);
    });
    return std::move(found_);
  }

 private:
  static std::string first_key(const ParsedLine& line) { return to_lower(line.parameters[0].first); }

  // Takes the pairs of lines with the same key, each with the first that is left, and compares them. Lines whose key is
  // std::nullopt have no counterpart.
  template <class KeyOf>
  void pair(KeyOf key_of) {
    std::unordered_map<std::string, std::deque<const ParsedLine*>> by_key;
    for (const ParsedLine* line : before_)
      if (auto key = key_of(*line)) by_key[std::move(*key)].push_back(line);
    std::unordered_set<const ParsedLine*> paired;
    Lines left;
    for (const ParsedLine* after : after_) {
      const auto key = key_of(*after);
      const auto found = key ? by_key.find(*key) : by_key.end();
      if (found == by_key.end() || found->second.empty()) {
        left.push_back(after);
        continue;
      }
      compare(*found->second.front(), *after);
      paired.insert(found->second.front());
      found->second.pop_front();
    }
    after_ = std::move(left);
    std::erase_if(before_, [&](const ParsedLine* line) { return paired.contains(line); });
  }

  void compare(const ParsedLine& before, const ParsedLine& after) {
    const auto value = [](const ParsedLine& line, std::string_view key) {
      return std::ranges::find_if(line.parameters, [&](const Pair& pair) { return same_key(pair.first, key); });
    };
    const auto report = [&](std::string_view key, How how, std::string_view old, std::string_view now) {
      ConfDifference difference{std::string(after.parameters[0].first),
                                {},
                                {std::string(key)},
                                how,
                                std::string(old),
                                std::string(now),
                                before.number,
                                after.number};
      if (after.parameters.size() > 1 || before.parameters.size() > 1)
        difference.line = text_of({0, {after.parameters[0]}});
      found_.push_back(std::move(difference));
    };
    for (const auto& [key, now] : after.parameters) {
      const auto old = value(before, key);
      if (old == before.parameters.end()) {
        report(key, How::added, "", now);
      } else if (old->second != now) {
        report(key, How::changed, old->second, now);
      }
    }
    for (const auto& [key, old] : before.parameters)
      if (value(after, key) == after.parameters.end()) report(key, How::removed, old, "");
  }

  void whole(const ParsedLine& line, How how) {
    ConfDifference difference{std::string(line.parameters[0].first), {}, {}, how};
    for (const auto& [key, value] : line.parameters) difference.keys.emplace_back(key);
    const bool alone = line.parameters.size() == 1;
    if (!alone) difference.line = text_of({0, {line.parameters[0]}});
    std::string text = alone ? std::string(line.parameters[0].second) : text_of(line);
    (how == How::added ? difference.after : difference.before) = std::move(text);
    (how == How::added ? difference.after_line : difference.before_line) = line.number;
    found_.push_back(std::move(difference));
  }

  Lines before_, after_;
  std::vector<ConfDifference> found_;
};

}  // namespace

std::vector<ConfDifference> conf_differences(std::string_view before, std::string_view after) {
  const ParsedConf old_conf = parse_conf(before);
  const ParsedConf new_conf = parse_conf(after);
  return Comparison(old_conf, new_conf).run();
}

}  // namespace skiff::change
