#include "plan/user_env.h"

#include <gtest/gtest.h>

namespace jail {
namespace {

TEST(UserEnv, IsRecognizedOnTheCommandLineBeforeTheScript) {
  EXPECT_TRUE(line_asks_user_env({"sbatch", "--get-user-env", "job.sh"}));
  EXPECT_TRUE(line_asks_user_env({"sbatch", "-n", "4", "--get-user-env=10S", "job.sh"}));
  EXPECT_TRUE(line_asks_user_env({"sbatch", "--wrap", "true", "--ge"}));
  EXPECT_FALSE(line_asks_user_env({"sbatch", "job.sh", "--get-user-env"}));
  EXPECT_FALSE(line_asks_user_env({"sbatch", "-n", "4", "job.sh", "--get-user-env"}));
  EXPECT_FALSE(line_asks_user_env({"sbatch", "--", "--get-user-env"}));
  EXPECT_FALSE(line_asks_user_env({"sbatch", "--gres=gpu:1", "--get-user-environment", "job.sh"}));
  EXPECT_FALSE(line_asks_user_env({"sbatch"}));
}

TEST(UserEnv, IsRecognizedInSbatchLinesOfAScript) {
  EXPECT_TRUE(script_asks_user_env("#!/bin/bash\n# a job\n\n#SBATCH -n 4 --get-user-env=5\ntrue\n"));
  EXPECT_FALSE(script_asks_user_env("#!/bin/bash\ntrue\n#SBATCH --get-user-env\n"));
  EXPECT_FALSE(script_asks_user_env("#!/bin/bash\n##SBATCH --get-user-env\n#SBATCH --gres=gpu:1\n"));
  EXPECT_FALSE(script_asks_user_env("#SBATCH --get-user-env\n"));
}

}  // namespace
}  // namespace jail
