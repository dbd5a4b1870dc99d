#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "read/beside.h"

namespace skiff::testing {

/// examples/NAME/cluster.yaml
struct Example {
  std::string name;
  std::string text;
};

/// All examples, sorted by name.
std::vector<Example> examples();

/// The files beside it.
Beside beside(const Example& example);

/// What gtest appends to a test's name, and prints for it.
std::string test_name(const Example& example);
void PrintTo(const Example& example, std::ostream* out);

/// The folder that holds what an example compiles to.
std::filesystem::path golden_folder(std::string_view example);

std::string file_text(const std::filesystem::path& path);
void write_text(const std::filesystem::path& path, std::string_view text);

/// SKIFF_UPDATE_GOLDEN=1: tests write what they get over what they expect, and fail all the same.
bool updating_goldens();

/// How a failure says what to do about it.
inline constexpr std::string_view update_hint =
    "If that is what you want: tools/update-goldens, then look at the difference before you commit it.";

}  // namespace skiff::testing
