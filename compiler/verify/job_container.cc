#include <string>

#include "text/split.h"
#include "verify/checks.h"
#include "verify/conf_lines.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

constexpr Version has_dirs{23, 2};

}  // namespace

// The comparison is that of slurmd (src/plugins/job_container/tmpfs/read_jcconf.c, init_slurm_jc_conf), which compares
// the beginning of each text. With --enable-multiple-slurmd, it first appends the name of the node to BasePath; slurmd
// 24.11.5 of Debian then starts with BasePath=/tmp.
void check_job_container(const VerifyInput& input, Diagnostics& out) {
  const OutputConf* const file = find_conf(input, "job_container.conf");
  if (!file || !file->conf || input.slurm < has_dirs) return;
  const std::string_view everywhere = value_of(file, "Dirs", "/tmp,/dev/shm");
  for (const ConfLine& line : file->conf->lines) {
    const Parameter* const base = find_parameter(line, "BasePath");
    if (!base || compare_words(unquoted(base->value), "none") == 0) continue;
    const Parameter* const own = find_parameter(line, "Dirs");
    const std::string_view path = unquoted(base->value);
    for (const std::string_view directory : Parts(own ? unquoted(own->value) : everywhere, ',')) {
      if (!directory.starts_with(path)) continue;
      report(
          out, "SKF489", Problem::invalid, *file, *base,
          "should not contain " + std::string(directory) +
              ", which is one of Dirs; slurmd exits, unless it is built with --enable-multiple-slurmd as Debian's is",
          Severity::warning);
      break;
    }
  }
}

}  // namespace skiff
