#include "sidecar/policy_sync.h"

#include <unistd.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "common/files.h"
#include "common/one_line.h"
#include "policy/memory.h"
#include "policy/queries.h"
#include "sidecar/known_records.h"
#include "text/join.h"

namespace skiff::sidecar {
namespace {

constexpr const char* part = "policy";
constexpr std::chrono::seconds question(60), longest_change(120);
constexpr std::int64_t second = 1000;
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
// Manual changes are rare.
constexpr std::int64_t between_syncs = 600 * second;
constexpr std::int64_t first_pause = 2 * second, longest_pause = 120 * second;
constexpr std::size_t most_told = 20, most_accounts = 200;
constexpr int most_starts = 30;

std::string file_of(const Settings& settings) { return settings.config + "/policy.conf"; }

}  // namespace

PolicySync::PolicySync(const Settings& settings, const Slurm& slurm, const Log& log, Status& status)
    : settings_(settings), slurm_(slurm), log_(log), status_(status) {}

void PolicySync::reread_file(std::int64_t now) {
  auto text = read_text(file_of(settings_));
  if (text == text_) return;
  text_ = std::move(text);
  matched_ = false;
  tries_ = 0;
  due_ = text_ ? now : never;
}

policy::Memory PolicySync::remembered() const {
  const auto text = read_text(settings_.policy_record);
  if (!text) return {};
  try {
    return policy::parse_memory(*text);
  } catch (const std::exception& error) {
    log_.warning(part, settings_.policy_record + " cannot be read and will be recreated: " + one_line(error.what()));
    return {};
  }
}

std::optional<policy::Records> PolicySync::read_records(const policy::Policy& policy, const policy::Memory& memory,
                                                        std::string& why) const {
  const policy::Columns columns = policy::columns_of(policy, memory);
  policy::Records records;
  const auto take = [&](const std::vector<std::string>& words, auto&& into) {
    const auto text = slurm_.call("sacctmgr", words, question, why);
    if (text) into(*text);
    return text.has_value();
  };
  const bool all =
      take(policy::ask_for_qos(columns), [&](const auto& text) { policy::take_qos(text, columns, records); }) &&
      take(policy::ask_for_associations(columns, settings_.cluster),
           [&](const auto& text) { policy::take_associations(text, columns, records); }) &&
      take(policy::ask_for_accounts(), [&](const auto& text) { policy::take_accounts(text, records); }) &&
      take(policy::ask_for_users(settings_.cluster), [&](const auto& text) { policy::take_users(text, records); }) &&
      take(policy::ask_for_resources(), [&](const auto& text) { policy::take_resources(text, records); }) &&
      take(policy::ask_for_shares(), [&](const auto& text) { policy::take_shares(text, settings_.cluster, records); });
  return all ? std::optional(std::move(records)) : std::nullopt;
}

/// Reads what has used the cluster, if it decides what is removed.
bool PolicySync::read_usage(const policy::Policy& policy, const policy::Memory& memory, policy::Records& records,
                            std::string& why) {
  records.used = used_;
  const std::set<std::string> open = policy::accounts_to_prune(policy, records, memory, settings_.cluster);
  const std::vector<std::string> accounts(open.begin(), open.end());
  for (std::size_t i = 0; i < accounts.size(); i += most_accounts) {
    const std::size_t end = std::min(accounts.size(), i + most_accounts);
    const std::vector<std::string> some(accounts.begin() + static_cast<std::ptrdiff_t>(i),
                                        accounts.begin() + static_cast<std::ptrdiff_t>(end));
    const auto added = slurm_.call("sreport", policy::ask_for_usage(settings_.cluster, some), question, why);
    if (!added) return false;
    const auto recent = slurm_.call("sacct", policy::ask_for_recent_jobs(settings_.cluster, some), question, why);
    if (!recent) return false;
    policy::take_usage(*added, records);
    policy::take_usage(*recent, records);
  }
  used_ = *records.used;
  return true;
}

bool PolicySync::call(const std::vector<std::string>& words, std::string& why) const {
  // -Q: print only errors.
  std::vector<std::string> all = {"-i", "-Q"};
  all.insert(all.end(), words.begin(), words.end());
  return slurm_.call("sacctmgr", all, longest_change, why).has_value();
}

std::optional<std::string> PolicySync::show_cluster(std::string& why) const {
  return slurm_.call("sacctmgr", {"-nP", "show", "cluster", settings_.cluster, "format=Cluster"}, question, why);
}

/// Returns the keys of the records that could not be changed; nullopt if the database no longer answers. Adds to
/// `to_report` the number of calls that slurmdbd must report to slurmctld.
std::optional<std::vector<std::string>> PolicySync::carry_out(std::vector<policy::Call> calls, int& to_report,
                                                              std::string& why) {
  std::vector<std::string> failed;
  problem_.clear();
  for (std::size_t i = 0; i < calls.size() && !slurm_.stopped(); ++i) {
    const policy::Call one = calls[i];
    if (call(one.words, why)) {
      log_.info(part, one_line("sacctmgr " + joined(one.words, " ")));
      to_report += policy::is_reported(one) ? 1 : 0;
      continue;
    }
    const std::string problem = one_line(joined(one.words, " ") + ": " + why);
    if (!show_cluster(why)) return std::nullopt;
    if (one.keys.size() > 1) {
      // Try each record alone, so that a bad one does not block the others.
      for (std::size_t number = 0; number < one.keys.size(); ++number) calls.push_back(policy::only(one, number));
      continue;
    }
    failed.push_back(one.keys.front());
    if (problem_.empty()) problem_ = problem;
  }
  return failed;
}

void PolicySync::log_unlisted(const policy::Decision& decision) {
  std::vector<std::string> some;
  for (const std::string& key : decision.unlisted) {
    if (some.size() == most_told) break;
    some.push_back(key + (decision.with_usage.contains(key) ? " (has usage)" : ""));
  }
  std::string text = joined(some, ", ");
  if (const std::size_t all = decision.unlisted.size(); some.size() < all)
    text += " and " + std::to_string(all - some.size()) + " more";
  if (text != unlisted_ && !text.empty()) log_.info(part, "not in the spec and left unchanged: " + text);
  unlisted_ = text;
}

void PolicySync::step(std::int64_t now) {
  if (!text_ || now < due_) return;
  const auto again = [&](const std::string& problem) {
    status_.fail(part, problem);
    due_ = now + std::min(longest_pause, first_pause << std::min(tries_, 6));
    ++tries_;
  };
  policy::Policy policy;
  try {
    policy = policy::parse(*text_);
  } catch (const std::exception& error) {
    due_ = never;
    return status_.fail(part, "policy.conf: " + one_line(error.what()));
  }
  const policy::Memory memory = remembered();
  std::string why;
  auto before = read_records(policy, memory, why);
  if (before && !read_usage(policy, memory, *before, why)) before.reset();
  if (slurm_.stopped()) return;
  if (!before) return again("the accounting database does not answer: " + why);
  policy::Decision decision = policy::decide(policy, *before, memory, settings_.cluster);
  const bool nothing = decision.calls.empty();
  const auto received_before = nothing ? std::nullopt : accounting_updates_received(slurm_);
  int to_report = 0;
  const auto failed = carry_out(std::move(decision.calls), to_report, why);
  if (to_report > 0) check_updates_received(settings_, slurm_, log_, received_before, to_report);
  if (slurm_.stopped()) return;
  const auto after = nothing || !failed ? before : read_records(policy, memory, why);
  if (!failed || !after) return again("the accounting database does not answer: " + why);
  const std::string text = text_of(policy::remember(policy, *before, *after, memory, *failed));
  if (text != read_text(settings_.policy_record) && !write_atomically(settings_.policy_record, text))
    return again(settings_.policy_record + " cannot be written");
  log_unlisted(decision);
  if (!failed->empty()) {
    std::string some = problem_;
    if (failed->size() > 1) some += " (and " + std::to_string(failed->size() - 1) + " more)";
    return again(some);
  }
  if (!nothing || !matched_)
    log_.info(part, std::string("the accounting database ") + (nothing ? "already " : "") + "matches the spec");
  matched_ = true;
  status_.clear(part);
  tries_ = 0;
  due_ = now + between_syncs;
}

void PolicySync::make_qos() {
  const auto text = read_text(file_of(settings_));
  if (!text) return;
  const policy::Policy policy = policy::parse(*text);
  std::string why;
  for (int start = 0; start < most_starts && !slurm_.stopped(); ++start) {
    if (start > 0) sleep(1);
    const auto cluster = show_cluster(why);
    if (!cluster) continue;
    if (cluster->empty() && !call({"add", "cluster", settings_.cluster}, why)) continue;
    const auto present = slurm_.call("sacctmgr", policy::ask_for_qos({}), question, why);
    if (!present) continue;
    policy::Records records;
    policy::take_qos(*present, {}, records);
    const auto missing = policy::missing_qos(policy, records);
    if (!missing.empty() && !call({"add", "qos", joined(missing, ",")}, why)) continue;
    policy::Memory memory = remembered();
    for (const auto& name : missing) memory["qos " + name] = {"", "", true};
    if (!missing.empty() && !write_atomically(settings_.policy_record, text_of(memory)))
      throw std::runtime_error(settings_.policy_record + " cannot be written");
    log_.info(part, missing.empty() ? "all QOS exist" : "created QOS " + joined(missing, ","));
    return;
  }
  throw std::runtime_error("cannot create the QOS of the spec: " + why);
}

}  // namespace skiff::sidecar
