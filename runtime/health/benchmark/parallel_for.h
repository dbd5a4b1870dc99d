#pragma once

#include <cstddef>
#include <functional>

namespace skiff::benchmark {

/// Calls `work` with 0, 1, ... `count` - 1 from up to `side_by_side` threads, and returns when all calls are done.
void parallel_for(std::size_t count, std::size_t side_by_side, const std::function<void(std::size_t)>& work);

}  // namespace skiff::benchmark
