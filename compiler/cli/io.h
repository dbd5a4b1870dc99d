#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skiff::cli {

/// The text of a file, or of standard input for `-`. On failure says why on standard error.
std::optional<std::string> read_input(const std::string& path);

/// Writes data to standard output; false, and a word on standard error, if it can't be written.
bool write_output(std::string_view text);

/// Writes diagnostics to standard error as they are.
void write_error(std::string_view text);

/// One line `skiff: …` on standard error.
void say(std::string_view message);

}  // namespace skiff::cli
