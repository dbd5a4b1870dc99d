#include <algorithm>

#include "check/scalar.h"
#include "check/visitor.h"
#include "diag/lines.h"
#include "diag/suggest.h"
#include "text/duration.h"
#include "text/number.h"
#include "text/quote.h"

namespace skiff {

void Visitor::visit_scalar(const Node& node, const Schema& schema) {
  if (!check_enumeration(node, schema)) return;
  if (scalar_kind(node) == ScalarKind::text) {
    check_text(node, schema);
  } else {
    check_number(node, schema);
  }
}

bool Visitor::check_enumeration(const Node& node, const Schema& schema) {
  const auto known = schema.enumeration;
  if (known.empty() || std::find(known.begin(), known.end(), node.text) != known.end()) return true;
  std::string message = "supported values: ";
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (i > 0) message += ", ";
    message += schema.types & Schema::string ? quote(known[i]) : std::string(known[i]);
  }
  if (known.size() > 1) message += did_you_mean(node.text, known);
  report("SKF105", Problem::unsupported, node.span, printed(node), std::move(message));
  return false;
}

void Visitor::check_text(const Node& node, const Schema& schema) {
  const std::uint32_t length = code_points(node.text);
  const auto fault = [&](std::string_view rule, std::string message) {
    report(rule, Problem::invalid, node.span, printed(node), std::move(message));
  };
  if (schema.min_length && length < *schema.min_length) {
    fault("SKF110", *schema.min_length == 1 ? "must not be empty"
                                            : "must be at least " + counted(*schema.min_length, "character") + " long");
  } else if (schema.max_length && length > *schema.max_length) {
    fault("SKF110",
          "must be no more than " + counted(*schema.max_length, "character") + ", but has " + std::to_string(length));
  } else if (schema.pattern.refuses(node.text)) {
    fault("SKF109", std::string(schema.expect));
  } else if (!schema.longest.empty() && seconds(node.text) > seconds(schema.longest)) {
    fault("SKF117", "must be no more than " + std::string(schema.longest));
  }
}

void Visitor::check_number(const Node& node, const Schema& schema) {
  if (!schema.minimum && !schema.maximum) return;
  const auto value = to_number(node.text);
  // A number that does not fit 64 bits is outside every range.
  const bool negative = node.text.substr(0, 1) == "-";
  const bool low = schema.minimum && (value ? *value < *schema.minimum : negative);
  const bool high = schema.maximum && (value ? *value > *schema.maximum : !negative);
  if (!low && !high) return;
  std::string message = "must be ";
  if (schema.minimum && schema.maximum) {
    message += "from " + std::to_string(*schema.minimum) + " to " + std::to_string(*schema.maximum);
  } else {
    message += low ? "at least " + std::to_string(*schema.minimum) : "at most " + std::to_string(*schema.maximum);
  }
  report("SKF111", Problem::invalid, node.span, printed(node), std::move(message));
}

}  // namespace skiff
