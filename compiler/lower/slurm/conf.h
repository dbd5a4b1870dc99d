#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emit/file_set.h"
#include "provenance/origin.h"

namespace skiff {

/// `Key=value`, as it stands on a line of a Slurm configuration file.
struct Parameter {
  std::string key;
  std::string value;
  Origin origin;
};

/// One line: a single parameter, or several for `NodeName=` and its like.
struct ConfLine {
  std::vector<Parameter> parameters;
};

/// A configuration file as typed lines in sections. templates/slurm/NAME fixes the sections, their order and comments; see lower/slurm/layout.h.
struct Conf {
  std::string path;  ///< slurm/slurm.conf
  std::vector<ConfLine> lines;
};

}  // namespace skiff
