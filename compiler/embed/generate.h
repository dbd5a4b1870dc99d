#pragma once

#include <string>
#include <vector>

namespace skiff::embed {

/// The text of generated files. `header` is empty if a hand-written header declares what `source` defines. `patterns`,
/// the input of re2c, is empty if there are no patterns.
struct Generated {
  std::string header = {};
  std::string source;
  std::string patterns = {};
};

/// templates/**/*.yaml -> embedded/templates.h
Generated generate_templates(const std::string& root, const std::vector<std::string>& paths);
/// schema/catalogue/*.yaml -> the tables of tree/catalogue.h
Generated generate_catalogue(const std::string& root, const std::vector<std::string>& paths);
/// templates/slurm/*.conf -> embedded/layouts.h
Generated generate_layouts(const std::string& root, const std::vector<std::string>& paths);
/// Files, unchanged -> embedded/files.h
Generated generate_files(const std::string& root, const std::vector<std::string>& paths);
/// compiler/*/SKFnnn.md -> the texts of diag/rule.h
Generated generate_rules(const std::string& root, const std::vector<std::string>& paths);
/// schema/slurm/{companions,forms,parameters,restart,values}.tsv -> the tables of verify/tables.h and
/// lower/slurm/restart_rows.h
Generated generate_slurm(const std::string& root, const std::vector<std::string>& paths);
/// schema/slurm/files.tsv -> the table of plan/slurm_files.h
Generated generate_slurm_files(const std::string& root, const std::vector<std::string>& paths);
/// schema/slurm/plugins.tsv -> the table of verify/plugin_rows.h
Generated generate_slurm_plugins(const std::string& root, const std::vector<std::string>& paths);
/// schema/k8s/fields.json -> the table of verify/tables.h
Generated generate_kubernetes(const std::string& root, const std::vector<std::string>& paths);
/// schema/k8s/immutable.tsv -> the table of change/immutable_rows.h
Generated generate_immutable(const std::string& root, const std::vector<std::string>& paths);
/// schema/cluster.schema.json -> the tables of check/schema.h, and the matchers of its patterns
Generated generate_schema(const std::string& root, const std::vector<std::string>& paths);
/// schema/cluster.schema.json -> the fields for the programs in the pods, embedded/fields.h
Generated generate_fields(const std::string& root, const std::vector<std::string>& paths);
/// schema/shared.yaml, a map of maps of scalars -> the constants of embedded/shared.h
Generated generate_shared(const std::string& root, const std::vector<std::string>& paths);

}  // namespace skiff::embed
