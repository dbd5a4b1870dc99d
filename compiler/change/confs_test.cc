#include "change/confs.h"

#include <gtest/gtest.h>

namespace skiff::change {
namespace {

std::vector<Change> changes(const std::string& name, const std::string& before, const std::string& after,
                            Version slurm) {
  const OutputFile old_file{"slurm/" + name, before, {}}, new_file{"slurm/" + name, after, {}};
  Decisions decisions(std::nullopt, std::nullopt);
  return conf_changes({name, &old_file}, {name, &new_file}, slurm, decisions);
}

// Cores needs slurmctld, and before 24.05 Type needs the workers too.
TEST(ConfChanges, ALineHasTheWorstEffectOfItsParameters) {
  for (const char* line : {"NodeName=n Name=gpu Type=l4 Cores=0-3\n", "NodeName=n Name=gpu Cores=0-3 Type=l4\n"}) {
    const std::vector<Change> found = changes("gres.conf", "", line, {23, 11});
    ASSERT_EQ(found.size(), 1u) << line;
    EXPECT_EQ(found[0].value, Class::restart) << line;
    EXPECT_NE(found[0].consequence.find("A worker applies it"), std::string::npos) << found[0].consequence;
  }
  const std::vector<Change> newer = changes("gres.conf", "", "NodeName=n Name=gpu Type=l4 Cores=0-3\n", {24, 11});
  ASSERT_EQ(newer.size(), 1u);
  EXPECT_EQ(newer[0].consequence.find("A worker applies it"), std::string::npos) << newer[0].consequence;
}

TEST(ConfChanges, EachEffectHasItsClass) {
  const auto class_of = [](const std::string& file, const std::string& key) {
    const std::vector<Change> found = changes(file, key + "=a\n", key + "=b\n", {24, 11});
    return found.size() == 1 ? std::string(name_of(found[0].value).id) : "?";
  };
  EXPECT_EQ(class_of("slurm.conf", "KillWait"), "reconfigure");
  EXPECT_EQ(class_of("oci.conf", "MountSpoolDir"), "reconfigure");
  EXPECT_EQ(class_of("slurm.conf", "AuthAltTypes"), "restart");
  EXPECT_EQ(class_of("slurm.conf", "AuthType"), "loses-data");
  EXPECT_EQ(class_of("slurm.conf", "StateSaveLocation"), "loses-data");
  EXPECT_EQ(class_of("slurmdbd.conf", "DebugLevel"), "restart");
  EXPECT_EQ(class_of("job_container.conf", "BasePath"), "restart");
  EXPECT_EQ(class_of("site.conf", "KillWait"), "unknown");
}

}  // namespace
}  // namespace skiff::change
