// A node's loader cache (ld.so.cache).
#include "fuzz/claim.h"
#include "gpu/files.h"
#include "text/failure.h"
#include "text/words.h"

using namespace fuzz;
using namespace jail;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  try {
    for (const CacheEntry& entry : read_loader_cache({reinterpret_cast<const char*>(bytes), size})) {
      claim(driver_library(entry.soname), "only driver libraries are returned");
      claim(is_file_name(entry.soname), "a soname is a valid file name");
      claim(entry.path.size() <= size && entry.soname.size() <= size, "strings are no longer than the cache");
    }
  } catch (const Failure& failure) {
    claim_one_line(failure.what());
  }
  return 0;
}
