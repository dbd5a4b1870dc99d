#pragma once

#include <span>
#include <string_view>

#include "plan/version.h"

namespace skiff {

/// A plugin that the images of slurmctld and slurmd have which images/build makes: a row of schema/slurm/plugins.tsv, which `embed` writes
/// when skiff is built.
struct PluginRow {
  Version release;
  std::string_view plugin;  ///< job_submit_lua
};

std::span<const PluginRow> plugin_rows();

}  // namespace skiff
