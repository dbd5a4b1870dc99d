#include "check/pattern.h"

#include <re2/re2.h>

#include <stdexcept>
#include <string>

namespace skiff {

Patterns::Patterns() = default;
Patterns::~Patterns() = default;

bool Patterns::matches(std::string_view pattern, std::string_view text) {
  std::unique_ptr<re2::RE2>& expression = compiled_[pattern.data()];
  if (!expression) {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_never_capture(true);
    expression = std::make_unique<re2::RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
    if (!expression->ok()) throw std::logic_error("pattern " + std::string(pattern) + ": " + expression->error());
  }
  // Patterns are anchored (embed sees to it), so this means what JSON Schema means.
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *expression);
}

}  // namespace skiff
