#include <algorithm>

#include "diag/lines.h"
#include "diag/render_forms.h"
#include "diag/wording.h"

namespace skiff {
namespace {

// The escapes that GitHub's runner decodes (actions/toolkit, packages/core/src/command.ts).
std::string escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    if (c == '%') {
      out += "%25";
    } else if (c == '\r') {
      out += "%0D";
    } else if (c == '\n') {
      out += "%0A";
    } else if (property && c == ':') {
      out += "%3A";
    } else if (property && c == ',') {
      out += "%2C";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string render_github(std::string_view source, const Diagnostics& diagnostics, const RenderOptions& options) {
  const LineTable lines(source);
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) {
    out.append("::").append(severity_name(diagnostic.severity)).append(" file=").append(escaped(options.file, true));
    if (diagnostic.span != Span{}) {
      const Place begin = lines.place(diagnostic.span.begin);
      // GitHub's end is the last character, while a span ends after it.
      Place end = lines.place(std::max(diagnostic.span.end, diagnostic.span.begin + 1));
      end.column = std::max(end.column, 2U) - 1;
      out += ",line=" + std::to_string(begin.line) + ",endLine=" + std::to_string(end.line);
      // GitHub accepts columns only for a range within one line.
      if (begin.line == end.line) {
        out += ",col=" + std::to_string(begin.column) + ",endColumn=" + std::to_string(end.column);
      }
    }
    std::string message = wording(diagnostic);
    for (const Note& note : diagnostic.notes) {
      message += "\nline " + std::to_string(lines.place(note.span.begin).line) + ": " + note.message;
    }
    out.append(",title=").append(diagnostic.rule).append("::").append(escaped(message, false)).append("\n");
  }
  return out;
}

}  // namespace skiff
