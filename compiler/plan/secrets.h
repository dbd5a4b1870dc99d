#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace skiff::plan {

/// What a Secret that the spec names is for.
enum class SecretUse {
  slurm_key,           ///< what daemons and users authenticate with, and the key that signs tokens
  database_password,   ///< of the MariaDB in the cluster
  external_password,   ///< of a database outside the cluster
  database_ca,         ///< certificates of the authorities of this database
  database_client,     ///< the certificate and key with which slurmdbd proves who it is
  host_keys,           ///< of sshd of login pods or workers
  signed_host_keys,    ///< of sshd, with certificates
  pam,                 ///< lines of PAM for a login set
  revoked_keys,        ///< keys and certificates that a login set refuses
  root_keys,           ///< public keys of those who may log in as root
  registry,            ///< credentials for pulling images
  users,               ///< passwd, group and authorized_keys
  directory_password,  ///< of the user who looks up users in the directory
  directory_ca,        ///< certificates of the authorities of the directory
  sssd_conf,           ///< the site's own sssd.conf
  volume,              ///< the files of a volume
  csi,                 ///< credentials of a CSI driver
};

struct NamedSecret {
  SecretUse use;
  Text name;
  std::vector<std::string> keys;  ///< those that pods read, where skiff decides their names
  std::string owner = {};         ///< what needs it: `the login set staff`, or the volume's name
  bool optional = false;          ///< pods also start without it
};

/// Every use of a Secret, in the order of the spec. A Secret with two uses is there twice. None is in the output,
/// because skiff never writes a secret value there.
std::vector<NamedSecret> named_secrets(const Plan& plan);

}  // namespace skiff::plan
