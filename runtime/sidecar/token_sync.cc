#include "sidecar/token_sync.h"

#include <algorithm>
#include <functional>

#include "common/files.h"
#include "sidecar/kube.h"

namespace skiff::sidecar {
namespace {

constexpr const char* part = "tokens";
constexpr std::chrono::seconds question(20);
constexpr std::int64_t second = 1000;
constexpr std::int64_t between_looks = 300 * second, soon = 15 * second;
// slurmctld applies a changed key a moment after the file has changed.
constexpr int looks_after_change = 4;

std::string refused(const Answer& answer, const std::string& what) {
  if (answer.status == 0) return "the API server does not answer: " + answer.error;
  return "the API server refuses to " + what + " the Secret: " + std::to_string(answer.status) + " " +
         parse_message(answer.body);
}

}  // namespace

TokenSync::TokenSync(const Settings& settings, const Slurm& slurm, Api& api, const Log& log,
                     const std::atomic<bool>& stop)
    : settings_(settings), slurm_(slurm), api_(api), log_(log), stop_(stop) {}

void TokenSync::reread_key(std::int64_t now) {
  const auto text = read_text(settings_.config + "/jwt_hs256.key");
  const std::size_t key = std::hash<std::string>()(text.value_or(""));
  if (key_ && *key_ != key) {
    soon_ = looks_after_change;
    due_ = now;
  }
  key_ = key;
}

std::string TokenSync::path_of(const ServiceToken& wanted) const {
  return "/api/v1/namespaces/" + escaped(settings_.ns) + "/secrets/" + escaped(wanted.secret);
}

// Only slurmctld knows whether its key signed the token.
bool TokenSync::accepted(const std::string& token, std::string& why) const {
  return slurm_.call("scontrol", {"show", "config"}, question, why, {std::string(token_key) + "=" + token}).has_value();
}

// slurmctld takes the token of a user who does not exist for one of the user number 99 (SLURM_AUTH_NOBODY).
std::string TokenSync::unknown_user(const ServiceToken& wanted) const {
  std::string why;
  if (slurm_.call("id", {"--user", wanted.user}, question, why)) return "";
  return "the user " + wanted.user + " does not exist, so Slurm takes the token for one of nobody: " + why;
}

/// Returns what is wrong; empty if the Secret has a valid token.
std::string TokenSync::sync(const ServiceToken& wanted, std::int64_t clock) {
  const Answer found = api_.send({{"GET", path_of(wanted)}}, 1, stop_).front();
  if (found.status != 404 && found.status != 200) return refused(found, "read");
  TokenTimes& times = times_[wanted.secret] = {0, wanted.lifetime};
  if (found.status == 404) return "the Secret does not exist: apply the output of skiff build again";
  const auto present = token_in_secret(found.body);
  const auto claims = present ? read_claims(*present) : std::nullopt;
  std::string why;
  if (claims && claims->user == wanted.user && accepted(*present, why)) times.expires = claims->expires;
  if (times.expires > 0 && !is_due(claims, wanted, clock)) return unknown_user(wanted);

  const auto output = slurm_.call(
      "scontrol", {"token", "username=" + wanted.user, "lifespan=" + std::to_string(wanted.lifetime)}, question, why);
  if (!output) return "slurmctld makes no token: " + why;
  const auto token = token_in_output(*output);
  if (!token) return "scontrol token printed no token";
  if (!accepted(*token, why)) return "slurmctld refuses the token that it has made: " + why;
  Request patch{"PATCH", path_of(wanted) + "?fieldManager=skiff-sidecar"};
  patch.type = "application/merge-patch+json";
  patch.body = token_patch(*token);
  const Answer stored = api_.send({patch}, 1, stop_).front();
  if (stored.status != 200) return refused(stored, "change");
  if (const auto made = read_claims(*token)) times.expires = made->expires;
  log_.info(part, wanted.secret + ": a new token of " + wanted.user + ", valid for " + std::to_string(wanted.lifetime) +
                      " s");
  return unknown_user(wanted);
}

void TokenSync::log_new(const std::string& secret, const std::string& problem) {
  std::string& known = problems_[secret];
  if (!problem.empty() && problem != known) log_.warning(part, secret + ": " + problem);
  known = problem;
}

void TokenSync::step(std::int64_t now, std::int64_t clock) {
  if (now < due_) return;
  bool failed = false;
  for (const ServiceToken& wanted : settings_.service_tokens) {
    const std::string problem = sync(wanted, clock);
    if (stop_) return;
    log_new(wanted.secret, problem);
    failed = failed || !problem.empty();
  }
  tries_ = failed ? tries_ + 1 : 0;
  if (soon_ > 0) --soon_;
  due_ = now + (soon_ > 0 ? soon : failed ? std::min(between_looks, soon << std::min(tries_ - 1, 5)) : between_looks);
}

}  // namespace skiff::sidecar
