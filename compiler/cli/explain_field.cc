#include <algorithm>
#include <span>

#include "check/schema.h"
#include "cli/explain.h"
#include "diag/lines.h"
#include "diag/suggest.h"
#include "read/path.h"
#include "text/join.h"
#include "text/split.h"

namespace skiff::cli {
namespace {

// The schema and all branches of its `oneOf`, recursively.
std::vector<const Schema*> branches(const Schema* schema) {
  std::vector<const Schema*> all{schema};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto more = all[i]->one_of;
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

const Schema* below(const Schema* schema, const PathStep& step) {
  for (const Schema* branch : branches(schema)) {
    if (step.item) {
      if (branch->items) return branch->items;
    } else if (const SchemaProperty* property = branch->property(step.key)) {
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

// The paths of all fields whose last steps are `names`, without the index of items.
void paths_ending_with(const std::vector<std::string_view>& names, const Schema& schema, std::vector<PathStep>& at,
                       std::vector<std::string>& found) {
  for (const Schema* branch : branches(&schema)) {
    const auto descend = [&](const Schema* next, PathStep step) {
      at.push_back(std::move(step));
      paths_ending_with(names, *next, at, found);
      at.pop_back();
    };
    for (const SchemaProperty& property : branch->properties)
      descend(property.schema, {.key = std::string(property.name)});
    if (branch->items) descend(branch->items, {.item = true});
    if (branch->additional) descend(branch->additional, {.key = "NAME"});
  }
  if (at.empty() || at.back().item) return;
  std::size_t left = names.size();
  std::string path;
  for (auto step = at.rbegin(); step != at.rend(); ++step) {
    path.insert(0, step->item ? "[]" : (step + 1 == at.rend() ? "" : ".") + step->key);
    if (step->item || left == 0) continue;
    if (step->key != names[left - 1]) return;
    --left;
  }
  if (left == 0 && std::ranges::find(found, path) == found.end()) found.push_back(std::move(path));
}

// A hint if the field exists, but at another level.
std::string elsewhere(std::span<const PathStep> steps) {
  std::vector<std::string_view> names;
  for (const PathStep& step : steps)
    if (!step.item) names.push_back(step.key);
  std::vector<PathStep> at;
  std::vector<std::string> found;
  paths_ending_with(names, cluster_schema(), at, found);
  if (found.empty()) return {};
  // Many maps have a field such as `name`.
  constexpr std::size_t most = 4;
  if (found.size() > most) return "; give its path, for example " + found.front();
  return "; did you mean " + joined(found, " or ") + "?";
}

const Schema* schema_at(const std::vector<PathStep>& steps, std::string& problem) {
  const Schema* schema = &cluster_schema();
  std::string so_far;
  for (const PathStep& step : steps) {
    // `spec.nodeSets.weight` means the field of any item.
    const Schema* item = below(schema, {.item = true});
    if (item && !step.item) schema = item;
    const Schema* next = below(schema, step);
    if (!next) {
      problem = "there is no field " + (so_far.empty() ? "" : so_far + ".") + step.key;
      const std::string near = did_you_mean(step.key, names_below(schema));
      problem +=
          near.empty() ? elsewhere(std::span(steps).subspan(static_cast<std::size_t>(&step - steps.data()))) : near;
      return nullptr;
    }
    schema = next;
    if (step.item) {
      so_far += "[]";
    } else {
      so_far += so_far.empty() ? step.key : "." + step.key;
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

std::string reference(const Schema& schema) {
  std::string out;
  std::uint8_t types = 0;
  for (const Schema* branch : branches(&schema)) types |= branch->types;
  append_row(out, "", schema.description);
  append_row(out, "type:     ", type_names(types));
  append_row(out, "one of:   ", joined(schema.enumeration, ", "));
  append_row(out, "form:     ", schema.expect);
  if (schema.minimum) append_row(out, "minimum:  ", std::to_string(*schema.minimum));
  if (schema.maximum) append_row(out, "maximum:  ", std::to_string(*schema.maximum));
  append_row(out, "at most:  ", schema.longest);
  if (schema.has_preset) append_row(out, "default:  ", schema.preset.empty() ? "\"\"" : schema.preset);
  append_row(out, "examples: ", joined(schema.examples, ", "));
  append_row(out, "fields:   ", joined(names_below(&schema), ", "));
  append_row(out, "schema:   ", std::string(schema_file) + ":" + std::to_string(schema.line));
  return out;
}

// All output lines for which `decides` is true for one of their sources.
template <class Decides>
std::string lines_where(const FileSet& files, Decides decides) {
  std::string out;
  for (const OutputFile& file : files) {
    std::string_view rest = file.text;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string_view line = take_until(rest, '\n');
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
  const std::optional<std::vector<PathStep>> steps = steps_of(path);
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
