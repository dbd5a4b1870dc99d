#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace fuzz {

/// Checks an invariant that must hold for every input. If it does not hold, aborts; the fuzzer reports this as a crash.
inline void claim(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "it does not hold that %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

/// Checks that a message is one line without control characters, because it is printed to a log or a terminal.
inline void claim_one_line(std::string_view message) {
  const bool plain = std::none_of(message.begin(), message.end(),
                                  [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
  if (!plain) std::fprintf(stderr, "message: %.*s\n", static_cast<int>(message.size()), message.data());
  claim(!message.empty() && plain, "a message is one line");
}

inline std::string_view text_of(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace fuzz
