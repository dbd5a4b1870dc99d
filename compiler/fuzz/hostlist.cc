// Fuzzes the parser of Slurm's host lists.
#include "text/hostlist.h"

#include "fuzz/claim.h"

using namespace skiff;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const auto hosts = parse_hostlist(fuzz::text_of(bytes, size));
  if (!hosts || host_count(*hosts) > 10'000) return 0;
  const std::vector<std::string> names = expand(*hosts);
  const std::string printed = print_hostlist(*hosts);
  const auto again = parse_hostlist(printed);
  fuzz::claim(again.has_value(), "a printed host list can be parsed");
  fuzz::claim(expand(*again) == names, "a printed host list has the same names");
  fuzz::claim(print_hostlist(*again) == printed, "a printed host list is in the shortest form");
  return 0;
}
