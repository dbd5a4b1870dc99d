#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "common/log.h"
#include "sidecar/api.h"
#include "sidecar/service_tokens.h"
#include "sidecar/settings.h"
#include "sidecar/slurm.h"

namespace skiff::sidecar {

/// Keeps a valid token in the Secret of each service. It looks every few minutes, and more often for a while after the key
/// that signs tokens has changed. It stores a token only if slurmctld accepts it. A problem that lasts is logged once.
/// It does not make the pod unready, because other services and users do not need the token.
class TokenSync {
 public:
  TokenSync(const Settings& settings, const Slurm& slurm, Api& api, const Log& log, const std::atomic<bool>& stop);

  /// Reads the key again, because it may have changed. `now` is in milliseconds of a steady clock.
  void reread_key(std::int64_t now);
  /// Does what is due at this time. `clock` is in seconds since 1970.
  void step(std::int64_t now, std::int64_t clock);
  std::int64_t due() const { return due_; }
  /// Of the Secrets that it has read, by their names.
  const std::map<std::string, TokenTimes>& times() const { return times_; }

 private:
  std::string path_of(const ServiceToken& wanted) const;
  bool accepted(const std::string& token, std::string& why) const;
  std::string unknown_user(const ServiceToken& wanted) const;
  std::string sync(const ServiceToken& wanted, std::int64_t clock);
  void log_new(const std::string& secret, const std::string& problem);

  const Settings& settings_;
  const Slurm& slurm_;
  Api& api_;
  const Log& log_;
  const std::atomic<bool>& stop_;
  std::optional<std::size_t> key_;               ///< a hash of the key that signs tokens
  std::map<std::string, std::string> problems_;  ///< those that were logged, by the name of the Secret
  std::map<std::string, TokenTimes> times_;
  std::int64_t due_ = 0;
  int soon_ = 0;   ///< how many more times to look soon
  int tries_ = 0;  ///< how many times something failed in a row
};

}  // namespace skiff::sidecar
