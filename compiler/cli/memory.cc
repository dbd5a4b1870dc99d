// The program's own `operator new`. A compilation makes hundreds of thousands of small values and keeps most of them to
// its end, which is also the program's. glibc's care for threads and for merging free neighbours was a seventh of a
// build's instructions, and the growth of its heap by small pages a third of a large build's time. Here blocks are cut
// from a region of huge pages, and one that is given back waits for the next of its size. No locks: there is one
// thread.
#ifndef __SANITIZE_ADDRESS__  // which brings its own

#include <sys/mman.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t region_size = 32 * huge_page;      // of addresses: memory comes when a page is first used
constexpr std::size_t largest = std::size_t{256} << 10;  // what is larger is malloc's

/// The class of the block's size stands right before what `new` returns, which is at a multiple of 16.
using Header = std::uint64_t;
constexpr Header of_malloc = 0;

struct SizeClass {
  std::size_t number;
  std::size_t bytes;
};

// Multiples of 16 bytes, and above 1 KiB eight sizes for each doubling.
SizeClass size_class(std::size_t bytes) {
  if (bytes <= 1024) return {(bytes + 15) / 16, (bytes + 15) / 16 * 16};
  const int doublings = std::bit_width(bytes - 1);
  const std::size_t step = std::size_t{1} << (doublings - 4);
  const std::size_t steps = (bytes + step - 1) / step;
  return {64 + static_cast<std::size_t>(doublings - 11) * 8 + (steps - 8), steps * step};
}

constexpr std::size_t classes = 64 + 8 * 8 + 1;  // up to 256 KiB

struct Free {
  Free* next;
};
Free* given_back[classes];

// Enough for a verb that only prints; what compiles goes on in a region.
alignas(16) char first[std::size_t{64} << 10];
char* unused = first + sizeof(Header);
char* end_of_unused = first + sizeof first;

void begin_region() {
  void* const mapped = mmap(nullptr, region_size + huge_page, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  char* const begin = static_cast<char*>(mapped) + huge_page - reinterpret_cast<std::uintptr_t>(mapped) % huge_page;
  madvise(begin, region_size, MADV_HUGEPAGE);  // where the system has none, small pages do
  unused = begin + sizeof(Header);
  end_of_unused = begin + region_size;
}

Header& header(void* block) { return *(static_cast<Header*>(block) - 1); }

void* from_malloc(std::size_t bytes) {
  void* const block = bytes < SIZE_MAX / 2 ? std::malloc(bytes + 2 * sizeof(Header)) : nullptr;
  if (!block) throw std::bad_alloc();
  void* const result = static_cast<Header*>(block) + 2;
  header(result) = of_malloc;
  return result;
}

}  // namespace

void* operator new(std::size_t bytes) {
  if (bytes > largest - sizeof(Header)) return from_malloc(bytes);
  const SizeClass wanted = size_class(bytes + sizeof(Header));
  if (Free* const block = given_back[wanted.number]) {
    given_back[wanted.number] = block->next;
    return block;
  }
  if (wanted.bytes > static_cast<std::size_t>(end_of_unused - unused)) begin_region();
  void* const block = unused + sizeof(Header);
  unused += wanted.bytes;
  header(block) = wanted.number;
  return block;
}

void operator delete(void* block) noexcept {
  if (!block) return;
  const Header number = header(block);
  if (number == of_malloc) return std::free(static_cast<Header*>(block) - 2);
  given_back[number] = new (block) Free{given_back[number]};
}

void operator delete(void* block, std::size_t) noexcept { operator delete(block); }

#endif
