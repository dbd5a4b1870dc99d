#include <algorithm>
#include <string>
#include <vector>

#include "plan/version.h"
#include "text/number.h"
#include "text/slurm_number.h"
#include "text/split.h"
#include "verify/checks.h"
#include "verify/conf_lines.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

std::int64_t number(const Parameter* parameter, std::int64_t otherwise) {
  return parameter ? to_slurm_number(unquoted(parameter->value)).value_or(otherwise) : otherwise;
}

struct Cpus {
  std::int64_t sockets, cores, threads;

  std::int64_t of_socket() const { return cores * threads; }
  std::int64_t all() const { return sockets * of_socket(); }
};

// The CPUs as Slurm counts them: without Sockets, each CPU is a socket (src/common/read_config.c, _parse_nodename).
Cpus cpus_of(const NamedLine& line) {
  const Parameter* const sockets = line.find("Sockets");
  return {number(sockets ? sockets : line.find("CPUs"), 1), number(line.find("CoresPerSocket"), 1),
          number(line.find("ThreadsPerCore"), 1)};
}

struct Range {
  std::int64_t first, last;
};

// The ranges of a list such as 0,4-7. A list of another form is reported elsewhere.
std::vector<Range> ranges_of(std::string_view list) {
  std::vector<Range> ranges;
  for (const std::string_view part : Parts(list, ',')) {
    const auto dash = part.find('-');
    const auto first = to_number(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : to_number(part.substr(dash + 1));
    if (first && last && *first <= *last) ranges.push_back({*first, *last});
  }
  return ranges;
}

// The same CPUs and all others of their cores, as slurmctld extends the list (src/common/node_conf.c,
// node_conf_convert_cpu_spec_list), in ascending order.
std::vector<Range> whole_cores(std::vector<Range> ranges, std::int64_t threads) {
  std::ranges::sort(ranges, {}, &Range::first);
  std::vector<Range> whole;
  for (const Range range : ranges) {
    const Range cores = {range.first / threads * threads, range.last / threads * threads + threads - 1};
    if (whole.empty() || cores.first > whole.back().last + 1) {
      whole.push_back(cores);
    } else {
      whole.back().last = std::max(whole.back().last, cores.last);
    }
  }
  return whole;
}

std::int64_t count_of(const std::vector<Range>& ranges) {
  std::int64_t count = 0;
  for (const Range range : ranges) count += range.last - range.first + 1;
  return count;
}

std::string text_of(const std::vector<Range>& ranges) {
  std::string text;
  for (const Range range : ranges) {
    if (!text.empty()) text += ',';
    text += std::to_string(range.first);
    if (range.last > range.first) text += '-' + std::to_string(range.last);
  }
  return text;
}

// True if each socket has a CPU of the ranges.
bool all_sockets_have(const std::vector<Range>& ranges, const Cpus& cpus) {
  for (std::int64_t socket = 0; socket < cpus.sockets; ++socket) {
    const Range own = {socket * cpus.of_socket(), (socket + 1) * cpus.of_socket() - 1};
    const bool reserved =
        std::ranges::any_of(ranges, [&](Range range) { return range.first <= own.last && own.first <= range.last; });
    if (!reserved) return false;
  }
  return true;
}

// True if slurmctld takes cores from each socket. From 23.02 on, it takes one core of each socket after the other
// (src/common/node_conf.c, _select_spec_cores); older releases compare only the number.
bool count_reaches_all_sockets(std::int64_t count, const Cpus& cpus, Version release) {
  return count >= (release < Version{23, 2} ? (cpus.sockets - 1) * cpus.cores + 1 : cpus.sockets);
}

bool has_word(const OutputConf* slurm, std::string_view key, std::string_view begin) {
  for (const std::string_view word : Parts(value_of(slurm, key, ""), ',')) {
    if (compare_words(word.substr(0, begin.size()), begin) == 0) return true;
  }
  return false;
}

}  // namespace

void check_reserved_cores(const VerifyInput& input, Diagnostics& out) {
  const OutputConf* const slurm = find_conf(input, "slurm.conf");
  if (!slurm || !slurm->conf) return;
  // Slurm then gives jobs whole sockets, without the reserved cores (src/plugins/select/cons_tres/select_cons_tres.c,
  // _check_allocatable_sockets).
  const bool by_socket =
      has_word(slurm, "SelectTypeParameters", "CR_Socket") && !is_yes(slurm, "AllowSpecResourcesUsage");
  for (const NamedLine& line : lines_of(slurm, "NodeName")) {
    const Parameter* const list = line.find("CPUSpecList");
    const Parameter* const count = line.find("CoreSpecCount");
    const Cpus cpus = cpus_of(line);
    const std::vector<Range> ranges = list ? ranges_of(unquoted(list->value)) : std::vector<Range>();
    if (std::ranges::any_of(ranges, [&](Range range) { return range.last >= cpus.all(); })) {
      report(out, "SKF483", Problem::invalid, *slurm, *list,
             "must name CPUs of the node, 0 to " + std::to_string(cpus.all() - 1));
      continue;
    }
    const std::vector<Range> reserved = whole_cores(ranges, cpus.threads);
    if (count_of(reserved) > count_of(whole_cores(ranges, 1)))
      report(out, "SKF487", Problem::invalid, *slurm, *list,
             "must name whole cores: a core has " + std::to_string(cpus.threads) +
                 " CPUs, and slurmctld would reserve " + text_of(reserved));
    const bool by_list = list && all_sockets_have(ranges, cpus);
    const bool by_count = count && count_reaches_all_sockets(number(count, 0), cpus, input.slurm);
    if (by_socket && (by_list || by_count))
      report(out, "SKF484", Problem::invalid, *slurm, by_list ? *list : *count,
             "takes cores of all " + std::to_string(cpus.sockets) +
                 " sockets, so SelectTypeParameters=CR_Socket leaves no socket for jobs");
  }
}

}  // namespace skiff
