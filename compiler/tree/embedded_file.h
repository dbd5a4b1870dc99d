#pragma once

#include <string_view>

namespace skiff {

/// A file of the repository that is embedded in the program, unchanged.
struct EmbeddedFile {
  std::string_view path;  ///< runtime/pod/drain.sh
  std::string_view text;
};

}  // namespace skiff
