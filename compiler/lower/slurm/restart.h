#pragma once

#include <string>
#include <string_view>

#include "lower/slurm/restart_rows.h"
#include "plan/version.h"
#include "tree/conf.h"

namespace skiff {

/// A short hash of the parameters in `confs` that slurmctld applies only when it restarts (schema/slurm/restart.tsv),
/// with their origins. It is an annotation of the pod, so a change of these parameters replaces the pod, and a change
/// of others does not.
Tracked<std::string> restart_hash(const std::vector<const Conf*>& confs, Version slurm);

/// A hash of the whole file, for daemons that read it only at startup.
Tracked<std::string> content_hash(const Conf& conf);

/// The row for a change of the parameter `key` on a line that begins with `first` (for a line of one parameter, both are
/// the same). nullptr if a reconfigure applies the change, which is so only for files that slurmctld reads again then.
const RestartRow* restart_row(std::string_view file, std::string_view first, std::string_view key, Version slurm);

}  // namespace skiff
