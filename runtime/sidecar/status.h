#pragma once

#include <map>
#include <string>

#include "sidecar/log.h"

namespace skiff::sidecar {

/// What can't be done now. While there is something the file FOLDER/failing exists and says what, a line a part; the readiness probe looks
/// for it.
class Status {
 public:
  /// Removes what another run left; throws std::runtime_error where the folder can't be written.
  Status(const std::string& folder, const Log& log);

  /// Notes, and says once for each reason, why a part can do nothing.
  void fail(const std::string& part, const std::string& reason);
  /// The same without a word, as it was said already.
  void set(const std::string& part, const std::string& reason);
  void clear(const std::string& part);

 private:
  void write() const;
  const std::string file_;
  const Log& log_;
  std::map<std::string, std::string> reasons_;
};

}  // namespace skiff::sidecar
