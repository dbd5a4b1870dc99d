#include "change/compare_confs.h"

#include <algorithm>
#include <utility>

#include "plan/owned.h"
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
    pair([](const ParsedLine& a, const ParsedLine& b) { return a.parameters == b.parameters; });
    pair([](const ParsedLine& a, const ParsedLine& b) {
      return same_first(a, b) && a.parameters[0].second == b.parameters[0].second;
    });
    pair([](const ParsedLine& a, const ParsedLine& b) {
      return same_first(a, b) && same_key(a.parameters[0].first, "NodeName") &&
             stem(a.parameters[0].second) == stem(b.parameters[0].second);
    });
    pair([](const ParsedLine& a, const ParsedLine& b) {
      return same_first(a, b) && a.parameters.size() == 1 && b.parameters.size() == 1;
    });
    for (const ParsedLine* line : after_) whole(*line, How::added);
    for (const ParsedLine* line : before_) whole(*line, How::removed);
    // In the order of the newer file. What is gone comes last.
    std::ranges::stable_sort(found_, {}, [](const ConfDifference& one) {
      return std::pair(one.after_line == 0, one.after_line ? one.after_line : one.before_line);
    });
    return std::move(found_);
  }

 private:
  static bool same_first(const ParsedLine& a, const ParsedLine& b) {
    return same_key(a.parameters[0].first, b.parameters[0].first);
  }

  // Takes the pairs of lines that match, each with the first that is left, and compares them.
  template <class Matches>
  void pair(Matches matches) {
    Lines left;
    for (const ParsedLine* after : after_) {
      const auto before = std::ranges::find_if(before_, [&](const ParsedLine* line) { return matches(*line, *after); });
      if (before == before_.end()) {
        left.push_back(after);
        continue;
      }
      compare(**before, *after);
      before_.erase(before);
    }
    after_ = std::move(left);
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
