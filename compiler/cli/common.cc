#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "cli/arguments.h"

namespace skiff::cli {

DiagnosticsFormat Common::format() const {
  if (diagnostics == "json") return DiagnosticsFormat::json;
  if (diagnostics == "sarif") return DiagnosticsFormat::sarif;
  if (diagnostics == "github") return DiagnosticsFormat::github;
  return DiagnosticsFormat::text;
}

bool Common::use_color(Stream stream) const {
  if (color != "auto") return color == "always";
  // https://no-color.org: any value that is not empty.
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color && *no_color) return false;
  const char* terminal = std::getenv("TERM");
  return isatty(stream == Stream::output ? STDOUT_FILENO : STDERR_FILENO) && terminal &&
         std::string_view(terminal) != "dumb";
}

}  // namespace skiff::cli
