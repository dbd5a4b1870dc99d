// A library's DT_SONAME.
#include "fuzz/claim.h"
#include "gpu/files.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string name = jail::soname_of({reinterpret_cast<const char*>(bytes), size});
  fuzz::claim(name.size() < size || name.empty(), "a soname is shorter than the file");
  fuzz::claim(name.find('/') == std::string::npos, "a soname has no slash");
  return 0;
}
