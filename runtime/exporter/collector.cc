#include "exporter/collector.h"

#include <sys/stat.h>
#include <time.h>

#include <chrono>

#include "common/files.h"
#include "exporter/nodes.h"
#include "exporter/scheduler.h"

namespace skiff::exporter {
namespace {

using metrics::Kind;
using metrics::Page;

constexpr std::chrono::seconds limit_of_a_question(20);

}  // namespace

// A job that starts in this second may be missing in an answer of the same second.
Collector::Collector(std::string commands, const std::string& config, std::string sidecar, std::size_t most_memory,
                     const Log& log, const std::atomic<bool>& stop)
    : slurm_(std::move(commands), config, stop, most_memory),
      sidecar_(std::move(sidecar)),
      log_(log),
      history_(time(nullptr) - 1) {}

template <class Read>
void Collector::ask(const std::string& source, const std::string& command, const std::vector<std::string>& words,
                    const std::vector<std::string>& variables, Read read) {
  if (slurm_.stopped()) return;
  Outcome& outcome = outcomes_[source];
  const std::int64_t now = time(nullptr);
  const auto begin = std::chrono::steady_clock::now();
  std::string why;
  const auto output = slurm_.call(command, words, limit_of_a_question, why, variables);
  if (output) read(*output, now);
  outcome.microseconds =
      std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin).count();
  outcome.good = output.has_value();
  if (outcome.good) outcome.answered = now;
  if (why != outcome.why && !slurm_.stopped())
    why.empty() ? log_.info(source, "slurmctld answers again") : log_.warning(source, why);
  outcome.why = why;
}

void Collector::write_outcomes(Page& page) const {
  page.metric("skiff_slurmctld_up", Kind::gauge, "1 if slurmctld answered the last question about the scheduler.");
  page.sample({}, outcomes_.at("scheduler").good ? 1 : 0);
  page.metric("skiff_exporter_source_up", Kind::gauge, "1 if the last question to this source was answered.");
  for (const auto& [source, outcome] : outcomes_) page.sample({{"source", source}}, outcome.good ? 1 : 0);
  page.metric("skiff_exporter_last_answer_timestamp_seconds", Kind::gauge, "When the source last answered.");
  for (const auto& [source, outcome] : outcomes_)
    if (outcome.answered > 0) page.sample({{"source", source}}, outcome.answered);
  page.metric("skiff_exporter_last_question_seconds", Kind::gauge, "How long the last question and its answer took.");
  for (const auto& [source, outcome] : outcomes_) page.sample_of_millionths({{"source", source}}, outcome.microseconds);
}

// The sidecar replaces its file at least every ten seconds. Its age tells whether the sidecar still works.
std::string Collector::of_sidecar() const {
  struct stat file {};
  const auto text = read_text(sidecar_);
  if (!text || stat(sidecar_.c_str(), &file) != 0) return {};
  Page page;
  page.metric("skiff_sidecar_last_run_timestamp_seconds", Kind::gauge, "When the sidecar last wrote its metrics.");
  page.sample({}, file.st_mtime);
  return *text + page.text();
}

std::string Collector::collect() {
  Page page;
  ask("scheduler", "sdiag", {}, {}, [&](const std::string& output, std::int64_t) { write_scheduler(output, page); });
  if (slurm_.stopped()) return {};
  // If slurmctld is away, each further question would wait for it in vain.
  if (outcomes_["scheduler"].good) {
    ask("nodes", "scontrol", {"--all", "--detail", "--oneliner", "show", "nodes"}, {},
        [&](const std::string& output, std::int64_t) { write_nodes(parse_nodes(output), page); });
    ask("jobs", "squeue", squeue_arguments(), squeue_variables(), [&](const std::string& output, std::int64_t now) {
      JobTotals totals;
      history_.begin(now - 1);
      totals.count(output, now, history_);
      history_.commit();
      totals.write(page);
    });
  } else {
    for (const char* source : {"nodes", "jobs"}) outcomes_[source].good = false;
  }
  history_.write(page);
  write_outcomes(page);
  return page.text() + of_sidecar();
}

}  // namespace skiff::exporter
