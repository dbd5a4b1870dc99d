#include "lower/runtime/containers.h"

#include "plan/containers.h"
#include "provenance/constant.h"

namespace skiff {

plan::Texts pyxis_arguments(const plan::Pyxis& pyxis, const plan::Jail* jail) {
  plan::Texts words{{"container_scope=" + *pyxis.scope, pyxis.scope.origin},
                    {*pyxis.entrypoint ? "execute_entrypoint=1" : "execute_entrypoint=0", pyxis.entrypoint.origin}};
  // pyxis makes a directory of the user there, in slurmstepd, even if it then needs none. Its default is /run/pyxis, which
  // it also makes, but in slurmd. A step in the jail has its own, empty /run. Other directories are read-only there.
  if (jail) words.insert(words.begin(), {"runtime_path=/run", jail->storage.origin});
  // "enroot import" would need programs that have CAP_SYS_ADMIN on the node. "enroot load" works in a user namespace.
  if (pyxis.cache)
    words.push_back({"importer=" + std::string(enroot_tree) + "/import-image", pyxis.cache->storage.origin});
  else
    words.push_back({"use_enroot_load=1", constant(0).origin});
  return words;
}

MapFile enroot_conf(const plan::Pyxis& pyxis) {
  const std::string folder(containers_folder);
  // enroot reads each *.conf of the directory, in the order of their names.
  MapFile made{"skiff.conf", {"containers/enroot.conf", {}, {}}};
  const auto line = [&](const std::string& text, std::source_location here = std::source_location::current()) {
    made.file.line(text, Origin::fixed(here.file_name(), here.line()) | pyxis.scope.origin);
  };
  // enroot expands `$(id -u)` as the user who runs it.
  line("# enroot.conf, made by skiff. Edit the spec, not this file.");
  line("ENROOT_DATA_PATH " + folder + "/data/$(id -u)");
  line("ENROOT_RUNTIME_PATH " + folder + "/run/$(id -u)");
  line("ENROOT_TEMP_PATH " + folder + "/temporary");
  // enroot makes this directory whenever it starts. The layers are deleted with the job's own /tmp. Where users may not
  // write to /tmp, outside the jail, pyxis only lists and removes containers.
  line("ENROOT_CACHE_PATH $([ -w /tmp ] && echo /tmp || echo " + folder + "/temporary)/enroot-layers-$(id -u)");
  for (const auto& [key, value] : pyxis.enroot) made.file.line(key + " " + *value, value.origin);
  return made;
}

}  // namespace skiff
