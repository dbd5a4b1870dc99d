#include <limits>
#include <string>

#include "verify/form_kinds.h"

namespace skiff {
namespace {

using Kind = SlurmForm::Kind;

std::string range_text(const SlurmForm& form) {
  const std::string least = std::to_string(form.least), most = std::to_string(form.most);
  if (form.least == form.most) return least;
  if (form.most == std::numeric_limits<std::int64_t>::max()) return least + " or more";
  return "a number from " + least + " to " + most;
}

}  // namespace

std::string describe(const SlurmForm& form) {
  constexpr std::string_view times =
      "minutes, minutes:seconds, hours:minutes:seconds, days-hours, days-hours:minutes or days-hours:minutes:seconds";
  switch (form.kind) {
    case Kind::number:
      return range_text(form);
    case Kind::refused:
    case Kind::ignored:
      return {};
    case Kind::time:
      return std::string(times) + ", at most 24855 days, or UNLIMITED";
    case Kind::period:
      return std::string(times) + ", more than zero and at most 24855 days";
    case Kind::minutes:
      return "minutes from 0 to 65534, or UNLIMITED";
    case Kind::idle:
      return "seconds from 0 to 4294967293, without a unit, or INFINITE";
    case Kind::none:
      return "NONE";
    case Kind::words: {
      std::string words(form.words);
      const bool exact = words.starts_with(same_case);
      if (exact) words.erase(0, 1);
      if (const std::size_t end = words.find(repeated_words); end != words.npos)
        words.replace(end, repeated_words.size(), words.find('|') == words.npos ? "" : ", or a list of them");
      for (std::size_t at = 0; (at = words.find('|', at)) != std::string::npos; at += 4) words.replace(at, 1, " or ");
      return words + (exact ? "; the case matters" : "");
    }
    case Kind::plugin:
      return {};
    case Kind::level:
      return "quiet, fatal, error, info, verbose, debug, debug2, debug3, debug4 or debug5";
    case Kind::rlimits:
      return "ALL or NONE alone, or a list of AS, CORE, CPU, DATA, FSIZE, MEMLOCK, NOFILE, NPROC, RSS and STACK, in capitals";
    case Kind::ports:
      return "a port, or a range of ports such as 6820-6823";
    case Kind::port_range:
      return "a range of ports up to 65533, the lower one first, such as 60001-63000";
    case Kind::licenses:
      return "names with counts, such as fluent:30,ansys:100";
    case Kind::weights:
      return "names of TRES with weights, such as CPU=1.0,Mem=0.25G,GRES/gpu=2.0";
    case Kind::tres:
      return "a list of billing, cpu, energy, mem, node, pages, vmem, bb/NAME, fs/NAME, gres/NAME, ic/NAME and license/NAME";
    case Kind::path:
      return "an absolute path";
    case Kind::paths:
      return "absolute paths, or none";
    case Kind::frequency:
      return "seconds without a unit, or a list of task=, energy=, network= and filesystem= with seconds";
    case Kind::cpus:
      return "numbers of CPUs and ranges of them, such as 0,2-3";
    case Kind::exit_codes:
      return "exit codes from 0 to 255 and ranges of them, such as 1,9-18";
    case Kind::share:
      return "NO, EXCLUSIVE, YES or FORCE, or YES:2 to YES:32767, or FORCE:1 to FORCE:32767";
    case Kind::purge:
      return "a number up to 65535 followed by hours, days or months, such as 12months";
    case Kind::memory:
      return "megabytes, at most " + std::to_string(most_memory) + ", or 0 for no limit";
    case Kind::storage:
      return "a list of SSL_CA=, SSL_CAPATH=, SSL_CERT=, SSL_CIPHER= and SSL_KEY=, each with a value";
    case Kind::text:
      return "any text that is not empty";
    case Kind::percent:
      return "a number from 0 to 100";
    case Kind::users:
      return "names or numbers of users, separated by commas";
    case Kind::features:
      return "names of letters, digits, _, . and =, which begin with a letter, _ or =";
    case Kind::gpu_frequency:
      return "low, medium, high, highm1 or a number of megahertz, and memory= with one of them, such as medium,memory=high";
    case Kind::buffer_size:
      return "a number of at least 1, possibly with a unit such as GiB or nodes";
    case Kind::buffer_pools:
      return "names of pools with counts, such as fast:100,slow";
    case Kind::slice:
      return "the name of a slice, such as slurm.slice";
  }
  return {};
}

}  // namespace skiff
