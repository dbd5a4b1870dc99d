#pragma once

#include <optional>
#include <string>

#include "react.h"

namespace skiff::health {

/// Creates the run directory, with access for this user alone. Returns an empty string, or why it cannot be used. A
/// directory that belongs to another user or that others may write to is refused, because its content decides about
/// drains.
std::string prepare_folder(const std::string& folder);

/// Locks the run directory, so that only one periodic run is active. The lock is held until the process ends. Returns
/// -1 if another process holds it.
int lock_folder(const std::string& folder);

/// The failure of a Prolog or Epilog, recorded for the next periodic run. The last one wins.
void note_job_failure(const std::string& folder, const JobFailure& failure);
std::optional<JobFailure> job_failure(const std::string& folder);
void forget_job_failure(const std::string& folder);

}  // namespace skiff::health
