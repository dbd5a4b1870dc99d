#include "benchmark/kind.h"

#include <iterator>

namespace skiff::benchmark {
namespace {

constexpr std::string_view names[] = {"nccl-all-reduce",  "nccl-pairs",        "dcgm-diag",
                                      "memory-bandwidth", "storage-bandwidth", "command"};

}  // namespace

std::string_view name_of(Kind kind) { return names[static_cast<std::size_t>(kind)]; }

std::optional<Kind> kind_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(names); ++i)
    if (names[i] == name) return static_cast<Kind>(i);
  return std::nullopt;
}

}  // namespace skiff::benchmark
