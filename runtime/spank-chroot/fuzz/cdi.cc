// A CDI specification, YAML or JSON.
#include "fuzz/claim.h"
#include "gpu/files.h"
#include "text/failure.h"
#include "text/words.h"

using namespace fuzz;
using namespace jail;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  GpuFiles found;
  try {
    found = read_cdi({reinterpret_cast<const char*>(bytes), size});
  } catch (const Failure& failure) {
    claim_one_line(failure.what());
    return 0;
  }
  for (const GpuFile& file : found.files) {
    claim(path_fault(file.source).empty(), "a source is a plain path");
    if (file.kind == GpuFile::Kind::other)
      claim(path_fault(file.name).empty(), "a path in the jail is plain");
    else
      claim(is_file_name(file.name), "a file's name is a valid file name");
    for (const std::string& link : file.links) claim(is_file_name(link), "a link's name is a valid file name");
  }
  for (const auto& [name, target] : found.links)
    claim(is_file_name(name) && is_file_name(target), "links and their targets are valid file names");
  return 0;
}
