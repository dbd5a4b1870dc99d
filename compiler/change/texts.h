#pragma once

#include "change/change.h"
#include "change/decisions.h"
#include "change/outcome.h"
#include "change/side.h"

namespace skiff::change {

/// Another text of a file that pods read: how many lines differ, and who decided them.
FieldChange text_change(const MapEntry& before, const MapEntry& after, Decisions& decisions);

/// What a new version of an entry of a ConfigMap does, apart from the parameters of Slurm's configuration files.
Outcome entry_outcome(const Side& side, const Object& config_map, const MapEntry& entry);

}  // namespace skiff::change
