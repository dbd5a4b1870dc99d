#pragma once

#include <span>
#include <string_view>

#include "plan/version.h"

namespace skiff {

/// A plugin in the images of slurmctld and slurmd that images/build builds: a row of schema/slurm/plugins.tsv. `embed`
/// writes the rows when skiff is built.
struct PluginRow {
  Version release;
  std::string_view plugin;  ///< job_submit_lua
};

std::span<const PluginRow> plugin_rows();

}  // namespace skiff
