#pragma once

#include "tree/conf.h"
#include "tree/file_set.h"
#include "tree/layout.h"

namespace skiff {

/// The text of the file, with empty lines between the blocks. A block is left out if the file has none of its keys. A
/// block that has only comments is always written. Throws std::logic_error for a key without a place in the layout,
/// which is a bug in skiff.
OutputFile lay_out(const Conf& conf, const Layout& layout);

}  // namespace skiff
