#include <array>

#include "check/sample.h"
#include "check/scalar.h"
#include "check/visitor.h"
#include "text/quote.h"

namespace skiff {
namespace {

// The bits of Schema::Type that match a node.
std::uint8_t types_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return 0;
    case Node::Kind::sequence:
      return Schema::array;
    case Node::Kind::mapping:
      return Schema::object;
    case Node::Kind::scalar:
      break;
  }
  switch (scalar_kind(node)) {
    case ScalarKind::text:
      return Schema::string;
    case ScalarKind::integer:
      return Schema::integer | Schema::number;
    case ScalarKind::number:
      return Schema::number;
    case ScalarKind::boolean:
      return Schema::boolean;
    case ScalarKind::ambiguous:
      break;
  }
  return 0;
}

// The types as a phrase: `a string`, `an integer or a string`.
std::string wanted(std::uint8_t types) {
  struct Word {
    std::uint8_t bit;
    std::string_view text;
  };
  constexpr std::array words = {Word{Schema::string, "a string"}, Word{Schema::integer, "an integer"},
                                Word{Schema::number, "a number"}, Word{Schema::boolean, "true or false"},
                                Word{Schema::array, "a list"},    Word{Schema::object, "a map of fields"}};
  std::vector<std::string_view> parts;
  for (const Word& word : words) {
    if (types & word.bit) parts.push_back(word.text);
  }
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += i + 1 < parts.size() ? ", " : " or ";
    out += parts[i];
  }
  return out;
}

std::uint8_t all_types(const Schema& schema) {
  std::uint8_t types = schema.types;
  for (const Schema* branch : schema.one_of) types |= branch->types;
  return types;
}

// The form that is a string, if there is one.
const Schema* text_form(const Schema& schema) {
  if (schema.types & Schema::string) return &schema;
  for (const Schema* branch : schema.one_of) {
    if (branch->types & Schema::string) return branch;
  }
  return nullptr;
}

// The form that is a map, if there is only one.
const Schema* map_form(const Schema& schema) {
  if (schema.types & Schema::object) return &schema;
  const Schema* found = nullptr;
  for (const Schema* branch : schema.one_of) {
    if ((branch->types & Schema::object) == 0) continue;
    if (found) return nullptr;
    found = branch;
  }
  return found;
}

// The property that distinguishes this branch from the other objects: the one that it requires.
std::string_view mark_of(const Schema& branch) {
  for (const SchemaProperty& property : branch.properties) {
    if (property.required) return property.name;
  }
  return {};
}

}  // namespace

const Schema* Visitor::choose(const Node& node, const Schema& schema) {
  const std::uint8_t types = all_types(schema);
  if (types != 0 && !check_type(node, schema, types)) return nullptr;
  if (schema.one_of.empty()) return &schema;
  const Schema* fitting = nullptr;
  int candidates = 0;
  for (const Schema* branch : schema.one_of) {
    if ((branch->types & types_of(node)) == 0) continue;
    fitting = branch;
    ++candidates;
  }
  return candidates > 1 ? choose_object(node, schema) : fitting;
}

const Schema* Visitor::choose_object(const Node& node, const Schema& schema) {
  const Schema* chosen = nullptr;
  const Entry* first = nullptr;
  std::string marks;
  for (const Schema* branch : schema.one_of) {
    if (branch->types & Schema::object) marks += (marks.empty() ? "\"" : ", \"") + std::string(mark_of(*branch)) + "\"";
  }
  for (const Entry& entry : node.entries) {
    for (const Schema* branch : schema.one_of) {
      if ((branch->types & Schema::object) == 0 || entry.key.text != mark_of(*branch)) continue;
      if (!first) {
        first = &entry;
        chosen = branch;
      } else {
        report("SKF115", Problem::forbidden, entry.key.span, {},
               "may not be specified together with \"" + first->key.text + "\"",
               {{first->key.span, "the other one is here"}});
      }
    }
  }
  if (!chosen) report("SKF114", Problem::required, node.span, {}, "one of " + marks);
  // With two forms at once, the fields belong to different forms. More diagnostics would only confuse.
  return found_.empty() || found_.back().rule != "SKF115" ? chosen : nullptr;
}

bool Visitor::check_type(const Node& node, const Schema& schema, std::uint8_t types) {
  if ((types_of(node) & types) != 0) return true;
  if (node.kind == Node::Kind::scalar) {
    wrong_scalar(node, schema, types);
    return false;
  }
  std::string message = "must be " + wanted(types);
  if (node.kind == Node::Kind::mapping && (types & Schema::array)) message += "; put \"- \" before its first field";
  if (node.kind == Node::Kind::sequence && (types & Schema::object)) message += "; remove \"- \" before its fields";
  if (node.kind == Node::Kind::sequence && node.items.size() == 1 && (types & (Schema::array | Schema::object)) == 0) {
    message += ", not a list of one item";
  }
  report("SKF104", Problem::invalid, node.span, printed(node), std::move(message));
  return false;
}

void Visitor::wrong_scalar(const Node& node, const Schema& schema, std::uint8_t types) {
  const ScalarKind kind = scalar_kind(node);
  const std::string must = "must be " + wanted(types);
  const auto fault = [&](std::string_view rule, std::string hint) {
    report(rule, Problem::invalid, node.span, printed(node), must + (hint.empty() ? "" : "; ") + hint);
  };
  const bool integer = (types & (Schema::integer | Schema::number)) != 0;
  const Schema* text = text_form(schema);
  const bool string = text != nullptr;
  if (text && kind != ScalarKind::text) {
    // If the text itself is wrong, quotes would not help. Report the text instead.
    if (!check_enumeration(node, *text)) return;
    if (text->pattern.refuses(node.text)) {
      report("SKF109", Problem::invalid, node.span, printed(node), std::string(text->expect));
      return;
    }
  }
  if (kind == ScalarKind::ambiguous) {
    const auto boolean = plain_boolean(node.text);
    const auto number = plain_integer(node.text);
    std::string hint;
    if (boolean && (types & Schema::boolean)) hint = "write " + std::string(*boolean);
    if (!boolean && number && integer) hint = "write " + *number;
    if (string) hint += (hint.empty() ? "" : ", or ") + std::string("quote it: ") + quote(node.text);
    const std::string reason = boolean || hint.empty() ? "" : "; YAML parsers differ on this form of a number";
    report("SKF106", Problem::invalid, node.span, printed(node), must + (hint.empty() ? "" : "; ") + hint + reason);
  } else if (string) {
    fault("SKF107", "quote it: " + quote(node.text));
  } else if ((types & Schema::boolean) && plain_boolean(node.text)) {
    fault("SKF108", node.quoted ? "remove the quotes" : "write " + std::string(*plain_boolean(node.text)));
  } else if (integer && node.quoted && plain_integer(node.text)) {
    fault("SKF104", "remove the quotes");
  } else if (integer && kind == ScalarKind::number && plain_integer(node.text)) {
    fault("SKF104", "write " + *plain_integer(node.text));
  } else if ((types & Schema::array) && !(types & Schema::object)) {
    // Brackets are enough unless the items are maps.
    const bool maps = schema.items && schema.items->types == Schema::object;
    const std::string example = maps ? sample(schema) : std::string();
    fault("SKF104", !maps ? "write [" + printed(node) + "]" : example.empty() ? "" : "for example " + example);
  } else if (const Schema* map = map_form(schema)) {
    fault("SKF104", map_for_scalar(node, *map));
  } else {
    fault("SKF104", {});
  }
}

}  // namespace skiff
