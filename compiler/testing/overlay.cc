#include "testing/overlay.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "read/reader.h"

namespace skiff::testing {
namespace {

Node tree_of(std::string_view text) {
  ReadResult result = read(text);
  if (has_errors(result.diagnostics)) throw std::invalid_argument(result.diagnostics.front().message);
  return std::move(result.root);
}

/// The item of a list that has the same name as `wanted`, or nullptr.
Node* named(std::vector<Node>& items, const Node& wanted) {
  const Node* name = wanted.find("name");
  if (!name) return nullptr;
  const auto found = std::ranges::find_if(items, [&](const Node& item) {
    const Node* other = item.find("name");
    return other && other->text == name->text;
  });
  return found == items.end() ? nullptr : &*found;
}

void lay_over(Node& base, const Node& over) {
  if (base.kind != over.kind || base.kind == Node::Kind::scalar) {
    base = over;
  } else if (base.kind == Node::Kind::mapping) {
    for (const Entry& entry : over.entries) {
      const auto there =
          std::ranges::find_if(base.entries, [&](const Entry& e) { return e.key.text == entry.key.text; });
      if (entry.value.kind == Node::Kind::null) {
        if (there != base.entries.end()) base.entries.erase(there);
      } else if (there == base.entries.end()) {
        base.entries.push_back(entry);
      } else {
        lay_over(there->value, entry.value);
      }
    }
  } else if (std::ranges::all_of(over.items, [](const Node& item) { return item.find("name"); })) {
    for (const Node& item : over.items) {
      if (Node* there = named(base.items, item)) {
        lay_over(*there, item);
      } else {
        base.items.push_back(item);
      }
    }
  } else {
    base.items = over.items;
  }
}

/// An unquoted scalar that JSON reads as a number or boolean is one. Every other scalar is a string.
nlohmann::ordered_json json_of(const Node& node) {
  using Json = nlohmann::ordered_json;
  if (node.kind == Node::Kind::null) return nullptr;
  if (node.kind == Node::Kind::scalar) {
    const Json plain = node.quoted ? Json(Json::value_t::discarded) : Json::parse(node.text, nullptr, false);
    return plain.is_number() || plain.is_boolean() ? plain : Json(node.text);
  }
  if (node.kind == Node::Kind::sequence) {
    Json list = Json::array();
    for (const Node& item : node.items) list.push_back(json_of(item));
    return list;
  }
  Json map = Json::object();
  for (const Entry& entry : node.entries) map[entry.key.text] = json_of(entry.value);
  return map;
}

}  // namespace

std::string overlaid(std::string_view base, std::string_view over) {
  Node root = tree_of(base);
  lay_over(root, tree_of(over));
  return json_of(root).dump(2);
}

}  // namespace skiff::testing
