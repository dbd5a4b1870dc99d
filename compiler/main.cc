#include <unistd.h>

#include "cli/arguments.h"

int main(int count, char** arguments) {
  // Everything is written by now: taking a large compilation apart again would only take time.
  _exit(skiff::cli::run(count, arguments));
}
