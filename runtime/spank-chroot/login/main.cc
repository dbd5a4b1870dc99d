// jail-login ARGUMENTS... -- COMMAND...
// Runs a command that lets users into the jail on a login node: sshd with ChrootDirectory. The jail is assembled at
// its own path, in a mount namespace of the command. The arguments are those of the plugin (docs/jail.md). The command
// and everything that it starts have no capabilities beyond `capabilities=` and what sshd itself needs. pam_no_chroot
// takes the latter from sessions. They never gain any (PR_SET_NO_NEW_PRIVS) unless `login-setuid=yes`: then setuid
// programs such as sudo work in the jail. With `login-mounts=yes` the command can mount, as pam_namespace does.
// Exit status 1 if this fails, 2 for a wrong command line.
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "enter/checks.h"
#include "enter/confine.h"
#include "enter/enter.h"
#include "plan/login_capabilities.h"
#include "text/failure.h"

namespace {

jail::Settings settings_of(const std::vector<std::string_view>& words) {
  jail::Arguments parsed = jail::parse_arguments(words);
  for (std::size_t index = 0; index + 1 < parsed.faults.size(); ++index) {
    std::fprintf(stderr, "jail-login: %s\n", parsed.faults[index].c_str());
  }
  if (!parsed.faults.empty()) throw jail::Failure(parsed.faults.back());
  parsed.settings.login = true;
  // sshd creates the terminals, outside the jail.
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
    jail::assemble_without_entering(jail::prepare(settings, 0));
    jail::drop_capabilities(jail::command_capabilities(settings));
    if (setenv(jail::login_variable, std::to_string(settings.capabilities).c_str(), 1) != 0)
      jail::fail_errno("set a variable");
    if (!settings.login_setuid && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) jail::fail_errno("set no_new_privs");
    execvp(arguments[at + 1], arguments + at + 1);
    jail::fail_errno(std::string("run ") + arguments[at + 1]);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "jail-login: %s\n", failure.what());
  }
  return 1;
}
