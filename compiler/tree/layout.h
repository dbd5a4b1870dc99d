#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace skiff {

/// Comment lines, then the keys that stand below them. `*` takes what has no place of its own.
struct LayoutBlock {
  struct Comment {
    std::string_view text;
    std::uint32_t line;
  };
  std::span<const Comment> comments;
  std::span<const std::string_view> keys;
};

/// How a conf file is arranged: templates/slurm/*.conf, which `embed` writes as constants when skiff is built. There a key stands
/// alone on its line, and a blank line ends a block.
struct Layout {
  std::string_view path;  ///< templates/slurm/slurm.conf
  std::span<const LayoutBlock> blocks;
};

}  // namespace skiff
