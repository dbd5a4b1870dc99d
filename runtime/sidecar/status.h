#pragma once

#include <map>
#include <string>

#include "common/log.h"

namespace skiff::sidecar {

/// The present problems. While there are any, the file FOLDER/failing exists, with one line per failing part. The
/// readiness probe checks for it.
class Status {
 public:
  /// Removes the file of an earlier run. Throws std::runtime_error if the directory cannot be written.
  Status(const std::string& folder, const Log& log);

  /// Records why a part cannot work, and logs each reason once.
  void fail(const std::string& part, const std::string& reason);
  /// The same without logging, because the reason was logged already. An empty reason clears it.
  void set(const std::string& part, const std::string& reason);
  void clear(const std::string& part);
  /// All parts that have worked or failed so far, and whether they fail now.
  const std::map<std::string, bool>& parts() const { return parts_; }

 private:
  void write() const;
  const std::string file_;
  const Log& log_;
  std::map<std::string, std::string> reasons_;
  std::map<std::string, bool> parts_;
};

}  // namespace skiff::sidecar
