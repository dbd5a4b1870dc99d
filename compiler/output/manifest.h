#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace skiff {

/// The file in an output folder that says which of its files are ours, and with which content. `xxhsum -c` reads it.
inline constexpr std::string_view manifest_name = ".skiff";

/// Path -> the fingerprints that a file of ours may have. There are two while a build replaces one by the other, so
/// that a build that is killed in the middle leaves nothing that the next one takes for somebody else's.
using Manifest = std::map<std::string, std::set<std::uint64_t>, std::less<>>;

/// `HASH  PATH` lines, sorted.
std::string manifest_text(const Manifest& manifest);

/// Nothing if the text is not a manifest.
std::optional<Manifest> parse_manifest(std::string_view text);

/// True for a path that stays in the output folder: relative, `/` between parts, no part empty, `.` or `..`, no line
/// break, and not the manifest.
bool is_output_path(std::string_view path);

}  // namespace skiff
