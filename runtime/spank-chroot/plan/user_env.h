#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jail {

/// True if a command line of sbatch has the option --get-user-env before the script's name, also if it is abbreviated
/// as getopt_long(3) allows.
bool line_asks_user_env(const std::vector<std::string>& words);

/// True if a batch script has it in a `#SBATCH` line. sbatch reads these lines only before the first command.
bool script_asks_user_env(std::string_view script);

}  // namespace jail
