#include <cstdio>
#include <stdexcept>

#include "arguments.h"
#include "run.h"

int main(int count, char** words) {
  using namespace skiff::health;
  try {
    const Arguments arguments = parse_arguments({words, words + count});
    if (arguments.help) {
      std::fputs(usage().data(), stdout);
      return 0;
    }
    return run(arguments);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "skiff-health: %s\n%s", fault.what(), usage().data());
    return static_cast<int>(Level::unknown);
  }
}
