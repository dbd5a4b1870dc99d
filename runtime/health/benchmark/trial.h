#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchmark/parse/parse.h"
#include "benchmark/settings.h"

namespace skiff::benchmark {

class Slurm;

/// What a job says of its nodes. Unknown: it says nothing, as its program was never started or somebody else ended it.
enum class Grade { pass, fail, unknown };
std::string_view name_of(Grade grade);

/// What became of one job.
struct Result {
  std::vector<std::string> nodes;
  Grade grade = Grade::unknown;
  std::optional<Quantity> value, floor;
  std::string detail;  ///< `312.4 GB/s below 350 GB/s`
  std::int64_t job = 0;
  std::int64_t seconds = 0;  ///< that the program took
  bool retest = false;
};

/// How a step ended, as srun and slurmctld tell.
struct StepEnd {
  bool began = false;  ///< the program's process was there
  bool timed_out = false;
  int code = -1;
  int signal = 0;
  bool cut_off = false;
  std::string output;  ///< of the program alone
  std::string errors;
  std::string job_state;  ///< afterwards
};

/// Pass or fail only where the program ran and the job was left alone; else unknown.
Result grade(const StepEnd& end, const Settings& settings, const Set& set);

/// Takes the lines that tell of a program's beginning out of a step's output; true if there was one.
bool take_marks(std::string& output);

/// Submits a job for these nodes, waits until it runs, runs the set's program in it, and ends the job whatever happens.
/// A batch job holds the nodes, and the program is a step of it that this side starts: what it writes comes back
/// through Slurm's own connection, so that no shared file system is needed, and the waiting needs no connection at all.
Result run_trial(const Slurm& slurm, const Settings& settings, const Set& set, const std::vector<std::string>& nodes);

}  // namespace skiff::benchmark
