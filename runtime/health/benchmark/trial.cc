#include "benchmark/trial.h"

#include <algorithm>

#include "benchmark/commands.h"
#include "common/files.h"
#include "text/join.h"
#include "text/number.h"

namespace skiff::benchmark {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t most_output = 1 << 18;
// Seconds that Slurm needs to start and end a step, in addition to the program's run time.
constexpr std::int64_t margin = 60;

void add(std::vector<std::string>& words, const char* option, const std::string& value) {
  if (!value.empty()) words.push_back(option + value);
}

// If this program dies, Slurm ends the job by itself, in the queue (--deadline) or later (--time).
std::vector<std::string> sbatch_words(const Settings& settings, const Set& set, const std::vector<std::string>& nodes) {
  const std::int64_t minutes = (settings.time_limit + margin + 59) / 60;
  const std::int64_t queue = (settings.queue_time + 59) / 60;
  std::vector<std::string> words = {"--parsable",
                                    "--job-name=skiff-benchmark-" + settings.name,
                                    "--nodes=" + std::to_string(nodes.size()),
                                    "--nodelist=" + joined(nodes, ","),
                                    "--ntasks-per-node=" + std::to_string(set.tasks),
                                    "--exclusive",
                                    "--mem=0",
                                    "--no-requeue",
                                    "--time=" + std::to_string(minutes),
                                    "--deadline=now+" + std::to_string(minutes + queue + 1) + "minutes",
                                    "--output=/dev/null",
                                    "--error=/dev/null",
                                    "--input=/dev/null",
                                    "--chdir=/tmp"};
  if (set.gpus > 0) words.push_back("--gpus-per-node=" + std::to_string(set.gpus));
  add(words, "--partition=", settings.partition);
  add(words, "--account=", settings.account);
  add(words, "--qos=", settings.qos);
  add(words, "--reservation=", settings.reservation);
  words.push_back("--wrap=exec sleep " + std::to_string(minutes * 60));
  return words;
}

// The command is passed as arguments to the shell that starts it, so the shell interprets no part of it.
std::vector<std::string> srun_words(const Settings& settings, const Set& set, std::int64_t job, std::size_t nodes) {
  std::vector<std::string> words = {"--jobid=" + std::to_string(job),
                                    "--nodes=" + std::to_string(nodes),
                                    "--ntasks=" + std::to_string(static_cast<std::int64_t>(nodes) * set.tasks),
                                    "--ntasks-per-node=" + std::to_string(set.tasks),
                                    "--cpu-bind=none",
                                    "--input=none",
                                    "--kill-on-bad-exit=1",
                                    "--quiet",
                                    "--chdir=/tmp"};
  if (set.gpus > 0) words.push_back("--gpus-per-node=" + std::to_string(set.gpus));
  add(words, "--mpi=", settings.mpi);
  words.insert(words.end(), {"/bin/sh", "-c", "echo 'skiff-benchmark: the program begins'; exec \"$@\"", "benchmark"});
  words.insert(words.end(), set.command.begin(), set.command.end());
  return words;
}

// Cancels the job at the end of its scope, even if this program is told to stop.
class Job {
 public:
  Job(const Slurm& slurm, const Settings& settings, std::int64_t id) : settings_(settings), slurm_(slurm), id_(id) {}
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  ~Job() {
    const std::atomic<bool> go_on = false;
    Slurm(settings_, slurm_.environment(), go_on).call("scancel", {"--quiet", std::to_string(id_)}, seconds(10));
  }

 private:
  const Settings& settings_;
  const Slurm& slurm_;
  std::int64_t id_;
};

// Waits until the job runs. Returns an empty string, or why it does not run.
std::string wait_for_start(const Slurm& slurm, const Settings& settings, std::int64_t job) {
  const auto began = Clock::now(), end = began + seconds(settings.queue_time);
  std::string state;
  while (Clock::now() < end && !slurm.stopped()) {
    state = job_state(slurm, job);
    if (state == "RUNNING") return "";
    if (!state.empty() && state != "PENDING" && state != "CONFIGURING" && state != "COMPLETING")
      return "the job did not start: " + state;
    // Each poll is a request to slurmctld, and many jobs may wait for long: poll less often the longer a job waits.
    slurm.pause(std::clamp<milliseconds>(std::chrono::duration_cast<milliseconds>(Clock::now() - began) / 10,
                                         seconds(1), seconds(15)));
  }
  if (slurm.stopped()) return "the benchmark run was stopped by a signal";
  return state.empty() ? "slurmctld does not answer"
                       : "the job did not start within " + std::to_string(settings.queue_time) + " s";
}

StepEnd run_step(const Slurm& slurm, const Settings& settings, const Set& set, std::int64_t job, std::size_t nodes) {
  const auto program =
      slurm.call("srun", srun_words(settings, set, job, nodes), seconds(settings.time_limit), most_output);
  StepEnd end{false,           program.timed_out, program.code,   program.signal,
              program.cut_off, program.output,    program.errors, {}};
  end.began = take_marks(end.output);
  end.job_state = job_state(slurm, job);
  return end;
}

Result unknown(const Set& set, std::string why) {
  Result result;
  result.floor = set.floor;
  result.detail = std::move(why);
  return result;
}

Result submit_and_run(const Slurm& slurm, const Settings& settings, const Set& set,
                      const std::vector<std::string>& nodes) {
  const auto submitted = slurm.call("sbatch", sbatch_words(settings, set, nodes), seconds(30));
  // `12` or, in a federation, `12;cluster`.
  const auto job = to_number(submitted.output.substr(0, submitted.output.find_first_of(";\n")));
  if (submitted.code != 0 || !job) return unknown(set, "the job was not accepted: " + failure("sbatch", submitted));
  const Job held(slurm, settings, *job);
  Result result;
  if (const auto why = wait_for_start(slurm, settings, *job); !why.empty()) {
    result = unknown(set, why);
  } else {
    const auto began = Clock::now();
    const StepEnd end = run_step(slurm, settings, set, *job, nodes.size());
    result = slurm.stopped() ? unknown(set, "the benchmark run was stopped by a signal") : grade(end, settings, set);
    result.seconds = std::chrono::duration_cast<seconds>(Clock::now() - began).count();
  }
  result.job = *job;
  return result;
}

}  // namespace

Result run_trial(const Slurm& slurm, const Settings& settings, const Set& set, const std::vector<std::string>& nodes) {
  Result result = submit_and_run(slurm, settings, set, nodes);
  result.nodes = nodes;
  return result;
}

}  // namespace skiff::benchmark
