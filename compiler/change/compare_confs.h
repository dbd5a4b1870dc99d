#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "change/compare.h"

namespace skiff::change {

/// A parameter, or a whole line, that differs between two versions of a Slurm configuration file.
struct ConfDifference {
  std::string first;              ///< the key with which the line begins: NodeName
  std::string line;               ///< the line, if it has other parameters: NodeName=h100-[0-63]; otherwise empty
  std::vector<std::string> keys;  ///< the parameters that differ: all of the line if it was added or removed
  How how = How::changed;
  std::string before, after;                      ///< the values, or the lines
  std::uint32_t before_line = 0, after_line = 0;  ///< numbers in the texts, from 1; 0 if there is no such line
};

/// Compares two texts as Slurm reads them. A line that begins with the same parameter and value in both texts is the
/// same line. If none does, `NodeName=h100-[0-63]` and `NodeName=h100-[0-95]` are, because both begin
/// with `h100-`.
std::vector<ConfDifference> conf_differences(std::string_view before, std::string_view after);

}  // namespace skiff::change
