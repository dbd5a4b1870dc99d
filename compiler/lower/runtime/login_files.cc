#include "lower/runtime/login_files.h"

#include <string>
#include <utility>

#include "plan/ssh.h"
#include "plan/units.h"

namespace skiff {

std::optional<MapFile> user_authorities(const plan::Sshd& sshd, std::string path, const Origin& why) {
  if (!sshd.certificates) return std::nullopt;
  MapFile file{std::string(user_authorities_file), {std::move(path), {}, {}}};
  for (const plan::Text& key : sshd.certificates->authorities) file.file.line(*key, key.origin | why);
  return file;
}

std::optional<MapFile> user_limits(const plan::Login& login) {
  if (!login.user_limits) return std::nullopt;
  const plan::UserLimits& limits = *login.user_limits;
  MapFile file{"user_limits", {"users/limits." + *login.name, {}, {}}};
  file.file.line("# Made by skiff. limit-user.sh sets these limits at each login.", limits.why | login.name.origin);
  const auto limit = [&](std::string_view name, std::int64_t value, const Origin& why) {
    file.file.line(std::string(name) + ' ' + std::to_string(value), why | login.name.origin);
  };
  if (limits.cpu) limit("cpu", millicpus(**limits.cpu), limits.cpu->origin);
  if (limits.memory) limit("memory", mebibytes(**limits.memory) * 1024 * 1024, limits.memory->origin);
  if (limits.processes) limit("processes", **limits.processes, limits.processes->origin);
  return file;
}

std::optional<MapFile> message_of_the_day(const plan::Login& login) {
  if (!login.motd) return std::nullopt;
  return as_it_is("motd", "users/motd." + *login.name, {**login.motd, login.motd->origin | login.name.origin});
}

}  // namespace skiff
