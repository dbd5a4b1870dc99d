#include "enter/names.h"

#include <grp.h>
#include <pwd.h>

#include <cerrno>
#include <optional>

#include "text/words.h"

namespace jail {
namespace {

constexpr std::size_t largest = 1u << 20;

std::optional<std::uint32_t> user_number(const std::string& name) {
  if (const auto plain = number(name, 10, UINT32_MAX - 1)) return static_cast<std::uint32_t>(*plain);
  passwd entry{};
  passwd* found = nullptr;
  std::vector<char> buffer(16384);
  int error = 0;
  while ((error = getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found)) == ERANGE &&
         buffer.size() < largest) {
    buffer.resize(buffer.size() * 2);
  }
  if (!found) return std::nullopt;
  return entry.pw_uid;
}

std::optional<std::uint32_t> group_number(const std::string& name) {
  if (const auto plain = number(name, 10, UINT32_MAX - 1)) return static_cast<std::uint32_t>(*plain);
  group entry{};
  group* found = nullptr;
  std::vector<char> buffer(16384);
  int error = 0;
  while ((error = getgrnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found)) == ERANGE &&
         buffer.size() < largest) {
    buffer.resize(buffer.size() * 2);
  }
  if (!found) return std::nullopt;
  return entry.gr_gid;
}

}  // namespace

Names look_up(const std::vector<std::string>& users, const std::vector<std::string>& groups,
              const std::function<void(const std::string&)>& say) {
  Names names;
  for (const std::string& user : users) {
    if (const auto found = user_number(user))
      names.users.push_back(*found);
    else
      say("there is no user " + user);
  }
  for (const std::string& group : groups) {
    if (const auto found = group_number(group))
      names.groups.push_back(*found);
    else
      say("there is no group " + group);
  }
  return names;
}

void warm_up(std::uint32_t uid) {
  passwd entry{};
  passwd* found = nullptr;
  std::vector<char> buffer(16384);
  // The result does not matter.
  getpwuid_r(uid, &entry, buffer.data(), buffer.size(), &found);
}

}  // namespace jail
