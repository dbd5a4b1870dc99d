#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jail {

/// The parts between one character; an empty text has none, and `a,,b` has an empty one.
std::vector<std::string> split(std::string_view text, char separator);

/// The words between blanks.
std::vector<std::string> words(std::string_view line);

/// A number of these digits alone, in base 8 or 10, no larger than `limit`.
std::optional<std::uint64_t> number(std::string_view digits, int base, std::uint64_t limit);

/// Undoes fstab(5)'s escapes: a backslash and three octal digits. Nothing where one is incomplete or makes a NUL.
std::optional<std::string> unescape(std::string_view field);

/// Why this is not an absolute path without `.`, `..`, empty parts, a slash at its end, or control characters; empty
/// where it is one.
std::string path_fault(std::string_view path);

/// A text for a message: its control characters as `?`.
std::string shown(std::string_view text);

/// True for what can be the name of one file: no slash, not `.` or `..`, no control characters.
bool is_file_name(std::string_view name);

/// True if the path is the folder or lies in it.
bool inside(std::string_view path, std::string_view folder);

/// A path as one file name: `/var/tmp` is `var-tmp`; what is `-` or `%` in it is written `%2d`, `%25`.
std::string path_as_name(std::string_view path);

}  // namespace jail
