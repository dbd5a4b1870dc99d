#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jail {

/// True if the words of an sbatch line have the option --get-user-env before the script's name, whole or as far as getopt_long(3) needs it.
bool line_asks_user_env(const std::vector<std::string>& words);

/// True if a batch script has it in a `#SBATCH` line, which sbatch looks for before the first command.
bool script_asks_user_env(std::string_view script);

}  // namespace jail
