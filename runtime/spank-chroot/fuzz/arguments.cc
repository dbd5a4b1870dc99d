// The arguments of the plugin's line in plugstack.conf, one per line.
#include "fuzz/claim.h"
#include "plan/settings.h"
#include "text/words.h"

using namespace fuzz;
using namespace jail;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::vector<std::string> lines = split({reinterpret_cast<const char*>(bytes), size}, '\n');
  const Arguments parsed = parse_arguments({lines.begin(), lines.end()});
  for (const std::string& fault : parsed.faults) claim_one_line(fault);
  if (!parsed.faults.empty()) return 0;
  const Settings& settings = parsed.settings;
  for (const std::string& path : {settings.root, settings.marker, settings.state})
    claim(path_fault(path).empty(), "a path is plain");
  claim(settings.mounts_file.empty() || path_fault(settings.mounts_file).empty(), "the mounts file is a plain path");
  claim(parse_arguments({lines.begin(), lines.end()}).settings == settings, "parsing twice gives the same settings");
  return 0;
}
