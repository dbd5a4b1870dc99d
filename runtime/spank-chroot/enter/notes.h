#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "plan/job_note.h"

namespace jail {

/// Writes the note of a job to the directory `state`, which is created if it is missing and which only root can
/// access. A note of an earlier job with this number is replaced. Throws Failure.
void note_job(const std::string& state, std::uint32_t job, const JobNote& note);

/// The note of a job; nullopt if there is none. Throws Failure if others than root have access to the directory, or if
/// the note is invalid.
std::optional<JobNote> noted_job(const std::string& state, std::uint32_t job);

/// Removes the note of a job. Throws Failure.
void forget_job(const std::string& state, std::uint32_t job);

}  // namespace jail
