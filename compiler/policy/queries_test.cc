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

}  // namespace
}  // namespace skiff::policy
