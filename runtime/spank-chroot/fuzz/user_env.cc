// The option --get-user-env on sbatch's command line and in a batch script.
#include "plan/user_env.h"

#include "fuzz/claim.h"
#include "text/words.h"

using namespace fuzz;
using namespace jail;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const bool asks = script_asks_user_env(text);
  claim(asks == script_asks_user_env(text + "\n"), "an additional newline changes nothing");
  if (asks) claim(text.find("#SBATCH") != std::string::npos, "a script requests it in an #SBATCH line");
  std::vector<std::string> line = words(text);
  if (!line_asks_user_env(line)) return 0;
  line.push_back("script");
  claim(line_asks_user_env(line), "a later argument does not cancel the option");
  return 0;
}
