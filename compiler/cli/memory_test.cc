// The tests run on the program's memory too (compiler/CMakeLists.txt); here it is asked for blocks of every kind.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace skiff {
namespace {

constexpr std::size_t sizes[] = {
    0,    1,    7,    8,     9,      16,     24,     1000,   1015,   1016,   1017,    1024,          1025,
    2040, 2041, 4096, 65535, 100000, 262135, 262136, 262137, 262144, 262145, 1 << 20, (1 << 20) + 1, 5 << 20};

/// A block that is filled with a byte of its own, so that a second owner would be seen.
struct Filled {
  explicit Filled(std::size_t bytes, char with)
      : size(bytes), fill(with), block(static_cast<char*>(operator new(bytes))) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 16, 0U) << bytes;
    std::fill_n(block, size, fill);
  }
  void check_and_give_back() const {
    EXPECT_TRUE(std::all_of(block, block + size, [&](char c) { return c == fill; })) << size << " bytes";
    operator delete(block);
  }

  std::size_t size;
  char fill;
  char* block;
};

TEST(Memory, GivesEachBlockToOneOwner) {
  std::mt19937 random(1);
  std::vector<Filled> blocks;
  for (int step = 0; step < 20000; ++step) {
    const char fill = static_cast<char>(step);
    // Mostly small ones, and large ones only as long as it needs no gigabytes.
    const std::size_t bytes = random() % 100 ? random() % 600 : sizes[random() % std::size(sizes)];
    blocks.emplace_back(bytes, fill);
    if (blocks.size() < 500) continue;
    std::swap(blocks[random() % blocks.size()], blocks.back());
    blocks.back().check_and_give_back();
    blocks.pop_back();
  }
  for (const Filled& block : blocks) block.check_and_give_back();
}

TEST(Memory, HasEverySize) {
  for (int round = 0; round < 2; ++round) {
    std::vector<Filled> blocks;
    for (const std::size_t bytes : sizes) blocks.emplace_back(bytes, 'a');
    for (std::size_t bytes = 0; bytes < 5000; ++bytes) blocks.emplace_back(bytes, static_cast<char>(bytes));
    for (const Filled& block : blocks) block.check_and_give_back();
  }
}

TEST(Memory, TakesANewRegionWhenOneIsFull) {
  std::vector<Filled> blocks;
  for (int i = 0; i < 1200; ++i) blocks.emplace_back(100000, static_cast<char>(i));
  for (const Filled& block : blocks) block.check_and_give_back();
}

#ifndef __SANITIZE_ADDRESS__  // which ends the program
TEST(Memory, SaysWhenThereIsNone) {
  for (const std::size_t bytes : {SIZE_MAX - 4, SIZE_MAX / 4}) {
    // Out of the compiler's sight, which knows that no object is that large.
    volatile std::size_t wanted = bytes;
    EXPECT_THROW(operator delete(operator new(wanted)), std::bad_alloc);
  }
}
#endif

}  // namespace
}  // namespace skiff
