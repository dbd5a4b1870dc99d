#include <algorithm>
#include <string>
#include <vector>

#include "text/quote.h"
#include "text/split.h"
#include "verify/checks.h"
#include "verify/conf_lines.h"
#include "verify/image_plugins.h"
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
    constexpr std::pair<std::string_view, std::string_view> kinds[] = {{"JobSubmitPlugins", "job_submit/"},
                                                                       {"CliFilterPlugins", "cli_filter/"},
                                                                       {"MpiDefault", "mpi/"},
                                                                       {"PrEpPlugins", "prep/"}};
    const auto kind =
        std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& pair) { return same_key(pair.first, key); });
    if (kind == std::end(kinds)) return {};
    name.insert(0, kind->second);
  }
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

}  // namespace

void check_plugins(const VerifyInput& input, Diagnostics& out) {
  const std::uint32_t release = newest_of(input.slurm);
  for (const std::string_view file : {"slurm.conf", "slurmdbd.conf"}) {
    const OutputConf* conf = find_conf(input, file);
    if (!conf || !conf->conf) continue;
    const ImagePlugins plugins(input, file);
    const std::span<const SlurmValue> values = rows_of(slurm_values(), file, "");
    for (const ConfLine& line : conf->conf->lines) {
      const Parameter& parameter = line.parameters.front();
      for (const SlurmValue& value : rows_of(values, parameter.key)) {
        if (value.source != SlurmValue::Source::plugins || !in_release(value, release)) continue;
        bool named = false;
        for (const std::string_view word : Parts(unquoted(parameter.value), ','))
          named = named || compare_words(word, value.value) == 0 || word.ends_with("/" + std::string(value.value)) ||
                  compare_words(word, value.value.substr(value.value.find('/') + 1)) == 0;
        const std::string plugin = named ? plugin_of(parameter.key, value.value, input.slurm) : "";
        if (plugin.empty()) continue;
        switch (plugins.has(plugin)) {
          case ImagePlugins::Answer::there:
            break;
          case ImagePlugins::Answer::absent:
            report(out, "SKF494", Problem::not_found, *conf, parameter, plugins.absent(plugin));
            break;
          case ImagePlugins::Answer::unknown:
            report(out, "SKF494", Problem::not_found, *conf, parameter, plugins.unknown(plugin), Severity::warning);
        }
      }
    }
  }
}

}  // namespace skiff
