// generate_spec SETS REPLICAS: prints a spec with SETS node sets of REPLICAS nodes each.
#include <cstdio>
#include <cstdlib>

#include "specs.h"

int main(int count, char** arguments) {
  const int sets = count == 3 ? std::atoi(arguments[1]) : 0;
  const int replicas = count == 3 ? std::atoi(arguments[2]) : 0;
  if (sets < 1 || replicas < 1) {
    std::fputs("usage: generate_spec SETS REPLICAS\n", stderr);
    return 2;
  }
  const std::string text = skiff::bench::many_sets(sets, replicas);
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0 ? 0 : 2;
}
