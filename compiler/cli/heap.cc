#include "cli/heap.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace skiff::cli {

// See mallopt(3) and madvise(2). Only address space is reserved; a page gets memory when it is first used. Without huge
// pages, or with another malloc, this has no effect.
void prepare_heap() {
  constexpr std::size_t huge_page = std::size_t{2} << 20;
  constexpr std::size_t step = 32 * huge_page;
  mallopt(M_TOP_PAD, static_cast<int>(step));
  mallopt(M_TRIM_THRESHOLD, static_cast<int>(2 * step));
  mallopt(M_MMAP_THRESHOLD, static_cast<int>(step / 2));
  // Allocate more than is free at the moment, so that the heap grows by a step. `volatile` keeps compilers from
  // removing the pair of calls.
  void* volatile block = std::malloc(std::size_t{1} << 20);
  std::free(block);
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0)) / huge_page * huge_page;
  madvise(reinterpret_cast<void*>(end - step + huge_page), step - huge_page, MADV_HUGEPAGE);
}

}  // namespace skiff::cli
