// Fuzzes the parsing of scontrol's output about nodes, and of the text that checks remember.
#include "benchmark/commands.h"
#include "common/files.h"
#include "common/record.h"
#include "fuzz/claim.h"
#include "react.h"

using namespace skiff;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  const NodeRecord record = parse_record(text);
  fuzz::claim(record.state.find(' ') == record.state.npos, "a state is one word");
  fuzz::claim(record.reason_time == 0 || record.reason.size() < size, "the reason does not contain its author");
  for (const auto& [name, one] : parse_records(text)) {
    fuzz::claim(name.find_first_of(" \n") == name.npos, "a name is one word");
    fuzz::claim(one.reason.find('\n') == one.reason.npos, "a reason is one line");
  }
  for (const auto& node : benchmark::parse_nodes(text))
    fuzz::claim(node.name.find_first_of(" \n") == node.name.npos, "a name is one word");
  const Counters counters = counters_of(text);
  fuzz::claim(counters_of(text_of(counters)) == counters, "written counters are read back unchanged");
  // Every record of slurmctld must lead to a decision.
  health::State state;
  state.reason = record.reason;
  const auto decision = health::decide({}, record, {}, 1'000'000, std::nullopt, state);
  fuzz::claim(decision.drain.has_value() + decision.new_reason.has_value() + decision.resume <= 1,
              "at most one change is requested");
  return 0;
}
