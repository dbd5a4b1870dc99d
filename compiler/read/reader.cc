#include "read/reader.h"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <string>

#include "read/builder.h"
#include "read/encoding.h"
#include "read/extent.h"
#include "read/syntax.h"

namespace skiff {
namespace {

constexpr std::size_t max_bytes = std::size_t{16} << 20;

Diagnostic finding(std::string_view rule, Span span, std::string message) {
  return {.rule = rule, .span = span, .message = std::move(message)};
}

// yaml-cpp takes an end of file for the end of a quoted scalar and drops what it does not know; with an end mark of our
// own it notices.
std::string with_end_mark(std::string_view text) {
  std::string marked;
  marked.reserve(text.size() + 5);
  marked = text;
  if (!marked.empty() && marked.back() != '\n') marked += '\n';
  marked += "...\n";
  return marked;
}

void parse(std::string_view text, std::uint32_t offset, ReadResult& result) {
  Builder builder(text, offset, result.diagnostics);
  try {
    std::istringstream in(with_end_mark(text.substr(offset)));
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const StopReading&) {
    // the reason is among the diagnostics
  } catch (const YAML::Exception& e) {
    const std::uint32_t at = static_cast<std::uint32_t>(e.mark.pos < 0 ? 0 : e.mark.pos) + offset;
    result.diagnostics.push_back(explain_syntax(text, {at, e.msg, builder.cursor(), builder.last_quoted()}));
  }
  result.root = builder.take_root();
}

}  // namespace

ReadResult read(std::string_view text) {
  ReadResult result;
  if (text.size() > max_bytes) {
    result.diagnostics.push_back(finding("SKF020", {}, "the text is larger than 16 MiB; this can't be a spec"));
    return result;
  }
  result.diagnostics = check_encoding(text);
  if (has_errors(result.diagnostics)) return result;

  const auto offset = static_cast<std::uint32_t>(byte_order_mark(text));
  const std::uint32_t start = skip_separation(text, offset);
  if (text.substr(start, 1) == "%" && (start == offset || column_of(text, start) == 0)) {
    result.diagnostics.push_back(finding("SKF015", {start, line_end(text, start)},
                                         "directives are not needed and readers differ on them; remove this line"));
    return result;
  }
  parse(text, offset, result);
  if (!has_errors(result.diagnostics) && result.root.kind == Node::Kind::null) {
    result.diagnostics.push_back(
        finding("SKF021", {}, "the document is empty; \"skiff init\" prints a spec to start from"));
  }
  return result;
}

}  // namespace skiff
