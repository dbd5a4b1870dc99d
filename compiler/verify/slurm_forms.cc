#include "verify/slurm_forms.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "text/ascii.h"
#include "text/quote.h"
#include "text/slurm_number.h"
#include "text/split.h"
#include "verify/form_kinds.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

using Kind = SlurmForm::Kind;

constexpr std::int64_t uint16_max = std::numeric_limits<std::uint16_t>::max();

// "" if the value, or the argument of one item, matches any of the rows. Otherwise a text that describes all of them.
std::string bad_part(const std::vector<const SlurmForm*>& rows, std::string_view value, std::int64_t most) {
  std::string wanted;
  for (const SlurmForm* row : rows) {
    if (has_form(*row, value, most)) return {};
    wanted += (wanted.empty() ? "" : ", or ") + describe(*row);
  }
  return wanted;
}

std::vector<const SlurmForm*> rows_for(std::span<const SlurmForm> forms, std::string_view word, std::uint32_t target) {
  std::vector<const SlurmForm*> rows;
  for (const SlurmForm& form : forms) {
    const bool is_form = form.kind != Kind::refused && form.kind != Kind::ignored && form.kind != Kind::plugin;
    if (is_form && in_release(form, target) && compare_words(form.word, word) == 0) rows.push_back(&form);
  }
  return rows;
}

const SlurmForm* find_kind(std::span<const SlurmForm> forms, Kind kind, std::uint32_t target) {
  for (const SlurmForm& form : forms) {
    if (form.kind == kind && form.word.empty() && in_release(form, target)) return &form;
  }
  return nullptr;
}

bool is_refused(std::span<const SlurmForm> forms, std::string_view item, std::uint32_t target) {
  return std::ranges::any_of(forms, [&](const SlurmForm& form) {
    return form.kind == Kind::refused && in_release(form, target) && compare_words(form.word, item) == 0;
  });
}

// The row with which the first releases of the target's series ignore the word. A target names no point release, and the
// image may have any.
const SlurmForm* find_ignored_word(std::span<const SlurmForm> forms, std::string_view word, std::uint32_t target) {
  const std::uint32_t first = target / 100 * 100;
  const auto found = std::ranges::find_if(forms, [&](const SlurmForm& form) {
    return form.kind == Kind::ignored && compare_words(form.word, word) == 0 && form.since <= target &&
           form.removed > first;
  });
  return found == forms.end() ? nullptr : &*found;
}

// A daemon looks the names up in its own pod. The images have these users, and the rest is the site's.
bool is_known_user(std::string_view user) {
  constexpr std::string_view everywhere[] = {"root", "slurm", "munge", "nobody"};
  return std::ranges::all_of(user, is_digit) || std::ranges::find(everywhere, user) != std::end(everywhere);
}

}  // namespace

std::span<const SlurmForm> forms_of(const SlurmParameter& parameter) {
  return rows_of(rows_of(slurm_forms(), parameter.file, parameter.line), parameter.key);
}

const SlurmForm* refusal(std::span<const SlurmForm> forms, std::uint32_t target) {
  return find_kind(forms, Kind::refused, target);
}

const SlurmForm* ignored(std::span<const SlurmForm> forms, std::uint32_t target) {
  return find_kind(forms, Kind::ignored, target);
}

bool needs_kind(std::span<const SlurmForm> forms, std::uint32_t target) {
  return std::ranges::any_of(
      forms, [&](const SlurmForm& form) { return form.kind == Kind::plugin && in_release(form, target); });
}

bool has_whole_value_form(std::span<const SlurmForm> forms, std::uint32_t target) {
  return !rows_for(forms, "", target).empty();
}

std::vector<FormFault> form_faults(std::span<const SlurmForm> forms, std::string_view value, std::uint32_t target,
                                   std::int64_t most) {
  const auto whole = [](std::string message) {
    return std::vector<FormFault>{{"SKF470", Severity::error, "", std::move(message)}};
  };
  if (most == uint16_max && is_unlimited(value) && rows_for(forms, "", target).empty())
    return whole("must be a number, because Slurm reads " + std::string(value) + " as 65535 here");
  if (forms.empty()) return {};
  if (const std::string wanted = bad_part(rows_for(forms, "", target), value, most); !wanted.empty())
    return whole("must be " + wanted);
  std::vector<FormFault> faults;
  const bool users = find_kind(forms, Kind::users, target) != nullptr;
  for (const std::string_view item : Parts(value, ',')) {
    if (users && !is_known_user(item))
      faults.push_back({"SKF438", Severity::warning, item,
                        "slurmctld and slurmd look this user up in their own pods, and exit or ignore it if they do "
                        "not find it; a number needs no lookup"});
    if (is_refused(forms, item, target)) {
      faults.push_back({"SKF470", Severity::error, item,
                        "must not be " + quote(item) +
                            ", which needs hardware or a library that no pod has; the daemons exit without it"});
      continue;
    }
    const std::size_t equals = item.find('=');
    if (equals == 0 || equals == std::string_view::npos) continue;
    const std::string_view word = item.substr(0, equals);
    if (const std::string wanted = bad_part(rows_for(forms, word, target), item.substr(equals + 1), most);
        !wanted.empty())
      faults.push_back({"SKF470", Severity::error, item, "the argument must be " + wanted});
    else if (const SlurmForm* form = find_ignored_word(forms, word, target))
      faults.push_back(
          {"SKF452", Severity::warning, item, "has no effect before Slurm " + release_text(form->removed)});
  }
  return faults;
}

}  // namespace skiff
