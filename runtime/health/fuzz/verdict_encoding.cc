// Fuzzes the decoding of verdicts from a worker process, which may send arbitrary bytes.
#include "verdict_encoding.h"

#include "fuzz/claim.h"

using namespace skiff::health;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  std::string left(fuzz::text_of(bytes, size));
  for (std::size_t before = left.size(); const auto verdict = take_verdict(left); before = left.size()) {
    fuzz::claim(left.size() < before, "taking a frame shortens the input");
    if (*verdict)
      fuzz::claim((*verdict)->level >= Level::ok && (*verdict)->level <= Level::unknown, "a level is valid");
    std::string written = encode_verdict(*verdict);
    const auto again = take_verdict(written);
    fuzz::claim(again && encode_verdict(*again) == encode_verdict(*verdict) && written.empty(),
                "an encoded verdict is decoded unchanged");
  }
  return 0;
}
