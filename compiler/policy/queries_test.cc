#include "policy/queries.h"

#include <gtest/gtest.h>

namespace skiff::policy {
namespace {

TEST(PolicyQueries, TheLastCellMayContainSeparators) {
  Records records;
  take_associations("physics|||root\n", {}, records);
  take_accounts("physics|alice|science|light | matter\n\nno row\n", records);
  EXPECT_EQ(records.accounts.at("physics").at("Description"), "light | matter");
}

TEST(PolicyQueries, UsageIsOfAccountsAndTheirUsers) {
  Records records;
  take_usage("", records);
  EXPECT_EQ(records.used, std::set<std::string>{});
  // What sreport prints, and sacct.
  take_usage("physics||7205\nphysics|alice|7205\n", records);
  take_usage("physics|bob\nphysics|bob\n|\n", records);
  EXPECT_EQ(records.used, (std::set<std::string>{"/physics", "alice/physics", "bob/physics"}));
}

}  // namespace
}  // namespace skiff::policy
