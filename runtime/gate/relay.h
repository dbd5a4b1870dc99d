#pragma once

#include <string>

#include "gate/fd.h"

namespace skiff::gate {

/// One direction of a connection: passes on what the source sends, and its end.
class Relay {
 public:
  /// True if it can read from the source, or write to the sink, without more than it may hold.
  bool wants_to_read() const { return !ended_ && held_.empty(); }
  bool wants_to_write() const { return !held_.empty(); }
  /// True once the source has ended and the sink has all of it.
  bool done() const { return ended_ && held_.empty(); }

  /// Each passes on as much as possible without waiting. False if a socket has failed: the connection is over.
  bool read(const Fd& source, const Fd& sink);
  bool write(const Fd& sink);

 private:
  std::string held_;
  bool ended_ = false;
};

}  // namespace skiff::gate
