#include "benchmark/parallel_for.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace skiff::benchmark {

void parallel_for(std::size_t count, std::size_t side_by_side, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(count, side_by_side); ++i) others.emplace_back(take);
  take();
}

}  // namespace skiff::benchmark
