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

// yaml-cpp ends the document at a line that begins with `%`, and drops what follows. Nothing of the text may be lost.
void check_rest(std::string_view text, std::uint32_t end, Diagnostics& diagnostics) {
  std::uint32_t at = skip_properties(text, skip_separation(text, end));
  while (text.substr(at, 3) == "..." && column_of(text, at) == 0) at = skip_separation(text, at + 3);
  // Right behind a quote yaml-cpp and libyaml take it for a comment, though YAML wants a blank before it.
  if (at < text.size() && text[at] == '#') return check_rest(text, line_end(text, at), diagnostics);
  if (at >= text.size()) return;
  const Span rest = {at, line_end(text, at)};
  if (text[at] == '%') {
    diagnostics.push_back(finding("SKF015", rest, std::string(percent_line)));
  } else {
    diagnostics.push_back(finding("SKF006", rest, "this line belongs to nothing above it; check its indentation"));
  }
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
    Diagnostic fault =
        explain_syntax(text, {at, e.msg, builder.cursor(), builder.last_quoted(), builder.open_bracket()});
    // An open bracket makes yaml-cpp take the last item for a field without colon; the bracket is what is missing.
    std::erase_if(result.diagnostics, [&](const Diagnostic& earlier) {
      return earlier.rule == "SKF009" && earlier.span.end >= fault.span.begin;
    });
    result.diagnostics.push_back(std::move(fault));
  }
  result.root = builder.take_root();
  if (!has_errors(result.diagnostics) && result.root.kind != Node::Kind::null) {
    check_rest(text, builder.cursor(), result.diagnostics);
  }
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
