#include <gtest/gtest.h>

#include <map>

#include "lower/slurm/confs.h"

namespace skiff {
namespace {

Conf slurm() {
  Conf conf{.name = "slurm.conf", .path = "slurm/slurm.conf"};
  conf.add("SlurmctldParameters", "enable_configless", Origin::spec({1, 2}));
  conf.add("SlurmdTimeout", "300", Origin::spec({3, 4}));
  conf.lines.push_back({{{"NodeName", "n", {}}, {"SlurmdTimeout", "not this one", {}}}});
  return conf;
}

std::vector<std::pair<std::string, std::string>> firsts(const Conf& conf) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const ConfLine& line : conf.lines) found.emplace_back(line.parameters[0].key, line.parameters[0].value);
  return found;
}

plan::Pairs pairs(std::initializer_list<std::pair<std::string, std::string>> list) {
  plan::Pairs settings;
  for (const auto& [key, value] : list) settings.emplace_back(key, plan::Text{value, Origin::spec({8, 9})});
  return settings;
}

TEST(Settings, UserItemsAreAppendedToAList) {
  Conf conf = slurm();
  apply_settings(conf, pairs({{"slurmctldparameters", "idle_on_node_suspend,x=1"}}));
  EXPECT_EQ(firsts(conf)[0],
            (std::pair<std::string, std::string>("SlurmctldParameters", "enable_configless,idle_on_node_suspend,x=1")));
  // Both values decided the line.
  EXPECT_EQ(conf.lines[0].parameters[0].origin.sources().size(), 2u);
}

// Slurm uses the first of two equal items, and logs an error if a GRES is given twice.
TEST(Settings, AUserItemReplacesTheSameItemOfAList) {
  Conf conf = slurm();
  apply_settings(conf, pairs({{"SlurmctldParameters", "x,Enable_Configless=2"}}));
  EXPECT_EQ(firsts(conf)[0].second, "x,Enable_Configless=2");
}

TEST(Settings, AUserValueReplacesADefault) {
  Conf conf = slurm();
  apply_settings(conf, pairs({{"SLURMDTIMEOUT", "180"}}));
  EXPECT_EQ(firsts(conf)[1], (std::pair<std::string, std::string>("SlurmdTimeout", "180")));
  EXPECT_EQ(conf.lines.size(), 3u);
  EXPECT_EQ(conf.lines[2].parameters[1].value, "not this one");
}

TEST(Settings, OtherUserParametersAreAppended) {
  Conf conf = slurm();
  apply_settings(conf, pairs({{"MaxJobCount", "50000"}, {"privatedata", "jobs"}}));
  ASSERT_EQ(conf.lines.size(), 5u);
  EXPECT_EQ(firsts(conf)[3], (std::pair<std::string, std::string>("MaxJobCount", "50000")));
  // The key is written as in the layout.
  EXPECT_EQ(firsts(conf)[4], (std::pair<std::string, std::string>("PrivateData", "jobs")));
}

// Without quotes, `State=DOWN` would be a separate parameter.
TEST(Settings, AValueWithSpacesIsQuoted) {
  EXPECT_EQ(quoted_if_needed("one"), "one");
  EXPECT_EQ(quoted_if_needed("new State=DOWN"), "\"new State=DOWN\"");
  Conf conf = slurm();
  apply_settings(conf, pairs({{"SallocDefaultCommand", "srun -n1 --pty"}}));
  EXPECT_EQ(firsts(conf).back().second, "\"srun -n1 --pty\"");
}

TEST(Settings, SshdValuesWithSpacesAreNotQuoted) {
  Conf conf{.name = "sshd_config", .path = "slurm/sshd_config.login", .separator = ' '};
  conf.add("AcceptEnv", "LANG LC_*", {});
  apply_settings(conf, pairs({{"AcceptEnv", "LANG EDITOR"}, {"AllowUsers", "alice bob"}}));
  EXPECT_EQ(firsts(conf)[0].second, "LANG EDITOR");
  EXPECT_EQ(firsts(conf)[1].second, "alice bob");
}

}  // namespace
}  // namespace skiff
