#include "lower/k8s/jail.h"

#include "embedded/shared.h"
#include "embedded/templates.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/mounts.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/pods.h"
#include "lower/runtime/jail.h"
#include "lower/runtime/scripts.h"
#include "plan/names.h"
#include "provenance/constant.h"
#include "text/hash.h"
#include "tree/json.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

void add(Value& list, const plan::Texts& words) {
  for (const plan::Text& word : words) {
    list.items.push_back(to_value(word));
    list.origin |= word.origin;
  }
}

/// The variable with the administrators for populate-jail.sh, as sudo names them: `alice %operators`.
Value admins_env(const plan::Jail& jail) {
  plan::Text words;
  for (const auto& [prefix, names] : {std::pair{"", &jail.admin_users}, std::pair{"%", &jail.admin_groups}})
    for (const plan::Text& name : *names) {
      words.value += (words->empty() ? "" : " ") + std::string(prefix) + *name;
      words.origin |= name.origin;
    }
  if (words->empty()) return none();
  Value list = Value::list();
  append(list, fill(templates::k8s_env, {{"name", fixed("ADMINS")}, {"value", to_value(words)}}, words.origin));
  return list;
}

Origin origin_of_all(const Value& value) {
  Origin all = value.origin;
  for (const Value& item : value.items) all |= origin_of_all(item);
  for (const Member& member : value.members) all |= origin_of_all(member.value);
  return all;
}

}  // namespace

JailParts jail_parts(const plan::Plan& plan, const plan::Text& config_map, const plan::Texts& folders,
                     const plan::Text& image) {
  const plan::Jail& jail = *plan.jail;
  const Origin& why = jail.storage.origin;
  Value command = Value::list();
  add(command,
      {constant(script_path("wait-for-jail.sh")), {std::string(jail_root), why}, jail.version, constant("300")});
  add(command, folders);
  return {fill(templates::k8s_wait_for_jail_container,
               {{"image", to_value(image)},
                {"pullPolicy", to_value(plan.images.pull_policy)},
                {"command", std::move(command)},
                {"mounts", volume_mounts({jail_mount(jail.storage, true)})}},
               why),
          mount_at("jail", shared::paths::jail, why),
          fill(templates::k8s_config_map_volume, {{"name", fixed("jail")}, {"configMap", to_value(config_map)}}, why)};
}

ObjectFile jail_objects(const plan::Plan& plan) {
  const plan::Jail& jail = *plan.jail;
  const Origin why = jail.storage.origin | jail.policy.origin;
  const Component component{constant("slurm"), constant("jail"), object_name(plan.name, "jail")};
  Value command = Value::list();
  add(command, {constant(script_path("populate-jail.sh")),
                constant("/"),
                {std::string(jail_root), why},
                jail.version,
                *plan.images.jail,
                jail.policy});
  add(command, jail_folders(plan));
  const std::vector<plan::Mount> mounts{jail_mount(jail.storage)};
  Substitutions substitutions{{"metadata", metadata(plan, component)},
                              {"labels", labels(plan, component)},
                              {"annotations", to_value(plan.annotations)},
                              {"image", to_value(plan.images.jail)},
                              {"command", std::move(command)},
                              {"env", admins_env(jail)},
                              {"scripts", to_value(scripts_config_map_name(plan))},
                              {"mounts", volume_mounts(mounts)},
                              {"volumes", mounted_volumes(plan, mounts)}};
  add_pod_values(substitutions, plan, jail.populate);
  Value job = fill(templates::k8s_jail_populate_job, std::move(substitutions), why);
  // The name contains a hash of the Job's spec, because the template of an existing Job cannot be changed.
  const Value& spec = *job.find("spec");
  std::string text;
  append_json(text, spec);
  Value& name = *job.find("metadata")->find("name");
  name = Value::string(name.text.str() + "-" + hex(xxh64(text)).substr(0, 8), name.origin | origin_of_all(spec));
  return {"k8s/jail.yaml", objects_of(std::move(job))};
}

}  // namespace skiff
