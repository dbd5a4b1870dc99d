#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"
#include "tree/conf.h"

namespace skiff {

/// The conf files of a cluster, which the pods' annotations depend on.
struct Confs {
  Conf slurm;
  std::optional<Conf> gres, cgroup, slurmdbd, policy;
  Conf plugstack;
  std::vector<Conf> sshd;  ///< one a login set, in their order
  std::vector<Conf> user;
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
/// What sacctmgr is to see to, read by skiff-sidecar.
std::optional<Conf> policy_conf(const plan::Plan& plan);
Conf sshd_config(const plan::Plan& plan, const plan::Login& login);
/// mpi.conf, acct_gather.conf, job_container.conf: what the user says and nothing else.
std::vector<Conf> user_confs(const plan::Plan& plan);

}  // namespace skiff
