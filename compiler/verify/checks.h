#pragma once

#include "verify/object_set.h"

// The checks of the pass that keep no state. The two that keep state are in fields.h and references.h. Checks of single
// objects are all called for one object before the next, so that the object stays in the processor's cache.

namespace skiff {

/// Names, labels, annotations and their lengths.
void check_names(const Item& item, Diagnostics& out);
/// The content of a pod: containers, ports, environment, volumes and mounts.
void check_pod(const Item& item, Diagnostics& out);
/// Services, disruption budgets and selectors.
void check_selectors(const ObjectSet& set, const Item& item, Diagnostics& out);
/// PodMonitors, ServiceMonitors and NetworkPolicies.
void check_monitors(const ObjectSet& set, const Item& item, Diagnostics& out);
/// Pod Security Standards.
void check_security(const ObjectSet& set, const Item& item, Diagnostics& out);
/// User and group ids, which must be those of schema/shared.yaml.
void check_users(const Item& item, Diagnostics& out);

/// Sizes and keys of the ConfigMaps.
void check_config_maps(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// Slurm's parameters (schema/slurm/parameters.tsv), their values (values.tsv), and the grammar of Slurm's files.
void check_slurm(const VerifyInput& input, Diagnostics& out);
/// Numbers of slurm.conf that must fit together.
void check_numbers(const VerifyInput& input, Diagnostics& out);
/// Options with numbers inside the lists of slurm.conf.
void check_options(const VerifyInput& input, Diagnostics& out);
/// The cores that nodes reserve (CPUSpecList and CoreSpecCount).
void check_reserved_cores(const VerifyInput& input, Diagnostics& out);
/// Parameters that need or exclude each other (companions.tsv).
void check_companions(const VerifyInput& input, Diagnostics& out);
/// Parses the text of a Slurm file and compares it with the typed lines. A layout may move lines, but the lines with
/// the same first key must keep their order.
void check_conf_text(const OutputConf& file, Diagnostics& out);
/// The directories of job_container.conf.
void check_job_container(const VerifyInput& input, Diagnostics& out);
/// The commands of oci.conf, and the patterns in it.
void check_oci(const VerifyInput& input, Diagnostics& out);
/// The plugins that slurm.conf names must be in the images.
void check_plugins(const VerifyInput& input, Diagnostics& out);
/// The user's own files: compiles Lua scripts, checks YAML fields against the table, and topologies against the nodes.
void check_site_files(const VerifyInput& input, Diagnostics& out);
/// Compares Slurm's nodes, hosts and ports with the objects.
void check_cross(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);

}  // namespace skiff
