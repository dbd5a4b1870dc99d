#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skiff::cli {

/// The text of a file, or of standard input for `-`. On failure, prints the reason on standard error and returns
/// std::nullopt.
std::optional<std::string> read_input(const std::string& path);

/// Writes data to standard output. On failure, prints the reason on standard error and returns false.
bool write_output(std::string_view text);

/// Writes diagnostics to standard error, unchanged.
void write_error(std::string_view text);

/// Prints the line `skiff: MESSAGE` on standard error.
void say(std::string_view message);

}  // namespace skiff::cli
