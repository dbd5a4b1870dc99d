#include "verify/slurm_nodes.h"

#include <algorithm>

#include "text/number.h"
#include "verify/conf_lines.h"
#include "verify/report.h"

namespace skiff {
namespace {

constexpr Version range_with_suffix{23, 11};  // exists since 23.02.5, but a target names no point release

}  // namespace

std::vector<Gres> parse_gres(std::string_view text) {
  std::vector<Gres> all;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '(') ++depth;
    if (i < text.size() && text[i] == ')') --depth;
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    std::string_view part = text.substr(begin, i - begin);
    begin = i + 1;
    part = part.substr(0, part.find('('));
    Gres gres{part.substr(0, part.find(':'))};
    part.remove_prefix(std::min(part.size(), gres.name.size() + 1));
    if (!part.empty()) {
      const std::size_t colon = part.rfind(':');
      const std::string_view last = colon == std::string_view::npos ? part : part.substr(colon + 1);
      const auto count = to_number<std::uint64_t>(last);
      gres.count = count.value_or(1);
      // The third part of `gpu:h100:eight` is not a number, and Slurm silently accepts it.
      gres.malformed = !count && colon != std::string_view::npos;
      gres.type = count ? part.substr(0, colon == std::string_view::npos ? 0 : colon) : part.substr(0, colon);
    }
    all.push_back(gres);
  }
  return all;
}

SlurmNodes read_nodes(const VerifyInput& input, Diagnostics& out) {
  SlurmNodes nodes;
  nodes.file = find_conf(input, "slurm.conf");
  for (const NamedLine& line : lines_of(nodes.file, "NodeName")) {
    const Parameter& name = line.name();
    std::optional<Hostlist> hosts = parse_hostlist(unquoted(name.value));
    if (!hosts) {
      report(out, "SKF457", Problem::invalid, *nodes.file, name, "must be a host list such as h100-[0-63]");
      continue;
    }
    for (const HostRun& run : *hosts) {
      if (!run.suffix.empty() && input.slurm < range_with_suffix) {
        report(out, "SKF457", Problem::invalid, *nodes.file, name,
               "text after brackets needs Slurm 23.11 or newer; the target is " + to_string(input.slurm));
      }
      if (!nodes.index.add(run, nodes.lines.size()))
        report(out, "SKF454", Problem::duplicate, *nodes.file, name,
               "a node of this list is already defined on another line");
    }
    nodes.lines.push_back({line, std::move(*hosts)});
  }
  return nodes;
}

}  // namespace skiff
