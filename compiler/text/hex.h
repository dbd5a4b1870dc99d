#pragma once

namespace skiff {

inline constexpr char hex_digits[] = "0123456789abcdef";

}  // namespace skiff
