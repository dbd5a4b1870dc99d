#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mutate.h"

namespace skiff::mutants {

/// Reads the spec for a release: "24.11". Throws std::invalid_argument if it is not YAML.
Base load_base(const std::filesystem::path& spec, const std::string& release);

struct Counts {
  std::size_t written = 0, refused = 0, same = 0, large = 0;
};

/// The mutants that are written: those that skiff accepts, or those that it refuses because of what a value means to
/// Slurm (refused.h).
enum class Wanted { accepted, refused };

/// Writes `count` mutants to FOLDER/0001 and so on, the unchanged bases to FOLDER/base-NAME, and the errors of mutants
/// that skiff refuses to FOLDER/refused.tsv. The same arguments give the same files.
Counts generate(const std::vector<Base>& bases, const std::string& release, std::uint64_t seed, std::size_t count,
                Wanted wanted, const std::filesystem::path& folder);

}  // namespace skiff::mutants
