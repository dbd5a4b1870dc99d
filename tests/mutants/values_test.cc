#include "values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "verify/slurm_table.h"

namespace skiff::mutants {
namespace {

const SlurmParameter& parameter(std::string_view file, std::string_view line, std::string_view key) {
  return rows_of(rows_of(slurm_parameters(), file, line), key).back();
}

bool has(const std::vector<Values>& kinds, const Json& value) {
  return std::ranges::any_of(kinds,
                             [&](const Values& values) { return std::ranges::find(values, value) != values.end(); });
}

TEST(MutantValues, AnIntegerHasItsLimitsAndTheNumbersBesideThem) {
  const auto kinds = values_of(parameter("slurm.conf", "", "SlurmdTimeout"), 241199);
  for (const Json& value : {Json(0), Json(65534), Json(65535), Json(65536), Json("-1"), Json("1k"), Json("UNLIMITED")})
    EXPECT_TRUE(has(kinds, value)) << value;
}

TEST(MutantValues, TheWordsOfAListComeAloneInPairsAndInTheWrongCase) {
  const auto kinds = values_of(parameter("slurm.conf", "", "PrologFlags"), 241199);
  for (const Json& value : {Json("Contain"), Json("foo")}) EXPECT_TRUE(has(kinds, value)) << value;
  EXPECT_TRUE(has(kinds, "CONTAIN") || has(kinds, "contain"));
  EXPECT_TRUE(std::ranges::any_of(kinds, [](const Values& values) {
    return std::ranges::any_of(values, [](const Json& value) { return value.is_array() && value.size() == 2; });
  }));
}

TEST(MutantValues, AFormHasGoodAndBadMembers) {
  const auto kinds = values_of(parameter("slurm.conf", "", "PriorityMaxAge"), 241199);
  for (const Json& value : {Json("7-0"), Json("5m"), Json("UNLIMITED")}) EXPECT_TRUE(has(kinds, value)) << value;
}

TEST(MutantValues, WordsOfOtherReleasesAreLeftOut) {
  EXPECT_TRUE(has(values_of(parameter("slurm.conf", "", "SelectType"), 220599), "select/cons_res"));
  EXPECT_FALSE(has(values_of(parameter("slurm.conf", "", "SelectType"), 241199), "select/cons_res"));
}

TEST(MutantValues, EveryParameterGetsAnEmptyAndAHugeValue) {
  for (const SlurmParameter& row : slurm_parameters()) {
    const auto kinds = values_of(row, 241199);
    EXPECT_TRUE(has(kinds, "")) << row.file << " " << row.key;
    EXPECT_TRUE(has(kinds, std::string(4000, 'x'))) << row.file << " " << row.key;
  }
}

}  // namespace
}  // namespace skiff::mutants
