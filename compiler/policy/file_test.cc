#include "policy/file.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace skiff::policy {
namespace {

TEST(PolicyFile, ReportsTheLineAndTheError) {
  const auto error = [](const char* text) -> std::string {
    try {
      parse(text);
    } catch (const std::exception& caught) {
      return caught.what();
    }
    return "";
  };
  EXPECT_EQ(error("QOS=a\nthing\n"), "line 2: expected Key=value: thing");
  EXPECT_EQ(error("Cluster=a\n"), "line 1: unknown key: Cluster");
  EXPECT_EQ(error("QOS=a Description=\"b\n"), "line 1: unterminated quote");
  EXPECT_EQ(error("QOS=\n"), "line 1: QOS without a name");
  EXPECT_EQ(error("Association=a Fairshare=1\n"), "line 1: an association without Account");
  EXPECT_EQ(error("Resource=a Count=1\n"), "line 1: a resource without a server");
}

}  // namespace
}  // namespace skiff::policy
