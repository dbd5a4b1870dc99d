#pragma once

#include <cstddef>
#include <functional>

namespace skiff::benchmark {

/// Calls `work` with 0, 1, ... below `count`, this many side by side, and comes back when all are done.
void at_once(std::size_t count, std::size_t side_by_side, const std::function<void(std::size_t)>& work);

}  // namespace skiff::benchmark
