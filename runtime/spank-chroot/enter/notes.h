#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "plan/job_note.h"

namespace jail {

/// Creates the directory `state`, which only root can access, if it is missing. Replaces a note of an earlier job with
/// this number. Throws Failure.
void write_job_note(const std::string& state, std::uint32_t job, const JobNote& note);

/// nullopt if there is none. Throws Failure if others than root have access to the directory, or if the note is
/// invalid.
std::optional<JobNote> read_job_note(const std::string& state, std::uint32_t job);

/// Throws Failure.
void remove_job_note(const std::string& state, std::uint32_t job);

}  // namespace jail
