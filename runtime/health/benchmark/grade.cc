#include "benchmark/trial.h"
#include "common/files.h"

namespace skiff::benchmark {
namespace {

constexpr std::string_view mark = "skiff-benchmark: the program begins";
// From DCGM 4.6.0, dcgmi/Command.cpp.
constexpr std::string_view no_engine = "Error: unable to establish a connection";

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// True if something other than the program ended the job, or if that is not known.
bool was_interrupted(const std::string& state) {
  for (const char* word : {"CANCELLED", "PREEMPTED", "NODE_FAIL", "BOOT_FAIL", "DEADLINE", "SUSPENDED", "STOPPED",
                           "REVOKED", "PENDING", "REQUEUED", "OUT_OF_MEMORY"})
    if (state == word) return true;
  return state.empty();
}

void fail(Result& result, const std::string& why, const std::string& errors = "") {
  result.grade = Grade::fail;
  result.detail = why + (errors.empty() ? "" : ": " + first_line(errors));
}

}  // namespace

std::string_view name_of(Grade grade) {
  return grade == Grade::pass ? "pass" : grade == Grade::fail ? "fail" : "unknown";
}

bool take_marks(std::string& output) {
  std::string rest;
  bool found = false;
  for (std::size_t at = 0; at < output.size();) {
    const std::size_t end = std::min(output.find('\n', at), output.size() - 1) + 1;
    const std::string_view line = std::string_view(output).substr(at, end - at);
    if (line == std::string(mark) + "\n")
      found = true;
    else
      rest += line;
    at = end;
  }
  output = std::move(rest);
  return found;
}

Result grade(const StepEnd& end, const Settings& settings, const Set& set) {
  Result result;
  result.floor = set.floor;
  if (!end.began) {
    result.detail =
        "the program was not started: " + (end.errors.empty() ? "srun printed no error" : first_line(end.errors));
  } else if (was_interrupted(end.job_state)) {
    result.detail = end.job_state.empty() ? "slurmctld does not report the state of the job"
                                          : "the job was interrupted: " + end.job_state;
  } else if (!end.timed_out && (end.code == 126 || end.code == 127)) {
    // The image lacks the program. This is not the node's fault.
    result.detail = "the program cannot be run: " + first_line(end.errors);
  } else if (settings.kind == Kind::dcgm_diag && end.output.rfind(no_engine, 0) == 0) {
    // With --host, dcgmi prints this before it continues with an engine of its own. The requested engine runs in
    // another pod, so this is not the node's fault.
    result.detail = first_line(end.output);
  } else if (end.timed_out) {
    fail(result, "no result within " + std::to_string(settings.time_limit) + " s");
  } else if (end.signal != 0) {
    result.detail = "srun was killed by signal " + std::to_string(end.signal);
  } else if (end.code != 0 && settings.kind != Kind::dcgm_diag) {
    fail(result, "no result, exit code " + std::to_string(end.code), end.errors);
  } else if (end.cut_off) {
    fail(result, "no result: too much output");
  } else {
    // If a test fails, dcgmi exits with an error code, but its output names the test. So read the output first.
    const Reading found = parse(settings.kind, end.output);
    result.value = found.value;
    if (!found.fault.empty()) {
      fail(result, found.failed ? found.fault : "no result: " + found.fault);
    } else if (end.code != 0) {
      fail(result, "no result, exit code " + std::to_string(end.code), end.errors);
    } else if (found.value && found.value->unit != set.floor->unit) {
      // An error in the program or in the spec, not the node's fault.
      result.detail = text_of(*found.value) + " is not in the floor's unit, " + set.floor->unit;
    } else if (found.value && found.value->value < set.floor->value) {
      fail(result, text_of(*found.value) + " below " + text_of(*set.floor));
    } else {
      result.grade = Grade::pass;
      result.detail = found.value ? text_of(*found.value) : "every test passed";
    }
  }
  return result;
}

}  // namespace skiff::benchmark
