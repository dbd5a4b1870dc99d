#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "read/spec_files.h"

namespace skiff::testing {

/// examples/NAME/cluster.yaml
struct Example {
  std::string name;
  std::string text;
};

/// All examples, sorted by name.
std::vector<Example> examples();

/// The files beside the spec of the example.
SpecFileReader spec_files(const Example& example);

/// The text that gtest appends to the name of a test, and the text that it prints for the parameter.
std::string test_name(const Example& example);
void PrintTo(const Example& example, std::ostream* out);

/// The directory with the expected output of an example.
std::filesystem::path golden_folder(std::string_view example);

std::string file_text(const std::filesystem::path& path);
void write_text(const std::filesystem::path& path, std::string_view text);

/// True with SKIFF_UPDATE_GOLDEN=1: tests overwrite the expected files with the actual output, and still fail.
bool updating_goldens();

/// The advice that a failure of a golden test prints.
inline constexpr std::string_view update_hint =
    "If this is intended, run tools/update-goldens and review the difference before you commit it.";

}  // namespace skiff::testing
