#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emit/file_set.h"
#include "plan/plan.h"
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

/// A configuration file as typed lines. Its layout, templates/slurm/NAME, fixes the sections, their order and comments.
struct Conf {
  std::string path;       ///< slurm/slurm.conf
  char separator = '=';   ///< between key and value; ' ' in sshd_config
  std::vector<ConfLine> lines = {};
  Origin why = {};  ///< the file is there

  void add(std::string key, const Tracked<std::string>& value) { add(std::move(key), *value, value.origin); }
  void add(std::string key, std::string value, Origin origin) {
    lines.push_back({{{std::move(key), std::move(value), std::move(origin)}}});
  }
};

/// The parameters of the user that belong to `conf`: a list parameter that skiff writes too gets the user's words after its own, any
/// other that skiff writes as a mere default is replaced, the rest is appended. Which ones the user may not set at all
/// is judged before (rules/settings.cc).
void apply_settings(Conf& conf, const plan::Pairs& settings);

/// A value of the user as it has to stand in a Slurm file: with blanks only in double quotes is it one value. (The schema
/// lets no quotes through.)
std::string quoted_if_needed(const std::string& value);

/// The files of a cluster; std::nullopt where the cluster needs none.
Conf slurm_conf(const plan::Plan& plan);
std::optional<Conf> gres_conf(const plan::Plan& plan);
std::optional<Conf> cgroup_conf(const plan::Plan& plan);
Conf plugstack_conf(const plan::Plan& plan);
std::optional<Conf> slurmdbd_conf(const plan::Plan& plan);
Conf sshd_config(const plan::Plan& plan, const plan::Login& login);
/// mpi.conf, acct_gather.conf, job_container.conf: what the user says and nothing else.
std::vector<Conf> user_confs(const plan::Plan& plan);

}  // namespace skiff
