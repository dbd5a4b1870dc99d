#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace skiff {

/// Comment lines, then the keys that follow them. `*` stands for all keys that are not listed.
struct LayoutBlock {
  struct Comment {
    std::string_view text;
    std::uint32_t line;
  };
  std::span<const Comment> comments;
  std::span<const std::string_view> keys;
};

/// The arrangement of a configuration file: a file of templates/slurm/*.conf. There each key is on its own line, and an
/// empty line ends a block. `embed` writes the layouts as constants when skiff is built.
struct Layout {
  std::string_view path;  ///< templates/slurm/slurm.conf
  std::span<const LayoutBlock> blocks;
};

}  // namespace skiff
