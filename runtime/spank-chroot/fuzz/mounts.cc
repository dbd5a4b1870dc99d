// A mounts file: accepted mounts have only plain absolute paths, and each error is one line.
#include "fuzz/claim.h"
#include "plan/mounts_file.h"
#include "plan/places.h"
#include "text/words.h"

using namespace fuzz;
using namespace jail;

namespace {

std::string escaped(const std::string& path) {
  std::string field;
  for (const char c : path) {
    if (c == ' ')
      field += "\\040";
    else if (c == '\\')
      field += "\\134";
    else
      field += c;
  }
  return field;
}

// A comma and the option, if it is wanted.
std::string option(bool wanted, const std::string& name) { return wanted ? "," + name : ""; }

std::string size_text(std::uint64_t size) {
  std::size_t unit = 0;
  for (; size % 1024 == 0 && unit < 4; ++unit) size /= 1024;
  return std::to_string(size) + std::string("KMGT").substr(unit - (unit > 0), unit > 0);
}

std::string octal(unsigned mode) {
  char digits[16];
  std::snprintf(digits, sizeof digits, "%o", mode);
  return digits;
}

// The text of a mounts file with these mounts.
std::string text_of(const std::vector<Mount>& mounts) {
  std::string text;
  for (const Mount& mount : mounts) {
    const bool bind = mount.type == MountType::bind, tmpfs = mount.type == MountType::tmpfs;
    const bool flags = bind || tmpfs || mount.type == MountType::job;
    std::string devices;
    for (const std::string& pattern : mount.devices) devices += (devices.empty() ? "" : ":") + pattern;
    const std::string options = option(bind && mount.read_only, "ro") + option(flags && !mount.no_suid, "suid") +
                                option(bind && !mount.no_dev, "dev") +
                                option((flags || mount.type == MountType::spool) && mount.no_exec, "noexec") +
                                option(bind && mount.recursive, "rec") + option(mount.slave, "slave") +
                                option(mount.optional, "optional") + option(mount.mounted, "mounted") +
                                option(mount.size != 0, "size=" + size_text(mount.size)) +
                                option(tmpfs || mount.type == MountType::job, "mode=" + octal(mount.mode)) +
                                option(!devices.empty(), "devices=" + devices);
    text += (mount.source.empty() ? "none" : escaped(mount.source)) + ' ' + escaped(mount.target) + ' ' +
            type_name(mount.type) + (options.empty() ? "" : " " + options.substr(1)) + '\n';
  }
  return text;
}

std::vector<Mount> without_lines(std::vector<Mount> mounts) {
  for (Mount& mount : mounts) mount.line = 0;
  return mounts;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const MountsFile file = parse_mounts({reinterpret_cast<const char*>(bytes), size});
  for (const MountsFault& fault : file.faults) claim_one_line(fault.text);
  if (!file.faults.empty()) return 0;
  for (std::size_t index = 0; index < file.mounts.size(); ++index) {
    const Mount& mount = file.mounts[index];
    claim(path_fault(mount.target).empty(), "a target is a plain path");
    if (mount.type == MountType::bind || mount.type == MountType::job)
      claim(path_fault(mount.source).empty(), "a source is a plain path");
    const Place place = place_of(file.mounts, index);
    if (place.in == Place::In::jail || place.in == Place::In::source)
      claim(path_fault(place.path).empty() || place.path == "/", "a place is a plain path");
  }
  const MountsFile again = parse_mounts(text_of(file.mounts));
  claim(again.faults.empty() && without_lines(again.mounts) == without_lines(file.mounts),
        "written mounts read back the same");
  for (const std::string& source : job_sources(file.mounts)) {
    claim(inside(job_folder(source, 7), source), "a job's directory is inside its source");
  }
  return 0;
}
