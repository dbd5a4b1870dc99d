#include "embedded/shared.h"
#include "embedded/templates.h"
#include "lower/k8s/auth.h"
#include "lower/k8s/directory.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/mounts.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/pods.h"
#include "lower/k8s/projected.h"
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

/// What encrypts slurmdbd's connections to an external database; empty without `tls`.
struct DatabaseTls {
  Value container = none(), env = none(), socket_mount = none(), volumes = Value::list();
};

DatabaseTls database_tls(const plan::Plan& plan, const plan::Accounting& accounting) {
  DatabaseTls parts;
  if (!accounting.database_tls) return parts;
  const plan::DatabaseTls& tls = *accounting.database_tls;
  const Origin& why = tls.why;
  const std::string folder(shared::paths::database), socket = std::string(shared::paths::databaseSocket) + "/socket";
  Value command = Value::list();
  const auto add = [&](std::string word, const Origin& origin) {
    command.items.push_back(Value::string(std::move(word), origin));
    add_origin(command, origin);
  };
  add(std::string(shared::paths::programs) + "/skiff-database-tls", why);
  add(socket, why);
  add(accounting.database.fqdn.value, accounting.database.fqdn.origin | why);
  add(std::to_string(*accounting.database.port), accounting.database.port.origin | why);
  add(tls.server_name.value, tls.server_name.origin | why);
  add(folder + "/ca.crt", why);
  Value sources = Value::list();
  Value ca = projected_item(tls.ca.key, "ca.crt");
  append(sources, tls.ca.secret ? projected_secret(*tls.ca.secret, std::move(ca))
                                : projected_config_map(*tls.ca.config_map, std::move(ca)));
  if (tls.client_secret) {
    Value items = Value::list();
    for (const char* name : {"tls.crt", "tls.key"}) {
      add(folder + '/' + name, tls.client_secret->origin | why);
      items.items.push_back(Value::map().add("key", fixed(name)).add("path", fixed(name)));
    }
    append(sources, projected_secret(*tls.client_secret, std::move(items)));
  }
  parts.container = fill(templates::k8s_database_tls_container,
                         {{"image", to_value(plan.images.slurmdbd)},
                          {"pullPolicy", to_value(plan.images.pull_policy)},
                          {"command", std::move(command)},
                          {"socket", Value::string(socket, why)}},
                         why);
  // Each build of the client library has another default.
  parts.env =
      fill(templates::k8s_env, {{"name", fixed("MARIADB_UNIX_PORT")}, {"value", Value::string(socket, why)}}, why);
  parts.socket_mount = fill(templates::k8s_mount,
                            {{"name", fixed("database-socket")},
                             {"path", fixed(shared::paths::databaseSocket)},
                             {"subPath", none()},
                             {"readOnly", none()}},
                            why);
  append(parts.volumes, fill(templates::k8s_emptydir_volume, {{"name", fixed("database-socket")}}, why));
  append(parts.volumes, fill(templates::k8s_group_projected_volume,
                             {{"name", fixed("database-tls")}, {"sources", std::move(sources)}}, why));
  return parts;
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
  DatabaseTls tls = database_tls(plan, accounting);
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
      {"databaseTls", std::move(tls.container)},
      {"databaseEnv", std::move(tls.env)},
      {"databaseSocketMount", std::move(tls.socket_mount)},
      {"databaseVolumes", std::move(tls.volumes)},
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
