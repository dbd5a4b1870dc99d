#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mutate.h"

namespace skiff::mutants {

/// Reads the spec for a release: "24.11". Throws std::invalid_argument if it is not YAML.
Base load_base(const std::filesystem::path& spec, const std::string& release);

struct Counts {
  std::size_t accepted = 0, refused = 0, same = 0, large = 0;
};

/// Writes `count` mutants that skiff accepts to FOLDER/0001 and so on, the unchanged bases to FOLDER/base-NAME, and the
/// refused mutants to FOLDER/refused.tsv. The same arguments give the same files.
Counts generate(const std::vector<Base>& bases, const std::string& release, std::uint64_t seed, std::size_t count,
                const std::filesystem::path& folder);

}  // namespace skiff::mutants
