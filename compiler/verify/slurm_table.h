#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "plan/version.h"
#include "verify/tables.h"

// Lookups in the tables of schema/slurm, which are sorted by file, line and key.

namespace skiff {

/// Compares two words ignoring case, as Slurm compares keys and values. Returns -1, 0 or 1.
int compare_words(std::string_view a, std::string_view b);

/// The rows of one file for one kind of line. The empty line means the top level.
template <class Row>
std::span<const Row> rows_of(std::span<const Row> all, std::string_view file, std::string_view line) {
  const auto first = std::partition_point(all.begin(), all.end(), [&](const Row& row) {
    const int order = row.file.compare(file);
    return order < 0 || (order == 0 && compare_words(row.line, line) < 0);
  });
  const auto last = std::partition_point(
      first, all.end(), [&](const Row& row) { return row.file == file && compare_words(row.line, line) == 0; });
  return {first, last};
}

/// The rows of one key in such a group.
template <class Row>
std::span<const Row> rows_of(std::span<const Row> group, std::string_view key) {
  const auto first =
      std::partition_point(group.begin(), group.end(), [&](const Row& row) { return compare_words(row.key, key) < 0; });
  const auto last =
      std::partition_point(first, group.end(), [&](const Row& row) { return compare_words(row.key, key) == 0; });
  return {first, last};
}

/// True if the row holds for a release (230201 is 23.02.1).
template <class Row>
bool in_release(const Row& row, std::uint32_t release) {
  return release >= row.since && (row.removed == 0 || release < row.removed);
}

/// The newest release of a series, because a target names no point release.
inline std::uint32_t newest_of(Version series) {
  return static_cast<std::uint32_t>(series.major * 10000 + series.minor * 100 + 99);
}

/// "23.02.1" for 230201. The first release of a series is written without its last number: "23.02".
std::string release_text(std::uint32_t release);

/// Why none of the rows holds for the release: "was added in Slurm 23.11; the target is 23.02", or "was removed in …".
template <class Row>
std::string other_release(std::span<const Row> rows, std::uint32_t release) {
  const bool later = release < rows.front().since;
  return (later ? "was added in Slurm " + release_text(rows.front().since)
                : "was removed in Slurm " + release_text(rows.back().removed)) +
         "; the target is " + release_text(release / 100 * 100);
}

}  // namespace skiff
