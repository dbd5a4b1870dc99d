// Fuzzes the decoding of verdicts from a lane's process, which may send arbitrary bytes.
#include "frame.h"

#include "fuzz/claim.h"

using namespace skiff::health;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  std::string left(fuzz::text_of(bytes, size));
  for (std::size_t before = left.size(); const auto verdict = take_frame(left); before = left.size()) {
    fuzz::claim(left.size() < before, "taking a frame shortens the input");
    if (*verdict)
      fuzz::claim((*verdict)->level >= Level::ok && (*verdict)->level <= Level::unknown, "a level is valid");
    std::string written = encode(*verdict);
    const auto again = take_frame(written);
    fuzz::claim(again && encode(*again) == encode(*verdict) && written.empty(),
                "an encoded verdict is decoded unchanged");
  }
  return 0;
}
