#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"
#include "tree/conf.h"

namespace skiff {

/// The configuration files of a cluster. The annotations of the pods depend on them.
struct Confs {
  Conf slurm;
  std::optional<Conf> gres, cgroup, slurmdbd, policy, reservations, topology, oci;
  Conf plugstack;
  std::vector<Conf> sshd;  ///< one per login set, in the same order
  std::optional<Conf> node_sshd;
  std::vector<Conf> user;
};

/// Applies the user's parameters to `conf`. If skiff also writes a list parameter, the user's items follow those of
/// skiff. Any other parameter of skiff is a default, which the user's value replaces. The remaining parameters are
/// appended. rules/settings.cc has already rejected the parameters that the user may not set.
void apply_settings(Conf& conf, const plan::Pairs& settings);

/// A user's value as a Slurm file needs it: in double quotes if it contains spaces, because it would be several values
/// otherwise. (The schema allows no quotes in values.)
std::string quoted_if_needed(const std::string& value);

/// The configuration files of a cluster. std::nullopt: the cluster does not need the file.
Conf slurm_conf(const plan::Plan& plan);
std::optional<Conf> gres_conf(const plan::Plan& plan);
std::optional<Conf> cgroup_conf(const plan::Plan& plan);
Conf plugstack_conf(const plan::Plan& plan);
std::optional<Conf> slurmdbd_conf(const plan::Plan& plan);
/// policy.conf: the accounting records that skiff-sidecar creates and maintains with sacctmgr.
std::optional<Conf> policy_conf(const plan::Plan& plan);
/// reservations.conf: the reservations that skiff-sidecar creates and maintains with scontrol.
std::optional<Conf> reservations_conf(const plan::Plan& plan);
Conf sshd_config(const plan::Plan& plan, const plan::Login& login);
/// sshd_config of the workers.
std::optional<Conf> node_sshd_config(const plan::Plan& plan);
/// oci.conf: how slurmd runs OCI bundles.
std::optional<Conf> oci_conf(const plan::Plan& plan);
/// mpi.conf, acct_gather.conf and job_container.conf. They hold only the user's parameters.
std::vector<Conf> user_confs(const plan::Plan& plan);

}  // namespace skiff
