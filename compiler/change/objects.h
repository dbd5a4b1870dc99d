#pragma once

#include <vector>

#include "change/change.h"
#include "change/decisions.h"
#include "change/side.h"

namespace skiff::change {

/// The changes of an object that both sides have, without the entries of a ConfigMap.
std::vector<Change> object_changes(const Object& before, const Object& after, Version kubernetes, Decisions& decisions);
Change added_object(const Object& object, Decisions& decisions);
Change removed_object(const Object& object, Decisions& decisions);

/// `StatefulSet slurm/atlas-slurmctld`; `Namespace slurm`.
std::string title(const Object& object);

}  // namespace skiff::change
