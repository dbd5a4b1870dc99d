#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// The texts of a range with a separator between them.
template <class Texts>
std::string joined(const Texts& texts, std::string_view between) {
  std::string out;
  bool first = true;
  for (const std::string_view text : texts) {
    if (!first) out += between;
    out += text;
    first = false;
  }
  return out;
}

}  // namespace skiff
