#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "embedded/shared.h"
#include "node.h"

namespace skiff::health {

enum class Output { table, json, none };

struct Arguments {
  Context as = periodic;
  bool ready = false;  ///< tell of the last periodic run instead of doing one
  bool list = false;
  bool help = false;
  std::string settings = std::string(shared::paths::health) + "/settings.json";
  std::string root;
  Output output = Output::table;
};

/// Reads the command line. Slurm's parameters take a path without arguments: a name such as `skiff-health-prolog` (a link)
/// stands for `--as prolog`, without output, which slurmd would put into its own log each time. Throws std::runtime_error with what is wrong.
Arguments parse_arguments(const std::vector<std::string>& words);

std::string_view usage();

}  // namespace skiff::health
