#include "sidecar/status.h"

#include <string.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>

#include "common/files.h"

namespace skiff::sidecar {
namespace {

// The readiness probe and administrators read the file.
constexpr unsigned mode = 0644;

}  // namespace

Status::Status(const std::string& folder, const Log& log) : file_(folder + "/failing"), log_(log) {
  if (!write_atomically(file_, "", mode)) throw std::runtime_error(file_ + " cannot be written: " + strerror(errno));
  unlink(file_.c_str());
}

void Status::write() const {
  std::string text;
  for (const auto& [part, reason] : reasons_) text += part + ": " + reason + "\n";
  if (text.empty())
    unlink(file_.c_str());
  else
    write_atomically(file_, text, mode);
}

void Status::set(const std::string& part, const std::string& reason) {
  if (reason.empty()) return clear(part);
  parts_[part] = true;
  auto& known = reasons_[part];
  if (known == reason) return;
  known = reason;
  write();
}

void Status::fail(const std::string& part, const std::string& reason) {
  const auto known = reasons_.find(part);
  if (known == reasons_.end() || known->second != reason) log_.warning(part, reason);
  set(part, reason);
}

void Status::clear(const std::string& part) {
  parts_[part] = false;
  if (reasons_.erase(part)) write();
}

}  // namespace skiff::sidecar
