// Short texts from the node: control groups of a process, entries of the spool, fields of fstab(5).
#include "fuzz/claim.h"
#include "plan/places.h"
#include "text/words.h"

using namespace fuzz;
using namespace jail;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  if (const auto job = job_of_cgroup(text))
    claim(text.find("job_") != std::string_view::npos, "a job is found only in a text with job_");
  if (is_file_name(text) && spool_entry_of(text, 12) && spool_entry_of(text, 13))
    claim(text == "conf-cache", "an entry belongs to only one job");
  if (const auto field = unescape(text)) {
    claim(field->size() <= size, "a decoded field is no longer than its text");
    if (path_fault(*field).empty() && *field != "/") {
      claim(inside(*field, *field), "a path is inside itself");
      const std::string name = path_as_name(*field);
      claim(!name.empty() && name.find('/') == std::string::npos, "a path becomes a valid file name");
    }
  }
  return 0;
}
