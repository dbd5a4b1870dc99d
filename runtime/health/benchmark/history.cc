#include "benchmark/history.h"

#include <functional>

#include "common/files.h"
#include "slurm.h"

namespace skiff::benchmark {
namespace {

// One metric family. `value` returns the value of a node as text, none if it has no value. `more` returns further
// labels.
struct Family {
  const char* name;
  const char* type;
  const char* help;
  std::function<std::optional<std::string>(const Past&)> value;
  std::function<std::string(const Past&)> more = [](const Past&) { return std::string(); };
};

std::optional<std::string> number(std::int64_t value) {
  return value == 0 ? std::nullopt : std::optional(std::to_string(value));
}

std::function<std::optional<std::string>(const Past&)> amount(std::optional<Quantity> Past::*member) {
  return [member](const Past& past) {
    return past.*member ? std::optional(text_of((past.*member)->value)) : std::nullopt;
  };
}

std::function<std::string(const Past&)> unit(std::optional<Quantity> Past::*member) {
  return [member](const Past& past) { return ",unit=\"" + (past.*member)->unit + "\""; };
}

Family total(std::int64_t Past::*member, const char* grade) {
  return {"skiff_benchmark_results_total", "counter", "Number of runs on the node, by result.",
          [member](const Past& past) { return std::optional(std::to_string(past.*member)); },
          [grade](const Past&) { return std::string(",result=\"") + grade + "\""; }};
}

std::vector<Family> families() {
  return {{"skiff_benchmark_value", "gauge", "Last measured value of the node; its unit is in the label unit.",
           amount(&Past::value), unit(&Past::value)},
          {"skiff_benchmark_floor", "gauge", "Lowest value with which the node passes; its unit is in the label unit.",
           amount(&Past::floor), unit(&Past::floor)},
          {"skiff_benchmark_passed", "gauge", "1 if the node passed its last run with a known result, 0 if it failed.",
           [](const Past& past) {
             return past.passed ? std::optional<std::string>(*past.passed ? "1" : "0") : std::nullopt;
           }},
          {"skiff_benchmark_last_result_timestamp_seconds", "gauge", "Time of the last run with a known result.",
           [](const Past& past) { return number(past.last_result); }},
          {"skiff_benchmark_last_try_timestamp_seconds", "gauge", "Time of the last run, whatever its result.",
           [](const Past& past) { return number(past.last_try); }},
          total(&Past::passes, "pass"),
          total(&Past::failures, "fail"),
          total(&Past::unknowns, "unknown")};
}

// The value of a label; empty if there is none.
std::string label(std::string_view labels, const std::string& name) {
  const std::string head = name + "=\"";
  const auto at = labels.find(head);
  if (at == labels.npos) return "";
  return std::string(labels.substr(at + head.size(), labels.find('"', at + head.size()) - at - head.size()));
}

bool take(History& history, std::string_view name, std::string_view labels, double value) {
  const std::string node = label(labels, "node"), grade = label(labels, "result");
  if (!is_node_name(node)) return false;
  Past& past = history[node];
  const auto whole = static_cast<std::int64_t>(value);
  if (name == "skiff_benchmark_value") {
    past.value = Quantity{value, label(labels, "unit")};
  } else if (name == "skiff_benchmark_floor") {
    past.floor = Quantity{value, label(labels, "unit")};
  } else if (name == "skiff_benchmark_passed") {
    past.passed = whole != 0;
  } else if (name == "skiff_benchmark_last_result_timestamp_seconds") {
    past.last_result = whole;
  } else if (name == "skiff_benchmark_last_try_timestamp_seconds") {
    past.last_try = whole;
  } else if (name == "skiff_benchmark_results_total") {
    (grade == "pass" ? past.passes : grade == "fail" ? past.failures : past.unknowns) = whole;
  } else {
    return false;
  }
  return true;
}

}  // namespace

void remember(History& history, const Result& result, std::int64_t now) {
  Past& past = history[result.nodes.front()];
  past.last_try = now;
  past.floor = result.floor;
  ++(result.grade == Grade::pass ? past.passes : result.grade == Grade::fail ? past.failures : past.unknowns);
  if (result.grade == Grade::unknown) return;
  past.last_result = now;
  past.passed = result.grade == Grade::pass;
  past.value = result.value;
}

LastTried last_tried(const History& history) {
  LastTried last;
  for (const auto& [node, past] : history) last[node] = past.last_try;
  return last;
}

std::string metrics(const History& history, const std::string& benchmark) {
  std::string text, before;
  for (const Family& family : families()) {
    if (before != family.name)
      text += std::string("# HELP ") + family.name + " " + family.help + "\n# TYPE " + family.name + " " + family.type +
              "\n";
    before = family.name;
    for (const auto& [node, past] : history)
      if (const auto value = family.value(past))
        text += std::string(family.name) + "{benchmark=\"" + benchmark + "\",node=\"" + node + "\"" +
                family.more(past) + "} " + *value + "\n";
  }
  return text;
}

std::optional<History> parse_metrics(std::string_view text) {
  History history;
  for (const auto& line : lines_of(text)) {
    if (line.starts_with('#')) continue;
    const auto open = line.find('{'), close = line.rfind("} ");
    if (open == line.npos || close == line.npos || close < open) return std::nullopt;
    const std::string_view whole = line;
    const auto value = parse_decimal(whole.substr(close + 2));
    if (!value || !take(history, whole.substr(0, open), whole.substr(open + 1, close - open - 1), *value))
      return std::nullopt;
  }
  return history;
}

}  // namespace skiff::benchmark
