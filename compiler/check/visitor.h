#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/schema.h"
#include "diag/diagnostic.h"
#include "read/node.h"

namespace skiff {

/// Walks the tree and the schema together. One mistake gives one diagnostic: the visitor does not descend into a node
/// of the wrong type, and compares only numbers with a range.
class Visitor {
 public:
  Diagnostics run(const Node& root, const Schema& schema);

 private:
  // An object around the current node, for hints about fields at the wrong level.
  struct Level {
    const Schema* schema;
    std::string name;  // of the field that holds it; empty for the root
    bool item;         // of a list
  };
  // Where the current node is: in a field, or in an item of a list.
  struct Slot {
    std::string_view name = {};  // of the field, also for an item
    bool required = false;
    bool item = false;
  };

  void report(std::string_view rule, Problem problem, Span span, std::string value, std::string message,
              std::vector<Note> notes = {});
  void visit(const Node& node, const Schema& schema, Slot slot);
  void no_value(const Node& node, const Schema& schema, Slot slot);

  // visitor_type.cc: finds which of the types that a schema allows the node has.
  const Schema* choose(const Node& node, const Schema& schema);
  const Schema* choose_object(const Node& node, const Schema& schema);
  bool check_type(const Node& node, const Schema& schema, std::uint8_t types);
  void wrong_scalar(const Node& node, const Schema& schema, std::uint8_t types);

  // visitor_scalar.cc
  void visit_scalar(const Node& node, const Schema& schema);
  bool check_enumeration(const Node& node, const Schema& schema);
  void check_text(const Node& node, const Schema& schema);
  void check_number(const Node& node, const Schema& schema);

  // visitor_object.cc
  void visit_object(const Node& node, const Schema& schema, Slot slot);
  void unknown_field(const Entry& entry, const Schema& schema, std::vector<std::string_view>& meant);
  std::string misplaced(std::string_view field, const Schema& schema) const;
  std::string path_of_levels() const;
  void check_required(const Node& node, const Schema& schema, const std::vector<std::string_view>& meant);
  void check_key(const Node& key, const Schema& schema);

  // visitor_list.cc
  void visit_list(const Node& node, const Schema& schema, Slot slot);
  std::string fewest(const Schema& schema, Slot slot) const;
  void check_unique(const Node& node);

  Diagnostics found_;
  std::vector<Level> levels_;
};

/// `1 item`, `3 items`.
std::string counted(std::uint64_t number, std::string_view noun);

}  // namespace skiff
