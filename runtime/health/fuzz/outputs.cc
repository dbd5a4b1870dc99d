// Fuzzes the parsing of benchmark output; the first byte selects the kind.
#include <stdexcept>

#include "benchmark/parse/parse.h"
#include "benchmark/reaction.h"
#include "benchmark/report.h"
#include "fuzz/claim.h"

using namespace skiff::benchmark;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  if (size == 0) return 0;
  Settings settings;
  settings.name = "b";
  settings.kind = static_cast<Kind>(bytes[0] % 6);
  Set set;
  if (has_floor(settings.kind)) set.floor = Quantity{100, "GB/s"};
  StepEnd end{
      .began = true, .code = 0, .output = std::string(fuzz::text_of(bytes + 1, size - 1)), .job_state = "COMPLETED"};
  const Reading found = parse(settings.kind, end.output);
  fuzz::claim(found.value.has_value() + found.good + !found.fault.empty() == 1,
              "exactly one of value, good and fault is set");
  if (found.value) fuzz::claim(parse_quantity(text_of(*found.value)).has_value(), "a printed value can be parsed");
  if (!end.output.ends_with('\n')) fuzz::claim(!found.value && !found.good, "output that is cut off does not pass");
  take_marks(end.output);
  Result result = grade(end, settings, set);
  fuzz::claim(!result.detail.empty(), "a grade has a detail");
  fuzz::claim_one_line(reason_for(settings, result));
  result.nodes = {"n"};
  const std::string line = json_line(settings, result, true, "", 0);
  fuzz::claim(line.find('\n') + 1 == line.size(), "a result is one line");
  return 0;
}
