// The settings file.
#include "sidecar/settings.h"

#include <stdexcept>

#include "fuzz/claim.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  try {
    const auto settings = skiff::sidecar::parse_settings(fuzz::text_of(bytes, size));
    if (settings.after_drain)
      for (const auto& [name, kind] : settings.after_drain->sets) fuzz::claim(!name.empty(), "a set has a name");
  } catch (const std::runtime_error& fault) {
    fuzz::claim_one_line(fault.what());
  }
  return 0;
}
