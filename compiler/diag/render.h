#pragma once

#include <string>
#include <string_view>

#include "diag/diagnostic.h"

namespace skiff {

enum class DiagnosticsFormat { text, json, sarif, github };

struct RenderOptions {
  std::string_view file;  ///< the name of the spec as the user gave it; `<stdin>` for `-`
  bool color = false;     ///< text only
};

/// All diagnostics in one of the four formats. The result ends with a newline unless it is empty (json and sarif are
/// never empty). `text` is `file:line:col: error: path: Invalid value: "x": must be … [SKF101]`, followed by the source
/// line with a caret below it. Columns count code points from 1.
std::string render(DiagnosticsFormat format, std::string_view source, const Diagnostics& diagnostics,
                   const RenderOptions& options);

}  // namespace skiff
