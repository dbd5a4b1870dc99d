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
  bool ready = false;  ///< report the last periodic run instead of running checks
  bool list = false;
  bool help = false;
  std::string settings = std::string(shared::paths::health) + "/settings.json";
  std::string root;
  Output output = Output::table;
};

/// Parses the command line; the first word is the program's name. Slurm's parameters accept a path without arguments,
/// so a link with a name such as `skiff-health-prolog` means `--as prolog`. It also disables output, which slurmd would
/// log on each call. Throws std::runtime_error if the command line is wrong.
Arguments parse_arguments(const std::vector<std::string>& words);

std::string_view usage();

}  // namespace skiff::health
