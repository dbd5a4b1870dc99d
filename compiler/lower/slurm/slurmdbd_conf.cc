#include "lower/slurm/confs.h"
#include "lower/slurm/tokens.h"
#include "provenance/constant.h"

namespace skiff {

// StoragePass is missing here: runtime/pod/slurmdbd-conf.sh adds it from the Secret, inside the pod.
std::optional<Conf> slurmdbd_conf(const plan::Plan& plan) {
  if (!plan.accounting) return std::nullopt;
  const plan::Accounting& accounting = *plan.accounting;
  Conf conf{.name = "slurmdbd.conf", .path = "slurm/slurmdbd.conf", .why = accounting.password_secret.origin};
  conf.add("DbdHost", accounting.pod);
  conf.add("DbdPort", std::to_string(*accounting.endpoint.port), accounting.endpoint.port.origin);
  conf.add("SlurmUser", constant("slurm"));
  conf.add("PidFile", constant("/run/slurmdbd/slurmdbd.pid"));
  conf.add("AuthType", "auth/" + *plan.auth.method, plan.auth.method.origin);
  if (*plan.auth.method == "slurm") conf.add("AuthInfo", "use_client_ids", plan.auth.method.origin);
  add_tokens(conf, plan.auth, false);
  conf.add("StorageType", constant("accounting_storage/mysql"));
  if (accounting.database_tls) {
    // For this name, the client library connects to the socket of MARIADB_UNIX_PORT, which is that of skiff-database-tls.
    conf.add("StorageHost", "localhost", accounting.database_tls->why);
  } else {
    conf.add("StorageHost", accounting.database.fqdn);
    conf.add("StoragePort", std::to_string(*accounting.database.port), accounting.database.port.origin);
  }
  conf.add("StorageUser", accounting.user);
  conf.add("StorageLoc", accounting.database_name);
  // Without ArchiveDir, slurmdbd writes to /tmp, which does not outlive the pod (src/slurmdbd/read_config.c).
  // runtime/pod/slurmdbd-conf.sh creates the directory, because slurmdbd exits if it does not exist.
  if (accounting.archive)
    conf.add("ArchiveDir", *accounting.archive->path + "/slurm-archive", accounting.archive->path.origin);
  apply_settings(conf, plan.files.slurmdbd);
  return conf;
}

}  // namespace skiff
