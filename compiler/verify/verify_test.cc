#include "verify/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "verify/good_cluster.h"
#include "verify/rules.h"

namespace skiff {
namespace {

TEST(Verify, GoodClusterPasses) { EXPECT_EQ(lines(verify(good_cluster().input())), ""); }

// One error for each part, to test that `verify` calls the part at all.
TEST(Verify, RunsEveryPart) {
  const std::pair<const char*, const char*> faults[] = {
      {"replicas: 4", "replica: 4"},                                       // fields
      {"metadata: {name: jail}", "metadata: {name: Jail}"},                // names
      {"name: slurmd\n          image", "name: slurmD\n          image"},  // pods
      {"claimName: jail", "claimName: data"},                              // references
      {"maxUnavailable: 1", "maxUnavailable: 0"},                          // selectors
      {"drop: [ALL]", "drop: [NET_RAW]"},                                  // security
      {"fsGroup: 64030", "fsGroup: 1000"},                                 // users
      {"nvidia.com/gpu: 8", "nvidia.com/gpu: 7"},                          // cross
  };
  std::set<std::string_view> rules;
  for (const auto& [from, to] : faults) {
    for (const Diagnostic& d : verify(good_cluster(with(good_objects, from, to)).input())) rules.insert(d.rule);
  }
  Fixture fixture = good_cluster(good_objects, good_slurm_conf + "SelctType=x\n");
  fixture.config_maps[0].entries[0].size = 2000000;
  for (const Diagnostic& d : verify(fixture.input())) rules.insert(d.rule);
  for (const char* rule : {"SKF401", "SKF410", "SKF424", "SKF434", "SKF441", "SKF450", "SKF419", "SKF462", "SKF469"})
    EXPECT_TRUE(rules.contains(rule)) << rule;
}

TEST(Verify, OneMistakeGivesOneDiagnostic) {
  Fixture fixture = good_cluster();
  // Both containers get their image from the same location in the spec.
  const Origin origin = Origin::spec({7, 9});
  for (Value& object : fixture.values) {
    Value* image = &object;
    for (const char* key : {"spec", "template", "spec", "containers"}) image = image ? image->find(key) : nullptr;
    if (!image) continue;
    image = image->items.own()[0].find("image");
    *image = Value::string("a//" + image->text.str(), origin);
  }
  const Diagnostics out = verify(fixture.input());
  ASSERT_EQ(out.size(), 1u) << lines(out);
  EXPECT_EQ(out[0].rule, "SKF416");
  EXPECT_EQ(out[0].span, (Span{7, 9}));
}

TEST(Verify, RulesAreSortedAndComplete) {
  const auto rules = verify_rules();
  EXPECT_TRUE(std::ranges::is_sorted(rules, {}, &Rule::id));
  EXPECT_EQ(std::ranges::adjacent_find(rules, {}, &Rule::id), rules.end());
  for (const Rule& rule : rules) {
    EXPECT_TRUE(rule.id.starts_with("SKF4")) << rule.id;
    EXPECT_FALSE(rule.title.empty()) << rule.id;
  }
}

}  // namespace
}  // namespace skiff
