#pragma once

#include <string>
#include <utility>
#include <vector>

#include "provenance/origin.h"

namespace skiff {

/// `Key=value`, as on a line of a Slurm configuration file.
struct Parameter {
  std::string key;
  std::string value;
  Origin origin;
  Origin given = {};  ///< of the user's items in a list that also has skiff's own; `origin` includes it

  /// What a diagnostic about the value points at.
  const Origin& blamed() const { return given.empty() ? origin : given; }
};

/// One line: a single parameter, or several for lines such as `NodeName=`.
struct ConfLine {
  std::vector<Parameter> parameters;
};

/// A configuration file as typed lines. Its layout, templates/slurm/NAME, defines the sections, their order and the
/// comments.
struct Conf {
  std::string name;      ///< name under which its reader opens it: slurm.conf, sshd_config
  std::string path;      ///< path in the output: slurm/slurm.conf, slurm/sshd_config.login
  char separator = '=';  ///< between key and value; ' ' in sshd_config
  std::vector<ConfLine> lines = {};
  Origin why = {};  ///< why the file exists

  void add(std::string key, const Tracked<std::string>& value) { add(std::move(key), *value, value.origin); }
  void add(std::string key, std::string value, Origin origin) {
    lines.push_back({{{std::move(key), std::move(value), std::move(origin)}}});
  }
};

}  // namespace skiff
