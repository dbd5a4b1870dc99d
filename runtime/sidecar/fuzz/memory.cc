// The files that the program itself writes: replacements, and what is remembered of elastic sets.
#include <stdexcept>

#include "fuzz/claim.h"
#include "sidecar/power_memory.h"
#include "sidecar/replacements.h"

using namespace skiff::sidecar;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  const PowerMemory memory = parse_power_memory(text);
  fuzz::claim(parse_power_memory(text_of(memory)) == memory, "reading returns what was written");
  Replacements record;
  try {
    record = parse_replacements(text);
  } catch (const std::runtime_error& fault) {
    fuzz::claim_one_line(fault.what());
    return 0;
  }
  fuzz::claim(parse_replacements(text_of(record)) == record, "reading returns what was written");
  return 0;
}
