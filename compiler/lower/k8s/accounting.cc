#include "embedded/templates.h"
#include "lower/k8s/auth.h"
#include "lower/k8s/directory.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/mounts.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/pods.h"
#include "lower/k8s/services.h"
#include "lower/runtime/scripts.h"
#include "lower/slurm/restart.h"
#include "plan/names.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

Value annotations_with(const plan::Plan& plan, std::string_view key, const plan::Text& value) {
  Value annotations = plan.annotations.empty() ? Value::map() : to_value(plan.annotations);
  annotations.add(std::string(key), value);
  return annotations;
}

void add_mariadb(ObjectFile& file, const plan::Plan& plan, const plan::Accounting& accounting) {
  const plan::MariaDb& mariadb = *accounting.mariadb;
  const Component component{constant("mariadb"), constant("database"), accounting.database.object};
  Substitutions substitutions{
      {"metadata", metadata(plan, component)},
      {"object", to_value(accounting.database.object)},
      {"selector", selector(plan, component)},
      {"podLabels", labels(plan, component)},
      {"podAnnotations", to_value(plan.annotations)},
      {"image", to_value(plan.images.mariadb)},
      {"bufferPool", Value::string("--innodb-buffer-pool-size=" + *mariadb.buffer_pool, mariadb.buffer_pool.origin)},
      {"databaseName", to_value(accounting.database_name)},
      {"user", to_value(accounting.user)},
      {"port", to_value(accounting.database.port)},
      {"resources", daemon_resources(mariadb.resources)},
      {"passwordSecret", to_value(accounting.password_secret)},
      {"passwordKey", to_value(accounting.password_key)},
      {"claims", Value::list({claim_template(mariadb.data, mariadb.data.name)})}};
  add_pod_values(substitutions, plan, accounting.placement);
  const Origin& why = mariadb.data.size->origin;
  file.objects.push_back(
      headless_service(plan, component, selector(plan, component), service_ports("mariadb", accounting.database.port)));
  add_origin(file.objects.back(), why);
  file.objects.push_back(fill(templates::k8s_mariadb_statefulset, std::move(substitutions), why));
}

/// slurmdbd reads its keys only at startup. When a key changes, run-child.sh stops it, and its container restarts.
Value slurmdbd_command(const plan::Plan& plan) {
  Value list = Value::list();
  if (!key_items(plan, true).items.empty()) {
    list.items.push_back(to_value(constant(script_path("run-child.sh"))));
    for (const char* word : {"--on-change", "/etc/slurm", "TERM"}) list.items.push_back(fixed(word));
    add_origin(list, plan.auth.method.origin | plan.auth.jwt.origin);
  }
  for (const char* word : {"slurmdbd", "-D"}) list.items.push_back(fixed(word));
  return list;
}

}  // namespace

ObjectFile accounting_objects(const plan::Plan& plan, const Confs& confs) {
  const plan::Accounting& accounting = *plan.accounting;
  ObjectFile file{"k8s/accounting.yaml", {}};
  if (accounting.mariadb) add_mariadb(file, plan, accounting);
  const Component component{constant("slurmdbd"), constant("accounting"), accounting.endpoint.object};
  Munge auth = munge(plan, plan.images.slurmdbd);
  DirectoryParts directory = directory_parts(plan);
  KeyFiles keys = key_files(plan);
  std::vector<plan::Mount> archive;
  if (accounting.archive) archive.push_back(*accounting.archive);
  Substitutions substitutions{
      {"metadata", metadata(plan, component)},
      {"object", to_value(accounting.endpoint.object)},
      {"affinity", apart(plan, component, false)},
      {"selector", selector(plan, component)},
      {"podLabels", labels(plan, component)},
      // slurmdbd reads slurmdbd.conf only at startup.
      {"podAnnotations", annotations_with(plan, "skiff/restart-hash", content_hash(*confs.slurmdbd))},
      {"image", to_value(plan.images.slurmdbd)},
      {"command", slurmdbd_command(plan)},
      {"waitForDatabase", wait_for(plan, "wait-for-database", plan.images.slurmdbd, accounting.database)},
      {"munged", std::move(auth.container)},
      {"sssd", std::move(directory.container)},
      {"port", to_value(accounting.endpoint.port)},
      {"resources", daemon_resources(accounting.resources)},
      {"config", to_value(slurmdbd_config_map_name(plan))},
      {"passwordSecret", to_value(accounting.password_secret)},
      {"passwordKey", to_value(accounting.password_key)},
      {"keysMount", std::move(keys.mount)},
      {"keysVolume", std::move(keys.volume)},
      {"archiveMount", volume_mounts(archive)},
      {"archiveVolume", mounted_volumes(plan, archive)},
      {"usersMount", volume_mounts(accounting.users)},
      {"usersVolume", mounted_volumes(plan, accounting.users)},
      {"scripts", to_value(scripts_config_map_name(plan))},
      {"mungeMount", std::move(auth.mount)},
      {"mungeVolumes", std::move(auth.volumes)},
      {"directoryVolumes", std::move(directory.volumes)}};
  add_pod_values(substitutions, plan, accounting.placement);
  file.objects.push_back(headless_service(plan, component, selector(plan, component),
                                          service_ports("slurmdbd", accounting.endpoint.port)));
  file.objects.push_back(fill(templates::k8s_slurmdbd_statefulset, std::move(substitutions)));
  return file;
}

}  // namespace skiff
