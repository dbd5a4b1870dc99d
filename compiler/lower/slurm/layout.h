#pragma once

#include "tree/conf.h"
#include "tree/file_set.h"
#include "tree/layout.h"

namespace skiff {

/// The file's text, with blank lines between the blocks. A block none of whose keys are there is left out; one of comments alone always
/// stands. Throws std::logic_error for a key that has no place: a defect of skiff.
OutputFile lay_out(const Conf& conf, const Layout& layout);

}  // namespace skiff
