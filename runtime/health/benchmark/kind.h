#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace skiff::benchmark {

/// What a benchmark runs, and with it the form of its output and the nodes of one run.
enum class Kind : std::uint8_t { nccl_all_reduce, nccl_pairs, dcgm_diag, memory_bandwidth, storage_bandwidth, command };

/// `nccl-all-reduce` and so on, as the spec has it.
std::string_view name_of(Kind kind);
std::optional<Kind> kind_named(std::string_view name);

/// DCGM says itself what is good; all others give a number that a floor judges.
inline bool has_floor(Kind kind) { return kind != Kind::dcgm_diag; }

}  // namespace skiff::benchmark
