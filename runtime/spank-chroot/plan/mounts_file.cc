#include "plan/mounts_file.h"

#include <algorithm>
#include <utility>

#include "plan/mount_options.h"
#include "text/words.h"

namespace jail {
namespace {

constexpr std::size_t most_lines = 1000;

constexpr MountType types[] = {MountType::bind, MountType::tmpfs, MountType::proc,   MountType::dev,
                               MountType::job,  MountType::spool, MountType::cgroup, MountType::gpu};

bool has_source(MountType type) {
  return type != MountType::tmpfs && type != MountType::proc && type != MountType::dev;
}

// Fills the mount from the line's fields. Returns what is wrong, or an empty text.
std::string parse_line(const std::vector<std::string>& fields, Mount& mount) {
  if (fields.size() < 3 || fields.size() > 4) return "a line must be SOURCE TARGET TYPE [OPTIONS]";
  const auto source = unescape(fields[0]);
  const auto target = unescape(fields[1]);
  if (!source || !target) return "a backslash without three octal digits (\\040 is a space)";
  const auto* const type =
      std::find_if(std::begin(types), std::end(types), [&](MountType known) { return type_name(known) == fields[2]; });
  if (type == std::end(types)) return "unknown type " + fields[2];
  mount.type = *type;
  mount.target = *target;
  if (const std::string fault = path_fault(*target); !fault.empty()) return "target " + *target + " " + fault;
  if (*target == "/") return "target / is the jail itself";
  if (!has_source(mount.type)) {
    if (*source != "none") return "the source of " + fields[2] + " must be none";
  } else if (mount.type == MountType::gpu && *source == "auto") {
    mount.source = *source;
  } else if (const std::string fault = path_fault(*source); !fault.empty()) {
    return "source " + *source + " " + fault;
  } else {
    mount.source = *source;
  }
  if ((mount.type == MountType::spool || mount.type == MountType::cgroup) && mount.source != mount.target) {
    return "source and target must be equal: slurmstepd uses the same path in the jail";
  }
  return parse_options(fields.size() == 4 ? fields[3] : "", mount);
}

// What is wrong with a mount because of the lines before it, or an empty text.
std::string misplaced(const Mount& mount, const std::vector<Mount>& before) {
  for (const Mount& other : before) {
    if (other.target == mount.target)
      return "target " + mount.target + " is already the target of line " + std::to_string(other.line);
    if (inside(other.target, mount.target)) {
      return "hides " + other.target + " of line " + std::to_string(other.line) + ", which must come after this line";
    }
    if (inside(mount.target, other.target) && (other.type == MountType::proc || other.type == MountType::gpu)) {
      return "target " + mount.target + " is inside " + other.target + ", where nothing can be mounted";
    }
    if (other.type == mount.type &&
        (mount.type == MountType::proc || mount.type == MountType::dev || mount.type == MountType::spool)) {
      return "there can be only one mount of this type; the first is in line " + std::to_string(other.line);
    }
  }
  return "";
}

}  // namespace

MountsFile parse_mounts(std::string_view text) {
  MountsFile file;
  unsigned line = 0;
  if (text.find('\0') != std::string_view::npos) file.faults.push_back({1, "a NUL byte: this is not a text file"});
  for (const std::string& row : split(text, '\n')) {
    ++line;
    const std::vector<std::string> fields = words(row);
    if (fields.empty() || fields[0].starts_with('#')) continue;
    Mount mount;
    mount.line = line;
    std::string fault = parse_line(fields, mount);
    if (fault.empty()) fault = misplaced(mount, file.mounts);
    if (fault.empty() && file.mounts.size() == most_lines)
      fault = "more than " + std::to_string(most_lines) + " mounts";
    if (fault.empty()) {
      file.mounts.push_back(std::move(mount));
    } else {
      file.faults.push_back({line, shown(fault)});
    }
  }
  return file;
}

}  // namespace jail
