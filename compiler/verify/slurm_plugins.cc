#include <algorithm>
#include <string>
#include <vector>

#include "text/quote.h"
#include "text/split.h"
#include "verify/checks.h"
#include "verify/conf_lines.h"
#include "verify/plugin_rows.h"
#include "verify/report.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

constexpr Version renamed{25, 5};      ///< topology/default became topology/flat
constexpr Version namespaces{25, 11};  ///< job_container/tmpfs became namespace/tmpfs

// The file name of the plugin that a value names, such as `job_submit_lua`. Empty if nothing is loaded.
std::string plugin_of(std::string_view key, std::string_view word, Version slurm) {
  if (word == "none" || word.ends_with("/none")) return {};
  if (slurm >= renamed && word == "topology/default") word = "topology/flat";
  if (slurm >= namespaces && word == "job_container/tmpfs") word = "namespace/tmpfs";
  std::string name(word);
  if (name.find('/') == std::string::npos) {
    constexpr std::pair<std::string_view, std::string_view> kinds[] = {
        {"JobSubmitPlugins", "job_submit/"}, {"CliFilterPlugins", "cli_filter/"}, {"MpiDefault", "mpi/"}};
    const auto kind =
        std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& pair) { return same_key(pair.first, key); });
    if (kind == std::end(kinds)) return {};
    name.insert(0, kind->second);
  }
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

// The plugins that the pods of slurmctld and slurmd can load.
class Plugins {
 public:
  explicit Plugins(const VerifyInput& input) : given_(!input.plugins.empty()), own_(input.own_images) {
    for (const std::string_view name : Parts(input.plugins, '\n')) list_.push_back(name);
    for (const PluginRow& row : plugin_rows()) {
      known_somewhere_.push_back(row.plugin);
      if (row.release != input.slurm) continue;
      known_release_ = true;
      if (!given_) list_.push_back(row.plugin);
    }
  }

  enum class Answer { there, absent, unknown };
  Answer has(std::string_view plugin) const {
    const auto in = [&](const std::vector<std::string_view>& list) {
      return std::find(list.begin(), list.end(), plugin) != list.end();
    };
    if (given_ || (own_ && known_release_)) return in(list_) ? Answer::there : Answer::absent;
    // An unknown image is assumed to have every plugin that Debian's packages have in some release.
    return in(known_somewhere_) ? Answer::there : Answer::unknown;
  }
  bool given() const { return given_; }

 private:
  bool given_, own_, known_release_ = false;
  std::vector<std::string_view> list_, known_somewhere_;
};

}  // namespace

void check_plugins(const VerifyInput& input, Diagnostics& out) {
  const OutputConf* slurm = find_conf(input, "slurm.conf");
  if (!slurm || !slurm->conf) return;
  const Plugins plugins(input);
  const auto release = static_cast<std::uint32_t>(input.slurm.major * 10000 + input.slurm.minor * 100 + 99);
  const std::span<const SlurmValue> values = rows_of(slurm_values(), "slurm.conf", "");
  for (const ConfLine& line : slurm->conf->lines) {
    const Parameter& parameter = line.parameters.front();
    for (const SlurmValue& value : rows_of(values, parameter.key)) {
      if (value.source != SlurmValue::Source::plugins || !in_release(value, release)) continue;
      bool named = false;
      for (const std::string_view word : Parts(unquoted(parameter.value), ','))
        named = named || compare_words(word, value.value) == 0 || word.ends_with("/" + std::string(value.value));
      const std::string plugin = named ? plugin_of(parameter.key, value.value, input.slurm) : "";
      if (plugin.empty()) continue;
      switch (plugins.has(plugin)) {
        case Plugins::Answer::there:
          break;
        case Plugins::Answer::absent:
          report(out, "SKF494", Problem::not_found, *slurm, parameter,
                 plugins.given() ? "the file of spec.images.plugins does not list " + plugin
                                 : "the images that images/build builds do not have the plugin " + plugin +
                                       "; for other images set spec.images.plugins");
          break;
        case Plugins::Answer::unknown:
          report(out, "SKF494", Problem::not_found, *slurm, parameter,
                 "it is unknown whether the images have the plugin " + plugin + "; set spec.images.plugins",
                 Severity::warning);
      }
    }
  }
}

}  // namespace skiff
