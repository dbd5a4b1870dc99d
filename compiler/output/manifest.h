#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace skiff {

/// The file in an output directory that lists the files that skiff wrote, with their hashes. `xxhsum -c` reads it.
inline constexpr std::string_view manifest_name = ".skiff";

/// Path -> the hashes that a file of ours may have. There are two while a build replaces one content with another. So
/// if the build is killed in between, the next one still recognizes the file as ours.
using Manifest = std::map<std::string, std::set<std::uint64_t>, std::less<>>;

/// `HASH  PATH` lines, sorted.
std::string manifest_text(const Manifest& manifest);

/// std::nullopt if the text is not a manifest.
std::optional<Manifest> parse_manifest(std::string_view text);

/// True for a path that stays in the output directory: relative, separated by `/`, without parts that are empty, `.` or
/// `..`, without control characters, and not beginning with the name of the manifest.
bool is_output_path(std::string_view path);

}  // namespace skiff
