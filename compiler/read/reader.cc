#include "read/reader.h"

#include <string>

#include "read/builder.h"
#include "read/encoding.h"
#include "read/events.h"
#include "read/extent.h"
#include "read/syntax.h"
#include "text/quote.h"

namespace skiff {
namespace {

constexpr std::size_t max_bytes = std::size_t{16} << 20;

Diagnostic finding(std::string_view rule, Span span, std::string message) {
  return {.rule = rule, .span = span, .message = std::move(message)};
}

void parse(std::string_view text, std::uint32_t offset, ReadResult& result) {
  Builder builder(text, result.diagnostics);
  try {
    Events events(text, offset);
    for (Event::Kind kind{}; kind != Event::Kind::end_text;) {
      const Event& event = events.next();
      kind = event.kind;
      builder.take(event);
    }
  } catch (const StopReading&) {
    // The diagnostics already contain the reason.
  } catch (const ParserError& error) {
    Diagnostic fault = explain_syntax(text, error, builder);
    // An open bracket makes the last item look like a field without a colon. Report the bracket instead.
    std::erase_if(result.diagnostics, [&](const Diagnostic& earlier) {
      return earlier.rule == "SKF009" && earlier.span.end >= fault.span.begin;
    });
    if (fault.rule == "SKF009") builder.add_bare_field(fault.span);
    result.diagnostics.push_back(std::move(fault));
  }
  result.root = builder.take_root();
  for (Diagnostic& found : result.diagnostics) found.message = one_line(found.message);
}

}  // namespace

ReadResult read(std::string_view text) {
  ReadResult result;
  if (text.size() > max_bytes) {
    result.diagnostics.push_back(finding("SKF020", {}, "the text is larger than 16 MiB, so it is not a spec"));
    return result;
  }
  result.diagnostics = check_encoding(text);
  if (has_errors(result.diagnostics)) return result;

  const auto offset = static_cast<std::uint32_t>(byte_order_mark(text));
  const std::uint32_t start = skip_separation(text, offset);
  if (text.substr(start, 1) == "%" && (start == offset || column_of(text, start) == 0)) {
    result.diagnostics.push_back(
        finding("SKF015", {start, line_end(text, start)},
                "directives are not needed, and YAML parsers differ on them; remove this line"));
    return result;
  }
  parse(text, offset, result);
  if (!has_errors(result.diagnostics) && result.root.kind == Node::Kind::null) {
    result.diagnostics.push_back(
        finding("SKF021", {}, "the document is empty; \"skiff init\" writes a spec to start from"));
  }
  return result;
}

}  // namespace skiff
