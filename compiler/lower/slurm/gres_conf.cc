#include "lower/slurm/confs.h"
#include "provenance/constant.h"

namespace skiff {

// Lists the device files explicitly, because AutoDetect does not work for CLOUD nodes and needs the vendor's library in
// the image.
std::optional<Conf> gres_conf(const plan::Plan& plan) {
  Conf conf{.name = "gres.conf", .path = "slurm/gres.conf"};
  for (const auto& set : plan.node_sets) {
    if (!set.gpus || set.hostlist.value.empty()) continue;
    const plan::Text name = constant("gpu");
    conf.why |= set.hostlist.origin | set.gpus->type.origin;
    conf.lines.push_back({{{"NodeName", *set.hostlist, set.hostlist.origin},
                           {"Name", *name, name.origin},
                           {"Type", *set.gpus->type, set.gpus->type.origin},
                           {"File", *set.gpus->files, set.gpus->files.origin}}});
  }
  if (conf.lines.empty()) return std::nullopt;
  return conf;
}

}  // namespace skiff
