#include "diag/wording.h"

namespace skiff {

std::string_view problem_name(Problem problem) {
  switch (problem) {
    case Problem::plain:
      return "";
    case Problem::required:
      return "Required value";
    case Problem::invalid:
      return "Invalid value";
    case Problem::unsupported:
      return "Unsupported value";
    case Problem::duplicate:
      return "Duplicate value";
    case Problem::not_found:
      return "Not found";
    case Problem::forbidden:
      return "Forbidden";
  }
  return "";
}

std::string_view severity_name(Severity severity) { return severity == Severity::error ? "error" : "warning"; }

std::string wording(const Diagnostic& diagnostic) {
  std::string text;
  const auto part = [&](std::string_view more) {
    if (more.empty()) return;
    if (!text.empty()) text += ": ";
    text += more;
  };
  part(diagnostic.path);
  part(problem_name(diagnostic.problem));
  const bool has_value = diagnostic.problem != Problem::plain && diagnostic.problem != Problem::required &&
                         diagnostic.problem != Problem::forbidden;
  if (has_value) part(diagnostic.value);
  part(diagnostic.message);
  return text;
}

}  // namespace skiff
