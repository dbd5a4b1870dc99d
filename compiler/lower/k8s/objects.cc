#include "lower/k8s/objects.h"

namespace skiff {

std::vector<ObjectFile> lower_objects(const plan::Plan& plan, const Confs& confs) {
  std::vector<ObjectFile> files;
  files.reserve(plan.node_sets.size() + plan.login.size() + 6);
  if (*plan.create_namespace) files.push_back(namespace_objects(plan));
  files.push_back(storage_objects(plan));
  files.push_back(nodes_objects(plan));
  if (plan.accounting) files.push_back(accounting_objects(plan, confs));
  files.push_back(controller_objects(plan, confs));
  files.push_back(monitoring_objects(plan));
  if (plan.images.jail) files.push_back(jail_objects(plan));
  const NodeSetForms forms = node_set_forms(plan);
  for (const auto& set : plan.node_sets) files.push_back(node_set_objects(plan, forms, set));
  for (std::size_t i = 0; i < plan.login.size(); ++i)
    files.push_back(login_objects(plan, plan.login[i], confs.sshd[i]));
  if (plan.rest_api) files.push_back(rest_api_objects(plan, confs));
  if (plan.health)
    for (const auto& benchmark : plan.health->benchmarks) files.push_back(benchmark_objects(plan, benchmark));
  if (plan.pyxis && plan.pyxis->cache) files.push_back(evict_images_objects(plan));
  std::erase_if(files, [](const ObjectFile& file) { return file.objects.empty(); });
  return files;
}

}  // namespace skiff
