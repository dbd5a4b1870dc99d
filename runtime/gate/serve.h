#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "gate/fd.h"

namespace skiff::gate {

struct Doors {
  std::string listen;          ///< the path of the gate's socket
  std::string target;          ///< the path of the daemon's socket
  std::vector<uid_t> refused;  ///< users whose connections are closed at once
};

/// Passes connections on until `stop` becomes readable. Prints each refusal on standard error. Throws std::system_error.
void serve(const Doors& doors, const Fd& stop);

}  // namespace skiff::gate
