#pragma once

#include <string>

namespace skiff {

/// C++ source of `field_table()` out of schema/k8s/fields.json.
std::string kubernetes_source(const std::string& json);

/// C++ source of `slurm_parameters()` out of schema/slurm/parameters.tsv.
std::string slurm_source(const std::string& tsv);

}  // namespace skiff
