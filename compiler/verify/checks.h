#pragma once

#include "verify/object_set.h"
#include "verify/tables.h"

// The parts of the pass, in the order in which `verify` calls them. Each appends what it finds.

namespace skiff {

/// Fields, types, enums and versions by a table of them, `field_table()`.
void check_fields(const VerifyInput& input, const ObjectSet& set, const FieldTable& table, Diagnostics& out);
/// Names, labels, annotations and their lengths.
void check_names(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// Sizes and keys of the ConfigMaps.
void check_config_maps(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// What stands inside a pod: containers, ports, environment, volumes and mounts.
void check_pods(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// ConfigMaps, Secrets, claims and ServiceAccounts that objects name.
void check_references(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// Services, disruption budgets and selectors.
void check_selectors(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// Pod Security Standards.
void check_security(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// Slurm's parameters by schema/slurm/parameters.tsv, and the grammar of its files.
void check_slurm(const VerifyInput& input, Diagnostics& out);
/// Slurm's nodes, hosts and ports against the objects.
void check_cross(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);

}  // namespace skiff
