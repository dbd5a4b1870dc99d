#include "stuck.h"

#include <unistd.h>

#include "common/files.h"
#include "processes.h"
#include "text/number.h"

namespace skiff::health {
namespace {

std::string file_of(const std::string& folder, const std::string& worker) {
  std::string name = folder + "/stuck-";
  for (const char c : worker) {
    if (c == '%')
      name += "%25";
    else if (c == '/')
      name += "%2F";
    else
      name += c;
  }
  return name;
}

}  // namespace

std::optional<pid_t> stuck_in(const std::string& folder, const std::string& worker) {
  const auto line = read_line(file_of(folder, worker));
  if (!line) return std::nullopt;
  const auto words = words_of(*line);
  const auto pid = words.size() == 2 ? to_number(words[0]) : std::nullopt;
  const auto process = pid ? process_at("", static_cast<pid_t>(*pid)) : std::nullopt;
  // It has ended, or its id now belongs to another process.
  if (!process || process->state == 'Z' || std::to_string(process->started) != words[1]) {
    unlink(file_of(folder, worker).c_str());
    return std::nullopt;
  }
  return process->pid;
}

void remember_stuck(const std::string& folder, const std::string& worker, pid_t pid) {
  const auto process = process_at("", pid);
  if (process)
    write_atomically(file_of(folder, worker), std::to_string(pid) + " " + std::to_string(process->started) + "\n");
}

}  // namespace skiff::health
