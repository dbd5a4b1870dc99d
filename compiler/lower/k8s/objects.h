#pragma once

#include <vector>

#include "emit/bundle.h"
#include "lower/template.h"
#include "lower/slurm/conf.h"
#include "plan/plan.h"

namespace skiff {

/// The conf files that the pods' annotations depend on.
struct Confs {
  Conf slurm;
  std::optional<Conf> gres, cgroup, slurmdbd;
  Conf plugstack;
  std::vector<Conf> sshd;  ///< one a login set, in their order
  std::vector<Conf> user;
};

ObjectFile namespace_objects(const plan::Plan& plan);
/// The headless Service of all workers and login pods.
ObjectFile nodes_objects(const plan::Plan& plan);
ObjectFile storage_objects(const plan::Plan& plan);
ObjectFile controller_objects(const plan::Plan& plan, const Confs& confs);
/// What slurmctld's pod has where a node set is elastic; everything is `none` where none is.
struct Power {
  Value account, role, binding;             ///< objects
  Value account_name, container, mount, volumes;  ///< parts of the pod
};
Power power(const plan::Plan& plan);
ObjectFile accounting_objects(const plan::Plan& plan, const Confs& confs);
/// What the objects of all node sets have in common.
struct NodeSetForms {
  Form stateful_set, disruption_budget;
};
NodeSetForms node_set_forms(const plan::Plan& plan);
ObjectFile node_set_objects(const plan::Plan& plan, const NodeSetForms& forms, const plan::NodeSet& set);
ObjectFile login_objects(const plan::Plan& plan, const plan::Login& login, const Conf& sshd);
ObjectFile benchmark_objects(const plan::Plan& plan, const plan::Benchmark& benchmark);
/// The Job that copies the jail's image to its volume, where one does.
ObjectFile jail_objects(const plan::Plan& plan);
/// The CronJob that takes away imported images which nobody uses.
ObjectFile evict_images_objects(const plan::Plan& plan);
ObjectFile rest_api_objects(const plan::Plan& plan, const Confs& confs);

/// All files of objects, in the order in which they are to be applied: each after what it needs. The table of contents of k8s/.
std::vector<ObjectFile> lower_objects(const plan::Plan& plan, const Confs& confs);

}  // namespace skiff
