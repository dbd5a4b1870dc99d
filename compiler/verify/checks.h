#pragma once

#include "verify/object_set.h"

// The parts of the pass that need no state of their own; fields.h and references.h hold the other two. What looks at
// one object at a time is called for each in turn, so that an object is in the processor's cache for all checks.

namespace skiff {

/// Names, labels, annotations and their lengths.
void check_names(const Item& item, Diagnostics& out);
/// What stands inside a pod: containers, ports, environment, volumes and mounts.
void check_pod(const Item& item, Diagnostics& out);
/// Services, disruption budgets and selectors.
void check_selectors(const ObjectSet& set, const Item& item, Diagnostics& out);
/// Pod Security Standards.
void check_security(const ObjectSet& set, const Item& item, Diagnostics& out);
/// The numbers of users, by schema/shared.yaml.
void check_users(const Item& item, Diagnostics& out);

/// Sizes and keys of the ConfigMaps.
void check_config_maps(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// Slurm's parameters by schema/slurm/parameters.tsv, their words by values.tsv, and the grammar of its files.
void check_slurm(const VerifyInput& input, Diagnostics& out);
/// What parameters ask of each other, by companions.tsv.
void check_companions(const VerifyInput& input, Diagnostics& out);
/// The text of a Slurm file must give back the typed lines, in the order of each first key: layouts move lines, but not
/// among equals.
void check_conf_text(const OutputConf& file, Diagnostics& out);
/// Plugins that slurm.conf names against those that the images have.
void check_plugins(const VerifyInput& input, Diagnostics& out);
/// The user's own files: scripts by their compiler, YAML by the table, a topology by the nodes.
void check_site_files(const VerifyInput& input, Diagnostics& out);
/// Slurm's nodes, hosts and ports against the objects.
void check_cross(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);

}  // namespace skiff
