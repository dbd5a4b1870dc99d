#include "verify/yaml_fields.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "diag/suggest.h"
#include "text/number.h"
#include "verify/report.h"
#include "verify/slurm_forms.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

using Type = SlurmParameter::Type;

// Checks one file. Slurm ignores unknown fields, and its daemon exits if it cannot convert a value
// (src/common/data.c, src/plugins/data_parser). Tried with slurmd of 26.05.
class Fields {
 public:
  Fields(const VerifyInput& input, const OutputSiteFile& file, Diagnostics& out)
      : file_(file), target_(newest_of(input.slurm)), out_(out) {}

  // In the tables, the line of a field is the dotted path of its object.
  void object(const Node& node, const std::string& path) {
    const std::span<const SlurmParameter> group = rows_of(slurm_parameters(), file_.name, path);
    for (const Entry& entry : node.entries) {
      const std::span<const SlurmParameter> rows = rows_of(group, entry.key.text);
      const auto row =
          std::ranges::find_if(rows, [&](const SlurmParameter& each) { return in_release(each, target_); });
      if (row != rows.end()) {
        value(entry.value, *row, path.empty() ? entry.key.text : path + '.' + entry.key.text);
      } else if (!rows.empty()) {
        say("SKF492", Problem::forbidden, entry.key, other_release(rows, target_));
      } else {
        std::vector<std::string_view> names;
        for (const SlurmParameter& each : group)
          if (in_release(each, target_)) names.push_back(each.key);
        say("SKF492", Problem::invalid, entry.key,
            "not a field of " + (path.empty() ? std::string(file_.name) : path) + did_you_mean(entry.key.text, names));
      }
    }
  }

 private:
  void say(std::string_view rule, Problem problem, const Node& at, std::string message,
           Severity severity = Severity::error) {
    report(out_, rule, problem, file_, at.span, at.text, std::move(message), severity);
  }

  void wrong(const Node& at, std::string message) { say("SKF491", Problem::invalid, at, std::move(message)); }

  void value(const Node& node, const SlurmParameter& row, const std::string& path) {
    const bool object_or_scalar = row.type == Type::boolean_or_object;
    if (row.type == Type::list) return list(node, path);
    if (row.type == Type::object || (object_or_scalar && node.kind == Node::Kind::mapping)) {
      if (node.kind != Node::Kind::mapping) return wrong(node, path + " must be a map");
      return object(node, path);
    }
    if (row.type == Type::text_or_list && node.kind == Node::Kind::sequence) {
      for (const Node& item : node.items) scalar(item, row, path);
      return;
    }
    scalar(node, row, path);
  }

  void list(const Node& node, const std::string& path) {
    if (node.kind != Node::Kind::sequence) return wrong(node, path + " must be a list");
    const bool objects = !rows_of(slurm_parameters(), file_.name, path).empty();
    for (const Node& item : node.items) {
      if (!objects) {
        number(item, std::numeric_limits<std::int32_t>::max(), path);
      } else if (item.kind != Node::Kind::mapping) {
        wrong(item, "an item of " + path + " must be a map");
      } else {
        object(item, path);
      }
    }
  }

  void scalar(const Node& node, const SlurmParameter& row, const std::string& path) {
    if (node.kind == Node::Kind::mapping || node.kind == Node::Kind::sequence)
      return wrong(node, path + " must be a single value");
    switch (row.type) {
      case Type::boolean:
      case Type::boolean_or_object: {
        constexpr std::array<std::string_view, 4> words = {"true", "false", "yes", "no"};
        if (std::ranges::none_of(words, [&](std::string_view word) { return compare_words(word, node.text) == 0; }))
          wrong(node, path + " must be true or false");
        return;
      }
      case Type::uint16:
        return number(node, std::numeric_limits<std::uint16_t>::max(), path);
      case Type::uint32:
        return number(node, std::numeric_limits<std::uint32_t>::max(), path);
      default:
        return form(node, row);
    }
  }

  void number(const Node& node, std::int64_t most, const std::string& path) {
    const auto found = node.kind == Node::Kind::scalar ? to_number(node.text) : std::nullopt;
    if (!found || *found < 0 || *found > most)
      wrong(node, path + " must be a number from 0 to " + std::to_string(most));
  }

  void form(const Node& node, const SlurmParameter& row) {
    if (node.text.empty()) return;
    for (FormFault& fault : form_faults(forms_of(row), node.text, target_, 0))
      say(fault.rule, Problem::invalid, node, std::string(row.key) + ' ' + fault.message, fault.severity);
  }

  const OutputSiteFile& file_;
  const std::uint32_t target_;
  Diagnostics& out_;
};

}  // namespace

void check_yaml_fields(const VerifyInput& input, const OutputSiteFile& file, const Node& root, Diagnostics& out) {
  Fields fields(input, file, out);
  for (const Node& item : root.items) fields.object(item, "");
  fields.object(root, "");
}

}  // namespace skiff
