#include <algorithm>

#include "check/schema.h"
#include "cli/explain.h"
#include "diag/lines.h"
#include "diag/suggest.h"
#include "read/path.h"

namespace skiff::cli {
namespace {

struct Step {
  std::string name;  // empty for an item of a list
};

// `spec.nodeSets[0].labels["a/b"]`: nothing if this is no field path.
std::optional<std::vector<Step>> steps_of(std::string_view path) {
  std::vector<Step> steps;
  while (!path.empty()) {
    if (path.front() == '[') {
      const bool quoted = path.starts_with("[\"");
      const std::size_t end = quoted ? path.find("\"]") : path.find(']');
      if (end == path.npos) return std::nullopt;
      steps.push_back({quoted ? std::string(path.substr(2, end - 2)) : ""});
      path.remove_prefix(end + (quoted ? 2 : 1));
    } else {
      const std::size_t end = std::min(path.find_first_of(".["), path.size());
      if (end == 0) return std::nullopt;
      steps.push_back({std::string(path.substr(0, end))});
      path.remove_prefix(end);
    }
    if (path.starts_with('.')) path.remove_prefix(1);
  }
  return steps;
}

// A schema with `oneOf` is as good as each of its branches.
std::vector<const Schema*> branches(const Schema* schema) {
  std::vector<const Schema*> all{schema};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto more = all[i]->one_of;
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

const Schema* below(const Schema* schema, const Step& step) {
  for (const Schema* branch : branches(schema)) {
    if (step.name.empty()) {
      if (branch->items) return branch->items;
    } else if (const SchemaProperty* property = branch->property(step.name)) {
      return property->schema;
    } else if (branch->additional) {
      return branch->additional;
    }
  }
  return nullptr;
}

std::vector<std::string_view> names_below(const Schema* schema) {
  std::vector<std::string_view> names;
  for (const Schema* branch : branches(schema)) {
    for (const SchemaProperty& property : branch->properties) names.push_back(property.name);
  }
  return names;
}

const Schema* schema_at(const std::vector<Step>& steps, std::string& problem) {
  const Schema* schema = &cluster_schema();
  std::string so_far;
  for (const Step& step : steps) {
    // `spec.nodeSets.weight` asks about the field of any item.
    const Schema* item = below(schema, {});
    if (item && !step.name.empty()) schema = item;
    const Schema* next = below(schema, step);
    if (!next) {
      problem = "there is no field " + (so_far.empty() ? "" : so_far + ".") + step.name +
                did_you_mean(step.name, names_below(schema));
      return nullptr;
    }
    schema = next;
    if (step.name.empty()) {
      so_far += "[]";
    } else {
      so_far += so_far.empty() ? step.name : "." + step.name;
    }
  }
  return schema;
}

std::string type_names(std::uint8_t types) {
  static constexpr std::pair<std::uint8_t, std::string_view> names[] = {
      {Schema::string, "string"},   {Schema::integer, "integer"}, {Schema::number, "number"},
      {Schema::boolean, "boolean"}, {Schema::object, "object"},   {Schema::array, "list"}};
  std::string text;
  for (const auto& [bit, name] : names) {
    if (!(types & bit)) continue;
    if (!text.empty()) text += " or ";
    text += name;
  }
  return text;
}

void append_row(std::string& out, std::string_view label, std::string_view text) {
  if (text.empty()) return;
  out += "  ";
  out += label;
  out += text;
  out += '\n';
}

template <class Texts>
std::string joined(const Texts& texts) {
  std::string out;
  for (const std::string_view text : texts) {
    if (!out.empty()) out += ", ";
    out += text;
  }
  return out;
}

std::string reference(const Schema& schema) {
  std::string out;
  std::uint8_t types = 0;
  for (const Schema* branch : branches(&schema)) types |= branch->types;
  append_row(out, "", schema.description);
  append_row(out, "type:     ", type_names(types));
  append_row(out, "one of:   ", joined(schema.enumeration));
  append_row(out, "form:     ", schema.expect);
  if (schema.minimum) append_row(out, "minimum:  ", std::to_string(*schema.minimum));
  if (schema.maximum) append_row(out, "maximum:  ", std::to_string(*schema.maximum));
  if (schema.has_preset) append_row(out, "default:  ", schema.preset.empty() ? "\"\"" : schema.preset);
  append_row(out, "examples: ", joined(schema.examples));
  append_row(out, "fields:   ", joined(names_below(&schema)));
  append_row(out, "schema:   ", std::string(schema_file) + ":" + std::to_string(schema.line));
  return out;
}

// Every output line for which `decides` holds of one of its sources.
template <class Decides>
std::string lines_where(const FileSet& files, Decides decides) {
  std::string out;
  for (const OutputFile& file : files) {
    std::string_view rest = file.text;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      if (!std::ranges::any_of(file.lines[i].sources(), decides)) continue;
      out += file.path;
      out += ':';
      out += std::to_string(i + 1);
      out += ": ";
      out += line;
      out += '\n';
    }
  }
  return out;
}

}  // namespace

std::optional<std::string> explain_field(std::string_view path, const Session* session, std::string& problem) {
  const std::optional<std::vector<Step>> steps = steps_of(path);
  if (!steps || steps->empty()) {
    problem =
        "not a rule (SKF101), an output line (slurm/slurm.conf:42) or a field (spec.nodeSets): " + std::string(path);
    return std::nullopt;
  }
  const Schema* schema = schema_at(*steps, problem);
  if (!schema) return std::nullopt;
  const Node* node = session ? node_at(session->compilation.root, path) : nullptr;
  if (!node) {
    std::string out = std::string(path) + "\n" + reference(*schema);
    if (!session || !schema->has_preset) return out;
    const std::string decided = lines_where(session->compilation.bundle.files, [&](const Source& source) {
      return source.kind == Source::Kind::preset && source.line == schema->line;
    });
    if (!decided.empty()) out += "\nIts default decides:\n" + decided;
    return out;
  }
  const LineTable lines(session->text);
  const Place place = lines.place(node->span.begin);
  std::string out =
      session->name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + std::string(path);
  if (node->kind == Node::Kind::scalar) out += ": " + node->text;
  out += '\n';
  out += reference(*schema);
  const std::string decided = lines_where(session->compilation.bundle.files, [&](const Source& source) {
    return source.kind == Source::Kind::spec && source.span.begin >= node->span.begin &&
           source.span.end <= node->span.end;
  });
  out += decided.empty() ? "\nIt decides no output line.\n" : "\nIt decides:\n" + decided;
  return out;
}

}  // namespace skiff::cli
