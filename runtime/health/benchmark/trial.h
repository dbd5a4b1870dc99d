#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchmark/parse/parse.h"
#include "benchmark/settings.h"

namespace skiff::benchmark {

class Slurm;

/// What a job says about its nodes. Unknown: nothing, because its program never started or something else ended the
/// job.
enum class Grade { pass, fail, unknown };
std::string_view name_of(Grade grade);

/// The result of one job.
struct Result {
  std::vector<std::string> nodes;
  Grade grade = Grade::unknown;
  std::optional<Quantity> value, floor;
  std::string detail;  ///< `312.4 GB/s below 350 GB/s`
  std::int64_t job = 0;
  std::int64_t seconds = 0;  ///< run time of the program
  bool retest = false;
};

/// How a step ended, as reported by srun and slurmctld.
struct StepEnd {
  bool began = false;  ///< the program was started
  bool timed_out = false;
  int code = -1;
  int signal = 0;
  bool cut_off = false;
  std::string output;  ///< stdout of the program
  std::string errors;
  std::string job_state;  ///< after the step
};

/// Pass or fail only if the program ran and nothing else ended the job; otherwise unknown.
Result grade(const StepEnd& end, const Settings& settings, const Set& set);

/// Removes the lines that mark the start of the program from a step's output; true if there was one.
bool take_marks(std::string& output);

/// Submits a job for these nodes, waits until it runs, runs the set's program in it, and always cancels the job at the
/// end. A batch job holds the nodes, and srun starts the program in it as a step. So the output comes back through
/// srun's connection and needs no shared file system, and a job that waits in the queue needs no connection at all.
Result run_trial(const Slurm& slurm, const Settings& settings, const Set& set, const std::vector<std::string>& nodes);

}  // namespace skiff::benchmark
