#include "change/immutable.h"

#include <optional>
#include <utility>

#include "verify/formats.h"

namespace skiff::change {
namespace {

using RowHow = ImmutableRow::How;

bool covers(std::string_view field, std::string_view path) {
  if (!path.starts_with(field)) return false;
  const std::string_view rest = path.substr(field.size());
  return rest.empty() || rest[0] == '.' || rest[0] == '[';
}

std::optional<long double> quantity(const Value& value) {
  if (value.kind == Value::Kind::integer) return static_cast<long double>(value.number);
  return value.kind == Value::Kind::string ? parse_quantity(value.text) : std::nullopt;
}

/// True if a row for `how` applies to this difference.
bool applies(RowHow how, const Difference& difference) {
  switch (how) {
    case RowHow::any:
      return true;
    case RowHow::added:
      return difference.how == How::added;
    case RowHow::removed:
      return difference.how == How::removed;
    case RowHow::changed:
      return difference.how == How::changed;
    case RowHow::grown:
    case RowHow::shrunk:
      break;
  }
  if (difference.how != How::changed) return false;
  const auto before = quantity(*difference.before), after = quantity(*difference.after);
  return before && after && (how == RowHow::grown ? *before < *after : *before > *after);
}

}  // namespace

const ImmutableRow* immutable_row(std::string_view kind, const Difference& difference, Version kubernetes) {
  const ImmutableRow* best = nullptr;
  const auto weight = [](const ImmutableRow& row) { return std::pair(row.field.size(), row.how != RowHow::any); };
  for (const ImmutableRow& row : immutable_rows()) {
    if (row.kind != kind && row.kind != "*") continue;
    if (kubernetes < row.since || (row.removed != Version{} && kubernetes >= row.removed)) continue;
    if (!covers(row.field, difference.path) || !applies(row.how, difference)) continue;
    if (!best || weight(*best) < weight(row)) best = &row;
  }
  return best;
}

}  // namespace skiff::change
