#include <unistd.h>

#include "cli/arguments.h"

int main(int count, char** arguments) {
  // Everything is written by now. Skip the destructors, because those of a large compilation would only take time.
  _exit(skiff::cli::run(count, arguments));
}
