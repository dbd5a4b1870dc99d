#pragma once

#include <string_view>

#include "tree/conf.h"
#include "tree/file_set.h"

namespace skiff {

/// The file's text. A layout is a list of blocks with blank lines between: comment lines, then the names of the keys that stand below them,
/// one a line; `*` takes what has no place of its own. A block none of whose keys are there is left out; a block of comments
/// alone always stands. Throws std::logic_error for a key that has no place: a defect of skiff.
OutputFile lay_out(const Conf& conf, std::string_view layout, std::string_view layout_path);

}  // namespace skiff
