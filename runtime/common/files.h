#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skiff {

/// The content of a small file; none if it cannot be read.
std::optional<std::string> read_text(const std::string& path);
/// The first line of a file without spaces and tabs at both ends; none if the file cannot be read.
std::optional<std::string> read_line(const std::string& path);
/// The first line of a file as a number; none if it is not a number.
std::optional<std::int64_t> read_number(const std::string& path);
/// The sorted names in a directory, without `.` and `..`; empty if the directory cannot be read.
std::vector<std::string> names_in(const std::string& folder);
/// The last path component of a symbolic link's target; empty if `path` is not a link.
std::string link_name(const std::string& path);
/// Replaces a file atomically. By default, only its owner can read it. On failure, returns false and sets errno.
bool write_atomically(const std::string& path, std::string_view text, unsigned mode = 0600);

std::vector<std::string> lines_of(std::string_view text);
std::vector<std::string> words_of(std::string_view text, std::string_view separators = " \t");
/// True if `name` matches `pattern`, in which `*` stands for any text: `mlx5_*`.
bool matches(std::string_view pattern, std::string_view name);

/// Named numbers that a check remembers. As text, there is one `name number` per line; names contain no spaces.
using Counters = std::map<std::string, std::int64_t>;
Counters counters_of(std::string_view text);
std::string text_of(const Counters& counters);

}  // namespace skiff
