#pragma once

#include <string>

namespace skiff {

/// C++ source of `field_table()` out of schema/k8s/fields.json.
std::string kubernetes_source(const std::string& json);

/// C++ source of `slurm_parameters()` and `slurm_values()` out of schema/slurm/parameters.tsv and values.tsv.
std::string slurm_source(const std::string& parameters, const std::string& values);

}  // namespace skiff
