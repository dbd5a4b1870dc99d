#include "plugin/environment.h"

#include <vector>

#include "text/words.h"

namespace jail {

void append_path(spank_t spank, const char* variable, const std::string& folder) {
  // MAX_ARG_STRLEN: no variable can be longer.
  std::vector<char> value(128u << 10);
  std::string list;
  if (spank_getenv(spank, variable, value.data(), static_cast<int>(value.size())) == ESPANK_SUCCESS)
    list = value.data();
  for (const std::string& present : split(list, ':')) {
    if (present == folder) return;
  }
  list += (list.empty() ? "" : ":") + folder;
  if (spank_setenv(spank, variable, list.c_str(), 1) != ESPANK_SUCCESS)
    throw Failure(std::string("can't set ") + variable);
}

}  // namespace jail
