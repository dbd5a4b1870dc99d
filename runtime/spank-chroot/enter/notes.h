#pragma once

#include <cstdint>
#include <string>

namespace jail {

/// Notes on this node that a job is exempt, for its steps, or takes the note away. Nothing is written where there is nothing to
/// note. The folder is root's alone.
void note_exempt(const std::string& state, std::uint32_t job, bool exempt);

/// True if that was noted. Throws Failure where the folder is not root's alone.
bool noted_exempt(const std::string& state, std::uint32_t job);

}  // namespace jail
