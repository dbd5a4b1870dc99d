#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/object_set.h"
#include "verify/tables.h"

namespace skiff {

/// Checks the fields, types, enums and versions of objects against a table. Call it for one object after another.
class FieldCheck {
 public:
  FieldCheck(const FieldTable& table, int minor, Diagnostics& out);
  void operator()(const Item& item);

 private:
  void say(std::string_view rule, Problem problem, const Value& at, std::string message);
  std::span<const TableField> fields(const FieldType& type) const;
  bool is_required(const TableField& field) const;
  const TableField* find_field(const FieldType& type, std::size_t& previous, std::string_view name);
  void check_members(const FieldType& type, const Value& map);
  void say_unknown(const FieldType& type, const Member& member);
  void check_value(const FieldShape& shape, const Value& at);
  void check_below(const FieldShape& shape, const Value& at);
  void check_choice(const FieldShape& shape, const Value& at);
  std::string identity(const TableField& field, const Value& item) const;
  void say_twice(const TableField& field, const Value& item);
  void check_unique(const TableField& field, const Value& list);

  const FieldTable& table_;
  int minor_;
  Diagnostics& out_;
  const Item* item_ = nullptr;
  std::vector<std::uint16_t> follower_;  ///< the last successor of each field, and the last first field of each type
  std::set<std::pair<const FieldShape*, const void*>> good_;  ///< shared parts of objects without diagnostics
  std::vector<std::uint16_t> required_;                       ///< how many fields each type requires in this version
};

}  // namespace skiff
