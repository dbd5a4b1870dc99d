#include "processes.h"

#include <sys/stat.h>

#include "common/files.h"
#include "text/number.h"

namespace skiff::health {

std::optional<Process> process_at(const std::string& root, pid_t pid) {
  const std::string folder = root + "/proc/" + std::to_string(pid);
  const auto text = read_text(folder + "/stat");
  struct stat entry {};
  if (!text || stat(folder.c_str(), &entry) != 0) return std::nullopt;
  // The name is in parentheses and may contain any character.
  const auto open = text->find('('), close = text->rfind(')');
  if (open == text->npos || close == text->npos || close < open) return std::nullopt;
  const auto words = words_of(std::string_view(*text).substr(close + 1), " \n");
  if (words.size() < 20) return std::nullopt;
  Process process{
      .pid = pid, .state = words[0][0], .user = entry.st_uid, .command = text->substr(open + 1, close - open - 1)};
  process.parent = static_cast<pid_t>(to_number(words[1]).value_or(0));
  process.started = static_cast<std::uint64_t>(to_number(words[19]).value_or(0));
  return process;
}

std::vector<Process> processes(const std::string& root) {
  std::vector<Process> found;
  for (const auto& name : names_in(root + "/proc")) {
    const auto pid = to_number(name);
    if (!pid) continue;
    if (auto process = process_at(root, static_cast<pid_t>(*pid))) found.push_back(std::move(*process));
  }
  return found;
}

bool steps_run(const std::vector<Process>& all) {
  for (const Process& process : all)
    if (process.command == "slurmstepd") return true;
  return false;
}

}  // namespace skiff::health
