#include "plan/user_env.h"

#include "text/words.h"

namespace jail {
namespace {

bool is_option(std::string_view word) {
  // No other long option of sbatch begins with `--ge`.
  constexpr std::string_view option = "--get-user-env", shortest = "--ge";
  const std::string_view name = word.substr(0, word.find('='));
  return name.size() >= shortest.size() && option.starts_with(name);
}

}  // namespace

bool line_asks_user_env(const std::vector<std::string>& words) {
  for (std::size_t index = 1; index < words.size(); ++index) {
    const std::string& word = words[index];
    if (word == "--") return false;
    if (is_option(word)) return true;
    // A word that does not begin with a dash is the script, unless it may be the value of the option before it.
    if (!word.starts_with('-') && (index == 1 || !words[index - 1].starts_with('-'))) return false;
  }
  return false;
}

bool script_asks_user_env(std::string_view script) {
  if (!script.starts_with("#!")) return false;
  for (const std::string& line : split(script, '\n')) {
    const std::vector<std::string> found = words(line);
    if (found.empty()) continue;
    if (!found[0].starts_with('#')) return false;
    if (found[0] != "#SBATCH") continue;
    for (const std::string& word : found) {
      if (is_option(word)) return true;
    }
  }
  return false;
}

}  // namespace jail
