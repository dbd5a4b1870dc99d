// The prolog's note about a job.
#include "plan/job_note.h"

#include "fuzz/claim.h"
#include "text/failure.h"
#include "text/words.h"

using namespace fuzz;
using namespace jail;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  try {
    const JobNote note = parse_job_note({reinterpret_cast<const char*>(bytes), size}, "note");
    for (const std::string& source : note.sources) claim(path_fault(source).empty(), "a source is a plain path");
    claim(parse_job_note(text_of(note), "note") == note, "a written note reads back the same");
  } catch (const Failure& failure) {
    claim_one_line(failure.what());
  }
  return 0;
}
