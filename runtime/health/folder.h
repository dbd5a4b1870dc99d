#pragma once

#include <optional>
#include <string>

#include "react.h"

namespace skiff::health {

/// Makes the run folder, for root alone. Empty when good, else why it can't be used: one that others could have made or may
/// write is refused, as what stands in it decides on drains.
std::string prepare_folder(const std::string& folder);

/// Keeps periodic runs apart: held until the process ends. -1 while another has it.
int lock_folder(const std::string& folder);

/// What a Prolog or Epilog leaves for the next periodic run. The last one wins.
void note_job_failure(const std::string& folder, const JobFailure& failure);
std::optional<JobFailure> job_failure(const std::string& folder);
void forget_job_failure(const std::string& folder);

}  // namespace skiff::health
