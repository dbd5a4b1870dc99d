#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skiff {

/// The whole of a small file, or none where it can't be read.
std::optional<std::string> read_text(const std::string& path);
/// Its first line without blanks at the ends.
std::optional<std::string> read_line(const std::string& path);
std::optional<std::int64_t> read_number(const std::string& path);
/// Names in a folder, sorted, without `.` and `..`; empty where there is none.
std::vector<std::string> names_in(const std::string& folder);
/// The last part of what a link points to; empty where it is none.
std::string link_name(const std::string& path);
/// Writes a file anew or not at all; without another mode for its owner alone. False with errno.
bool write_atomically(const std::string& path, std::string_view text, unsigned mode = 0600);

std::vector<std::string> lines_of(std::string_view text);
std::vector<std::string> words_of(std::string_view text, std::string_view separators = " \t");
/// Names with `*` for anything: `mlx5_*`.
bool matches(std::string_view pattern, std::string_view name);

/// Numbers under names without blanks, as a check remembers them: `name number`, one a line.
using Counters = std::map<std::string, std::int64_t>;
Counters counters_of(std::string_view text);
std::string text_of(const Counters& counters);

}  // namespace skiff
