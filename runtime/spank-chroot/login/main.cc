// jail-login ARGUMENTS... -- COMMAND...
// Runs a command that lets people into the jail, sshd with ChrootDirectory, on a login node: the jail is put together at its own path
// in a mount namespace of the command's own. The arguments are those of the plugin, docs/jail.md. The command, and all that it
// starts, has no capability beyond `capabilities=` and never gains any (PR_SET_NO_NEW_PRIVS). Exit status 1 for a failure.
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include "enter/checks.h"
#include "enter/confine.h"
#include "enter/enter.h"
#include "text/failure.h"

namespace {

jail::Settings settings_of(const std::vector<std::string_view>& words) {
  jail::Arguments parsed = jail::parse_arguments(words);
  for (std::size_t index = 0; index + 1 < parsed.faults.size(); ++index) {
    std::fprintf(stderr, "jail-login: %s\n", parsed.faults[index].c_str());
  }
  if (!parsed.faults.empty()) throw jail::Failure(parsed.faults.back());
  parsed.settings.login = true;
  // The terminals are made by sshd, outside.
  parsed.settings.mode = jail::Mode::task;
  return std::move(parsed.settings);
}

}  // namespace

int main(int count, char* arguments[]) {
  std::vector<std::string_view> words;
  int at = 1;
  while (at < count && std::string_view(arguments[at]) != "--") words.emplace_back(arguments[at++]);
  if (at + 1 >= count) {
    std::fputs("usage: jail-login root=PATH [ARGUMENT=VALUE...] -- COMMAND [WORD...]\n", stderr);
    return 2;
  }
  try {
    const jail::Settings settings = settings_of(words);
    jail::furnish(jail::prepare(settings, 0));
    jail::drop_capabilities(settings.capabilities);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) jail::fail_errno("give up new privileges");
    execvp(arguments[at + 1], arguments + at + 1);
    jail::fail_errno(std::string("run ") + arguments[at + 1]);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "jail-login: %s\n", failure.what());
  }
  return 1;
}
