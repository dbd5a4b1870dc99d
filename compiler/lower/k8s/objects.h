#pragma once

#include <utility>
#include <vector>

#include "lower/slurm/confs.h"
#include "plan/plan.h"
#include "tree/bundle.h"
#include "tree/template.h"

namespace skiff {

ObjectFile namespace_objects(const plan::Plan& plan);
/// The headless Service of all worker and login pods.
ObjectFile nodes_objects(const plan::Plan& plan);
ObjectFile storage_objects(const plan::Plan& plan);
ObjectFile controller_objects(const plan::Plan& plan, const Confs& confs);
ObjectFile accounting_objects(const plan::Plan& plan, const Confs& confs);
/// The parts that the objects of all node sets share.
struct NodeSetForms {
  Form stateful_set, disruption_budget;
  Value security_context;
};
NodeSetForms node_set_forms(const plan::Plan& plan);
ObjectFile node_set_objects(const plan::Plan& plan, const NodeSetForms& forms, const plan::NodeSet& set);
ObjectFile login_objects(const plan::Plan& plan, const plan::Login& login, const Conf& sshd);
ObjectFile benchmark_objects(const plan::Plan& plan, const plan::Benchmark& benchmark);
/// The Job that copies the jail's image to the jail's volume. Call it only if the plan has such an image.
ObjectFile jail_objects(const plan::Plan& plan);
/// The CronJob that deletes imported images that are no longer used.
ObjectFile evict_images_objects(const plan::Plan& plan);
/// How Prometheus finds the metrics and gets the alerts, and who may read the metrics.
ObjectFile monitoring_objects(const plan::Plan& plan);
ObjectFile rest_api_objects(const plan::Plan& plan, const Confs& confs);

/// The objects of a file. An initializer list would copy them, and a pod template is large.
template <class... Objects>
std::vector<Value> objects_of(Objects&&... each) {
  std::vector<Value> objects;
  objects.reserve(sizeof...(each));
  (objects.push_back(std::forward<Objects>(each)), ...);
  return objects;
}

/// All files in k8s/, in the order in which they must be applied: each file follows the files that it needs.
std::vector<ObjectFile> lower_objects(const plan::Plan& plan, const Confs& confs);

}  // namespace skiff
