#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// Whole numbers as the parser of Slurm's files reads them: strtoul with base 0 and two words (src/common/parse_value.c,
// s_p_handle_uint16 and similar functions, the same from 22.05 to 26.05). The arguments in a list, such as
// bf_interval=30, are read by other functions.

namespace skiff {

struct SlurmNumber {
  std::uint64_t value;
  bool octal;      ///< begins with 0
  bool thousands;  ///< has the suffix k for 1024, which 16-bit types do not accept
  bool fits;       ///< in 64 bits; otherwise `value` is meaningless
};

/// Reads 4096, 4k, 0x1000 and 010000. Other texts, also signs and the two words, are std::nullopt.
std::optional<SlurmNumber> read_slurm_number(std::string_view text);

/// True for UNLIMITED and INFINITE, which mean the largest number of the type.
bool is_unlimited(std::string_view text);

/// The number, or `most` for UNLIMITED. Numbers above 2^63 - 1 give that number.
std::optional<std::int64_t> to_slurm_number(std::string_view text, std::int64_t most = INT64_MAX);

}  // namespace skiff
