#include <array>
#include <optional>
#include <string>

#include "text/slurm_number.h"
#include "verify/checks.h"
#include "verify/conf_lines.h"
#include "verify/report.h"
#include "verify/slurm_values.h"

namespace skiff {
namespace {

// The defaults of FirstJobId and MaxJobId (src/common/read_config.h).
constexpr std::int64_t first_job = 1;
constexpr std::int64_t last_job = 0x03ff0000;
// More jobs than this are out of the range of MaxJobCount in forms.tsv.
constexpr std::int64_t most_jobs = 0x03ffffff;

// A value that is itself malformed or out of range is reported elsewhere.
std::optional<std::int64_t> number(const Parameter* parameter, SlurmParameter::Type type) {
  return parameter ? to_slurm_number(unquoted(parameter->value), most_of(type)) : std::nullopt;
}

// slurmctld exits if the first number is above the last, uses no number if they are equal, and silently lowers
// MaxJobCount if there are fewer numbers (src/common/read_config.c, _validate_and_set_defaults).
void check_job_numbers(const OutputConf& slurm, Diagnostics& out) {
  constexpr auto type = SlurmParameter::Type::uint32;
  const Parameter* const first = find_parameter(&slurm, "FirstJobId");
  const Parameter* const last = find_parameter(&slurm, "MaxJobId");
  const Parameter* const count = find_parameter(&slurm, "MaxJobCount");
  const std::int64_t least = number(first, type).value_or(first_job);
  const std::int64_t most = number(last, type).value_or(last_job);
  if (least >= most) {
    const bool at_last = last != nullptr;
    report(out, "SKF477", Problem::invalid, slurm, at_last ? *last : *first,
           at_last ? "must be more than FirstJobId, " + std::to_string(least)
                   : "must be less than MaxJobId, " + std::to_string(most));
    return;
  }
  const std::int64_t numbers = most - least + 1;
  if (const auto jobs = number(count, type); jobs && *jobs > numbers && *jobs <= most_jobs)
    report(out, "SKF477", Problem::invalid, slurm, *count,
           "must be no more than " + std::to_string(numbers) + ", the count of numbers from FirstJobId, " +
               std::to_string(least) + ", to MaxJobId, " + std::to_string(most) + "; slurmctld would use that count");
}

// slurmctld sets a MemSpecLimit that leaves no memory to zero, and logs an error (src/common/read_config.c,
// _parse_nodename).
void check_reserved_memory(const OutputConf& slurm, Diagnostics& out) {
  constexpr auto type = SlurmParameter::Type::uint64;
  for (const NamedLine& line : lines_of(&slurm, "NodeName")) {
    const Parameter* const limit = line.find("MemSpecLimit");
    const auto reserved = number(limit, type), memory = number(line.find("RealMemory"), type);
    if (reserved && memory && *reserved >= *memory)
      report(out, "SKF479", Problem::invalid, slurm, *limit,
             "must be less than RealMemory, " + std::to_string(*memory) + "; slurmctld would use 0");
  }
}

// The daemons log an error if slurmd could report a step as unkillable while slurmctld still waits for an answer
// (src/common/read_config.c, _validate_and_set_defaults).
void check_unkillable(const OutputConf& slurm, Diagnostics& out) {
  constexpr auto type = SlurmParameter::Type::uint16;
  constexpr std::int64_t usual = 10, times = 5;
  const Parameter* const limit = find_parameter(&slurm, "UnkillableStepTimeout");
  const auto seconds = number(limit, type);
  const std::int64_t least = number(find_parameter(&slurm, "MessageTimeout"), type).value_or(usual) * times;
  if (seconds && *seconds < least)
    report(out, "SKF480", Problem::invalid, slurm, *limit,
           "must be at least " + std::to_string(least) +
               ", five times MessageTimeout; otherwise a slow answer can set a node down");
}

// Slurm 26.05 logs an error if a check could still run when the next one begins (src/common/read_config.c,
// _validate_and_set_defaults).
void check_health(const OutputConf& slurm, Version release, Diagnostics& out) {
  constexpr auto type = SlurmParameter::Type::uint16;
  constexpr std::int64_t usual = 60;
  if (release < Version{26, 5}) return;
  const Parameter* const interval = find_parameter(&slurm, "HealthCheckInterval");
  const auto seconds = number(interval, type);
  const std::int64_t timeout = number(find_parameter(&slurm, "HealthCheckTimeout"), type).value_or(usual);
  if (seconds && *seconds > 0 && *seconds <= timeout)
    report(out, "SKF482", Problem::invalid, slurm, *interval,
           "must be more than HealthCheckTimeout, " + std::to_string(timeout));
}

// slurmctld adds the weights and logs an error if the sum does not fit in 32 bits. Each job's priority is then cut off at
// that limit (src/common/read_config.c, _validate_and_set_defaults).
void check_weights(const OutputConf& slurm, Diagnostics& out) {
  constexpr auto type = SlurmParameter::Type::uint32;
  constexpr std::array<std::string_view, 6> keys = {"PriorityWeightAge",       "PriorityWeightAssoc",
                                                    "PriorityWeightFairshare", "PriorityWeightJobSize",
                                                    "PriorityWeightPartition", "PriorityWeightQOS"};
  std::int64_t sum = 0, most = 0;
  const Parameter* largest = nullptr;
  for (const std::string_view key : keys) {
    const Parameter* const weight = find_parameter(&slurm, key);
    const std::int64_t own = number(weight, type).value_or(0);
    sum += own;
    if (own > most) {
      most = own;
      largest = weight;
    }
  }
  if (sum > most_of(type))
    report(out, "SKF486", Problem::invalid, slurm, *largest,
           "all PriorityWeight* parameters add up to " + std::to_string(sum) + "; they must be no more than " +
               std::to_string(most_of(type)) + ", the highest priority of a job");
}

}  // namespace

void check_numbers(const VerifyInput& input, Diagnostics& out) {
  const OutputConf* slurm = find_conf(input, "slurm.conf");
  if (!slurm || !slurm->conf) return;
  check_job_numbers(*slurm, out);
  check_reserved_memory(*slurm, out);
  check_unkillable(*slurm, out);
  check_health(*slurm, input.slurm, out);
  check_weights(*slurm, out);
}

}  // namespace skiff
