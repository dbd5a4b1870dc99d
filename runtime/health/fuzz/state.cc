// Fuzzes the parsing of the state that one periodic run leaves for the next.
#include "state.h"

#include "fuzz/claim.h"

using namespace skiff::health;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string written = to_json(parse_state(fuzz::text_of(bytes, size)));
  fuzz::claim(to_json(parse_state(written)) == written, "a written state is read back unchanged");
  return 0;
}
