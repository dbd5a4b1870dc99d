#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include "checks/checks.h"

namespace skiff::health {

namespace {

int resolve(const std::string& name) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int fault = getaddrinfo(name.c_str(), nullptr, &hints, &found);
  if (fault == 0) freeaddrinfo(found);
  return fault;
}

}  // namespace

Verdict names(const Node& node) {
  if (node.settings.names.empty()) return std::nullopt;
  Findings findings;
  for (std::string name : node.settings.names) {
    // As in slurm.conf: %n is the node's name.
    if (const auto at = name.find("%n"); at != name.npos) name.replace(at, 2, node.name);
    int fault = 0;
    for (int tries = 0; tries < 3; ++tries) {
      if (tries > 0) usleep(100000);
      fault = resolve(name);
      if (fault == 0) break;
    }
    if (fault != 0) findings.add(Level::warn, name + ": " + gai_strerror(fault));
  }
  return findings.result(std::to_string(node.settings.names.size()) + " names");
}

}  // namespace skiff::health
