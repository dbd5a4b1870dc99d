#include "fields.h"

#include <algorithm>
#include <string>

#include "testing/branches.h"
#include "text/ascii.h"
#include "text/number.h"

namespace skiff::mutants {
namespace {

using Schemas = std::vector<const Schema*>;
using testing::with_branches;

bool is_scalar(const Schemas& schemas) {
  return std::ranges::any_of(schemas, [](const Schema* schema) {
    return (schema->types & (Schema::string | Schema::integer | Schema::number | Schema::boolean)) != 0;
  });
}

// A map whose keys the user chooses, such as spec.slurm.config.
bool is_open(const Schema& schema) { return schema.additional != nullptr; }

void collect(const Json& node, const Json::json_pointer& at, const Schemas& given, std::vector<Field>& out) {
  const Schemas schemas = with_branches(given);
  if (node.is_object()) {
    for (const Schema* schema : schemas) {
      if (is_open(*schema)) continue;
      for (const SchemaProperty& property : schema->properties) {
        const std::string name(property.name);
        const Schemas below = with_branches({property.schema});
        if (node.contains(name)) {
          collect(node[name], at / name, below, out);
        } else if (is_scalar(below) && std::ranges::any_of(below, [](const Schema* s) {
                     return !s->examples.empty() || !s->enumeration.empty();
                   })) {
          out.push_back({at / name, below});
        }
      }
    }
  } else if (node.is_array()) {
    Schemas below;
    for (const Schema* schema : schemas) {
      if (schema->items) below.push_back(schema->items);
    }
    for (std::size_t i = 0; i < node.size(); ++i) collect(node[i], at / i, below, out);
  } else {
    out.push_back({at, schemas});
  }
}

// Texts in which one number is increased, doubled, decreased, 1, or large: 65Gi for 64Gi.
void append_changed_numbers(std::vector<Json>& out, const std::string& text) {
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    if (!is_digit(text[begin]) || (begin > 0 && is_digit(text[begin - 1]))) continue;
    std::size_t end = begin;
    while (end < text.size() && is_digit(text[end])) ++end;
    const auto number = to_number<std::uint64_t>(std::string_view(text).substr(begin, end - begin));
    if (!number) continue;
    for (const std::uint64_t other :
         {*number + 1, *number * 2, *number - 1, std::uint64_t{1}, std::uint64_t{99999}, std::uint64_t{999999999}})
      out.push_back(text.substr(0, begin) + std::to_string(other) + text.substr(end));
  }
}

}  // namespace

std::vector<Field> fields_of(const Json& spec) {
  std::vector<Field> fields;
  collect(spec, Json::json_pointer(), {&cluster_schema()}, fields);
  // The release decides which daemons run.
  std::erase_if(fields, [](const Field& field) { return field.at.to_string() == "/spec/target/slurm"; });
  return fields;
}

std::vector<Json> values_of(const Json& spec, const Field& field) {
  std::vector<Json> out;
  const Json now = spec.contains(field.at) ? spec[field.at] : Json();
  if (now.is_string()) {
    append_changed_numbers(out, now.get<std::string>());
    for (const char* suffix : {"x", "2", "-x"}) out.push_back(now.get<std::string>() + suffix);
  }
  for (const Schema* schema : field.schemas) {
    const bool text = (schema->types & Schema::string) != 0;
    for (const std::string_view word : schema->enumeration) out.push_back(std::string(word));
    for (const std::string_view example : schema->examples) {
      if (text) {
        out.push_back(std::string(example));
        append_changed_numbers(out, std::string(example));
      } else if (const auto number = to_number<std::int64_t>(example)) {
        out.push_back(*number);
      }
    }
    if (schema->types & Schema::boolean) out.insert(out.end(), {true, false});
    if (schema->types & Schema::integer) {
      const std::int64_t least = schema->minimum.value_or(0), most = schema->maximum.value_or(4294967296);
      out.insert(out.end(), {least - 1, least, least + 1, (least + most) / 2, most - 1, most, most + 1});
    }
    if (text) out.insert(out.end(), {"", "UNLIMITED", "INFINITE", "0", "1", "1-0", "1:00:00", "99999-00:00:00", "x"});
  }
  std::erase(out, now);
  return out;
}

}  // namespace skiff::mutants
