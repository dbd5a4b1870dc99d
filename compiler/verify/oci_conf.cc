#include <regex.h>

#include <array>
#include <string>

#include "plan/version.h"
#include "verify/checks.h"
#include "verify/conf_lines.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

constexpr Version more_patterns{23, 2};  ///< also: RunTimeQuery is not needed with RunTimeRun any more
constexpr Version cluster_pattern{26, 5};

// The letters that slurmd replaces after a percent sign (src/slurmd/slurmstepd/container.c, _generate_pattern).
std::string letters(Version release) {
  std::string known = "%@bejnrstu";
  if (release >= more_patterns) known += "mpU";
  if (release >= cluster_pattern) known += "Z";
  return known;
}

// What is wrong with the placeholders of a value. Empty: nothing.
std::string pattern_fault(std::string_view value, Version release) {
  const std::string known = letters(release);
  for (std::size_t at = value.find('%'); at != value.npos; at = value.find('%', at + 2)) {
    if (at + 1 == value.size()) return "must not end with a single %: write %%";
    if (known.find(value[at + 1]) == known.npos)
      return "must not have %" + std::string(1, value[at + 1]) +
             ", which slurmd does not know: write %% for a percent sign";
  }
  return {};
}

// What is wrong with an extended regular expression. Empty: nothing.
std::string regex_fault(std::string_view value) {
  regex_t compiled;
  const int code = regcomp(&compiled, std::string(value).c_str(), REG_EXTENDED | REG_NOSUB);
  if (code == 0) {
    regfree(&compiled);
    return {};
  }
  std::array<char, 128> said{};
  regerror(code, &compiled, said.data(), said.size());
  return "must be an extended regular expression: " + std::string(said.data());
}

// slurmd needs a whole set of commands (src/common/oci_config.c, get_oci_conf).
std::string missing_command(const OutputConf& oci, Version release) {
  const auto has = [&](std::string_view key) { return find_parameter(&oci, key) != nullptr; };
  const bool run = has("RunTimeRun");
  if (run && (has("RunTimeCreate") || has("RunTimeStart")))
    return "must have either RunTimeRun, or RunTimeCreate and RunTimeStart";
  if (!run && !has("RunTimeCreate")) return "must have RunTimeRun, or RunTimeCreate and RunTimeStart";
  for (const std::string_view key : {"RunTimeStart", "RunTimeKill", "RunTimeDelete", "RunTimeQuery"}) {
    if (run && (key == "RunTimeStart" || (key == "RunTimeQuery" && release >= more_patterns))) continue;
    if (!has(key)) return "must have " + std::string(key) + " as well";
  }
  return {};
}

}  // namespace

void check_oci(const VerifyInput& input, Diagnostics& out) {
  const OutputConf* const oci = find_conf(input, "oci.conf");
  if (!oci || !oci->conf || oci->conf->lines.empty()) return;
  for (const ConfLine& line : oci->conf->lines) {
    for (const Parameter& parameter : line.parameters) {
      const bool is_regex =
          compare_words(parameter.key, "EnvExclude") == 0 || compare_words(parameter.key, "RunTimeEnvExclude") == 0;
      const bool is_pattern = !is_regex && (compare_words(parameter.key.substr(0, 7), "RunTime") == 0 ||
                                            compare_words(parameter.key, "ContainerPath") == 0 ||
                                            compare_words(parameter.key, "MountSpoolDir") == 0);
      const std::string fault = is_regex     ? regex_fault(unquoted(parameter.value))
                                : is_pattern ? pattern_fault(unquoted(parameter.value), input.slurm)
                                             : "";
      if (!fault.empty()) report(out, "SKF488", Problem::invalid, *oci, parameter, fault);
    }
  }
  if (is_yes(oci, "IgnoreFileConfigJson")) return;
  if (const std::string missing = missing_command(*oci, input.slurm); !missing.empty())
    report(out, "SKF488", Problem::required, *oci, oci->conf->lines.front().parameters.front(), missing);
}

}  // namespace skiff
