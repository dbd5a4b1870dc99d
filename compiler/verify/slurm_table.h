#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "verify/tables.h"

// Looking up rows of the tables of schema/slurm, which are sorted by file, line and key.

namespace skiff {

/// -1, 0 or 1, without regard to upper and lower case, as Slurm compares keys and words.
int compare_words(std::string_view a, std::string_view b);

/// The rows of one file that may stand on one kind of line; the top level is the empty line.
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

/// Those of one key.
template <class Row>
std::span<const Row> rows_of(std::span<const Row> group, std::string_view key) {
  const auto first =
      std::partition_point(group.begin(), group.end(), [&](const Row& row) { return compare_words(row.key, key) < 0; });
  const auto last =
      std::partition_point(first, group.end(), [&](const Row& row) { return compare_words(row.key, key) == 0; });
  return {first, last};
}

/// True if a release (230201 is 23.02.1) has the row.
template <class Row>
bool in_release(const Row& row, std::uint32_t release) {
  return release >= row.since && (row.removed == 0 || release < row.removed);
}

/// "23.02.1" of 230201; the first of a series is named without its number.
std::string release_text(std::uint32_t release);

/// "came with Slurm 23.11, the target is 23.02", or "was removed in …": why no row of a key or word is in the release.
template <class Row>
std::string other_release(std::span<const Row> rows, std::uint32_t release) {
  const bool later = release < rows.front().since;
  return (later ? "came with Slurm " + release_text(rows.front().since)
                : "was removed in Slurm " + release_text(rows.back().removed)) +
         ", the target is " + release_text(release / 100 * 100);
}

}  // namespace skiff
