#pragma once

#include <utility>
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

/// The objects of a file. A list in braces would copy them, and a pod's template is large.
template <class... Objects>
std::vector<Value> objects_of(Objects&&... each) {
  std::vector<Value> objects;
  objects.reserve(sizeof...(each));
  (objects.push_back(std::forward<Objects>(each)), ...);
  return objects;
}

/// All files of objects, in the order in which they are to be applied: each after what it needs. The table of contents of k8s/.
std::vector<ObjectFile> lower_objects(const plan::Plan& plan, const Confs& confs);

}  // namespace skiff
