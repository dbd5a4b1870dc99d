#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/session.h"

namespace skiff::cli {

/// What `explain` was asked about.
struct ExplainOptions {
  std::string target;
  std::string spec = "cluster.yaml";
  bool spec_given = false;
  std::string output;  ///< the folder that paths of output files may begin with
};

/// `SKF101`: what the rule is about. Nothing if there is no such rule.
std::optional<std::string> explain_rule(std::string_view id);

/// An output line, `slurm/slurm.conf:42`.
struct LineTarget {
  std::string path;
  std::uint32_t line = 0;
};

/// Nothing if the target is no path with a line number.
std::optional<LineTarget> line_target(std::string_view target);

/// What decided the line: the spec's lines, the defaults, the catalogue, the template. `problem` says why there is
/// none.
std::optional<std::string> explain_line(const LineTarget& target, const Session& session, std::string_view output,
                                        std::string& problem);

/// What a field is, and every output line that it, or its default, decides. `session` is nullptr where there is no
/// spec.
std::optional<std::string> explain_field(std::string_view path, const Session* session, std::string& problem);

}  // namespace skiff::cli
