#include "plan/job_note.h"

#include <algorithm>

#include "plan/places.h"
#include "text/failure.h"
#include "text/words.h"

namespace jail {

std::string text_of(const JobNote& note) {
  std::string text = "uid " + std::to_string(note.uid) + "\n";
  if (note.exempt) text += "exempt\n";
  // A line per path is safe, because no path of a mounts file has a control character (path_fault).
  for (const std::string& source : note.sources) text += "source " + source + "\n";
  return text;
}

JobNote parse_job_note(std::string_view text, const std::string& path) {
  JobNote note;
  bool has_user = false;
  for (const std::string& line : split(text, '\n')) {
    const std::string word = line.substr(0, line.find(' '));
    const std::string rest = line.substr(std::min(line.size(), word.size() + 1));
    const auto user = number(rest, 10, UINT32_MAX);
    if (word == "uid" && user) {
      note.uid = static_cast<std::uint32_t>(*user);
      has_user = true;
    } else if (line == "exempt") {
      note.exempt = true;
    } else if (word == "source" && path_fault(rest).empty()) {
      note.sources.push_back(rest);
    } else if (!line.empty()) {
      throw Failure(path + " is not a valid job note: " + shown(line));
    }
  }
  if (!has_user) throw Failure(path + " is not a valid job note: it has no uid line");
  return note;
}

const JobNote& note_of_session(const std::optional<JobNote>& note, std::uint32_t job, std::uint32_t uid,
                               std::string_view cgroup) {
  const std::string name = "job " + std::to_string(job);
  if (!note) throw Failure(name + " is not on this node");
  if (note->uid != uid) throw Failure(name + " does not belong to user " + std::to_string(uid));
  const auto adopted = job_of_cgroup(cgroup);
  if (adopted && *adopted != job)
    throw Failure(name + " is not the job of this session, which is " + std::to_string(*adopted));
  return *note;
}

}  // namespace jail
