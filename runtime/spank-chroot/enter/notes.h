#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "plan/job_note.h"

namespace jail {

/// Notes it in the folder `state`, which is made where it is missing and is root's alone. A note of an earlier job with this number is gone.
void note_job(const std::string& state, std::uint32_t job, const JobNote& note);

/// The note; nothing where there is none. Throws Failure where the folder is not root's alone, or the note is none of ours.
std::optional<JobNote> noted_job(const std::string& state, std::uint32_t job);

/// Takes the note away.
void forget_job(const std::string& state, std::uint32_t job);

}  // namespace jail
