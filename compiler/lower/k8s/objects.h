#pragma once

#include <vector>

#include "lower/slurm/confs.h"
#include "plan/plan.h"
#include "tree/bundle.h"
#include "tree/template.h"

namespace skiff {

ObjectFile namespace_objects(const plan::Plan& plan);
/// The headless Service of all workers and login pods.
ObjectFile nodes_objects(const plan::Plan& plan);
ObjectFile storage_objects(const plan::Plan& plan);
ObjectFile controller_objects(const plan::Plan& plan, const Confs& confs);
/// A container beside slurmctld that asks the Kubernetes API, and what gives it its rights; `none` and empty where it is not there.
struct Sidecar {
  Value container, volume;     ///< parts of the pod
  std::vector<Value> objects;  ///< roles and their bindings
  Origin why;
};
/// Where a node set is elastic.
Sidecar power(const plan::Plan& plan);
/// Where something follows a drain.
Sidecar after_drain(const plan::Plan& plan);
/// The account of slurmctld's pod, the account's name and its token as a volume; `none` where no sidecar is there.
struct Access {
  Value account, name, token;
};
Access access(const plan::Plan& plan, std::initializer_list<const Sidecar*> sidecars);
/// Gives the Role of the same metadata to that account.
Value role_binding(const plan::Plan& plan, const Value& meta, const Origin& why);
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
