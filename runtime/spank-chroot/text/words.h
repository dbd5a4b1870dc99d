#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jail {

/// The parts of a text between separators. An empty text has no parts, and `a,,b` has an empty one.
std::vector<std::string> split(std::string_view text, char separator);

/// The words of a line, separated by spaces or tabs.
std::vector<std::string> words(std::string_view line);

/// The number that the digits stand for, in base 8 or 10. nullopt if there are other characters, or if it is above
/// `limit`.
std::optional<std::uint64_t> number(std::string_view digits, int base, std::uint64_t limit);

/// Decodes fstab(5)'s escapes: a backslash and three octal digits. nullopt if one is incomplete or stands for NUL.
std::optional<std::string> unescape(std::string_view field);

/// Empty for an absolute path without `.`, `..`, empty parts, a slash at its end and control characters, and not too
/// long (255 bytes per part, 4000 in total). Otherwise says what is wrong.
std::string path_fault(std::string_view path);

/// A text for a message: control characters are replaced by `?`.
std::string shown(std::string_view text);

/// True if this can be the name of a file: no slash, not `.` or `..`, no control characters.
bool is_file_name(std::string_view name);

/// True if the path is the directory or is inside it.
bool inside(std::string_view path, std::string_view folder);

/// A path as one file name: `/var/tmp` becomes `var-tmp`. `-` and `%` in the path become `%2d` and `%25`.
std::string path_as_name(std::string_view path);

}  // namespace jail
