#pragma once

#include <vector>

#include "change/change.h"
#include "change/decisions.h"
#include "change/outcome.h"
#include "change/side.h"

namespace skiff::change {

/// True if `conf_changes` can compare the file, and not only its lines of text: a file with `Key=value` lines.
bool is_conf(const MapEntry& entry);

/// What differs between two versions of a Slurm configuration file.
std::vector<Change> conf_changes(const MapEntry& before, const MapEntry& after, Version slurm, Decisions& decisions);

/// The nodes that the newer slurm.conf does not have. None if there is no slurm.conf.
std::vector<Change> leaving_nodes(const Side& before, const Side& after, bool slurmctld_restarts, Decisions& decisions);

/// What a new text of a file does that slurmctld reads, in which only comments or the order of lines differ, or that
/// has no `Key=value` lines. `unknown` if skiff does not know the file.
Outcome slurm_file_outcome(std::string_view name);

}  // namespace skiff::change
