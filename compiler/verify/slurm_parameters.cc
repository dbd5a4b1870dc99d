#include <algorithm>
#include <unordered_map>

#include "text/quote.h"
#include "verify/checks.h"
#include "verify/conf_lines.h"
#include "verify/image_plugins.h"
#include "verify/report.h"
#include "verify/slurm_forms.h"
#include "verify/slurm_table.h"
#include "verify/slurm_values.h"
#include "verify/slurm_words.h"

namespace skiff {
namespace {

using Type = SlurmParameter::Type;

using Entries = std::span<const SlurmParameter>;

// The checks of one file.
class File {
 public:
  File(const VerifyInput& input, const OutputConf& file, Diagnostics& out)
      : file_(file),
        name_(file_name(file.path)),
        target_(newest_of(input.slurm)),
        top_(rows_of(slurm_parameters(), name_, "")),
        images_(input, name_),
        out_(out) {}

  bool known() const { return !top_.empty(); }

  void check() {
    for (const ConfLine& line : file_.conf->lines) {
      if (line.parameters.empty()) continue;
      const Parameter& first = line.parameters.front();
      const SlurmParameter* entry = key(top_, first, "");
      if (!entry) continue;
      const bool repeatable = entry->type == Type::line || entry->type == Type::array;
      if (!repeatable) once(seen_, first);
      value(*entry, first);
      if (line.parameters.size() > 1)
        rest(line, *entry);
      else if (file_.ours && entry->type == Type::line && first.value.find(' ') != std::string::npos)
        say("SKF475", Problem::invalid, first,
            "must be the name alone, because Slurm would read all of it as the name; for a line with more keys, give the "
            "whole file in spec.slurm.files[\"" +
                std::string(name_) + "\"]");
    }
  }

 private:
  void say(std::string_view rule, Problem problem, const Parameter& at, std::string message,
           Severity severity = Severity::error) {
    report(out_, rule, problem, file_, at, std::move(message), severity);
  }

  // Checks the parameters after the first one of `NodeName=` lines and the like.
  void rest(const ConfLine& line, const SlurmParameter& entry) {
    if (entry.type != Type::line) {
      say("SKF455", Problem::invalid, line.parameters[1], "must be on its own line");
      return;
    }
    const Entries group = rows_of(slurm_parameters(), name_, entry.key);
    on_line_.clear();
    for (std::size_t i = 1; i < line.parameters.size(); ++i) {
      const Parameter& parameter = line.parameters[i];
      const SlurmParameter* found = key(group, parameter, entry.key);
      if (!found) continue;
      once(on_line_, parameter);
      value(*found, parameter);
    }
  }

  // The entry of the table for a key in the target version. Reports a key that the version does not accept and returns
  // nullptr.
  const SlurmParameter* key(Entries group, const Parameter& parameter, std::string_view line) {
    const Entries found = rows_of(group, parameter.key);
    for (const SlurmParameter& entry : found) {
      if (!in_release(entry, target_)) continue;
      if (entry.defunct != 0 && target_ >= entry.defunct) {
        say("SKF452", Problem::invalid, parameter,
            "has had no effect since Slurm " + release_text(entry.defunct) + "; the daemons log an error about it",
            Severity::warning);
      }
      if (const SlurmForm* form = ignored(rows(entry).forms, target_)) {
        say("SKF452", Problem::invalid, parameter,
            form->since == 0
                ? "has no effect: Slurm reads it and ignores it"
                : "has had no effect since Slurm " + release_text(form->since) + ", which reads it and ignores it",
            Severity::warning);
      }
      if (const SlurmForm* form = refusal(rows(entry).forms, target_)) {
        say("SKF451", Problem::forbidden, parameter, refused(*form));
        return nullptr;
      }
      return &entry;
    }
    if (!found.empty()) {
      say("SKF451", Problem::forbidden, parameter, other_release(found, target_) + ", whose daemons would not start");
      return nullptr;
    }
    std::vector<std::string_view> names;
    for (const SlurmParameter& entry : group) {
      if (in_release(entry, target_)) names.push_back(entry.key);
    }
    say("SKF450", Problem::invalid, parameter,
        quote(parameter.key) + " is not a parameter " +
            (line.empty() ? "of " : "of a " + std::string(line) + " line in ") + std::string(name_) +
            did_you_mean(parameter.key, names));
    return nullptr;
  }

  void once(std::vector<std::string_view>& seen, const Parameter& parameter) {
    for (const std::string_view before : seen) {
      if (compare_words(before, parameter.key) != 0) continue;
      say("SKF454", Problem::duplicate, parameter, quote(parameter.key) + " is given twice; Slurm uses the last one");
      return;
    }
    seen.push_back(parameter.key);
  }

  void value(const SlurmParameter& entry, const Parameter& parameter) {
    if (const std::string why = bad_text(parameter.value); !why.empty()) {
      say("SKF455", Problem::invalid, parameter, why);
    } else if (const std::string reason = bad_value(entry.type, unquoted(parameter.value)); !reason.empty()) {
      say("SKF453", Problem::invalid, parameter, reason);
    } else {
      format(entry, parameter);
    }
  }

  // Checks what the parameter's type leaves open.
  void format(const SlurmParameter& entry, const Parameter& parameter) {
    const auto& [forms, words] = rows(entry);
    const std::string_view text = unquoted(parameter.value);
    for (FormFault& fault : form_faults(forms, text, target_, most_of(entry.type))) {
      const bool whole = fault.item.empty();
      report_item(out_, fault.rule, Problem::invalid, file_, parameter, whole ? parameter.value : fault.item,
                  std::move(fault.message), fault.severity);
      if (whole) return;
    }
    if (has_whole_value_form(forms, target_)) return;
    for (WordFault& fault : word_faults(entry, words, needs_kind(forms, target_), text, target_, images_))
      report_item(out_, fault.rule, fault.problem, file_, parameter, fault.item, std::move(fault.message),
                  fault.severity);
  }

  // The message for a key that is still read, but on which the daemons exit.
  std::string refused(const SlurmForm& form) const {
    if (form.since == 0) return "needs a build of Slurm or a file that no pod has; the daemons would not start";
    return "was removed in Slurm " + release_text(form.since) + "; the target is " + release_text(target_ / 100 * 100) +
           ", whose daemons would not start";
  }

  struct Rows {
    std::span<const SlurmForm> forms;
    std::span<const SlurmValue> words;
  };

  // The rows are kept, because each node set has a line and there may be a thousand sets.
  const Rows& rows(const SlurmParameter& entry) {
    const auto [known, fresh] = rows_.try_emplace(&entry);
    if (fresh) known->second = {forms_of(entry), words_of(entry)};
    return known->second;
  }

  const OutputConf& file_;
  const std::string_view name_;
  const std::uint32_t target_;
  const Entries top_;
  const ImagePlugins images_;
  Diagnostics& out_;
  std::vector<std::string_view> seen_, on_line_;
  std::unordered_map<const SlurmParameter*, Rows> rows_;
};

}  // namespace

void check_slurm(const VerifyInput& input, Diagnostics& out) {
  for (const OutputConf& file : input.conf_files) {
    if (!file.conf || file.conf->separator != '=') continue;
    File checks(input, file, out);
    if (!checks.known()) continue;
    const std::size_t before = out.size();
    checks.check();
    // A value that cannot be written at all always reads differently, which need not be reported too.
    const bool unwritable = std::any_of(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                                        [](const Diagnostic& d) { return d.rule == "SKF455"; });
    if (!unwritable && file.ours) check_conf_text(file, out);
  }
}

}  // namespace skiff
