#include "sidecar/settings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "common/files.h"
#include "sidecar/testing/paths.h"

namespace skiff::sidecar {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_settings(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(SidecarSettings, EveryFieldIsRead) {
  const Settings settings = parse_settings(
      R"({"cluster":"tide","namespace":"slurm","log":{"level":"debug","format":"json"},"power":true,"nodeConditions":true,"metrics":true,"afterDrain":{"pods":true,"machines":true,
      "wait":600,"fixed":["a"],"elastic":["e"],"checks":["gpu-count"],"benchmarks":["nccl"],"replace":{"sets":["a"],"checks":["mount"],
      "perHour":2,"atOnce":1,"patience":900,"again":86400}},
      "serviceTokens":[{"secret":"s","user":"u","lifetime":1800}],"config":"/c","run":"/r","wake":"/w","record":"/x","account":"/y","commands":"/z"})");
  EXPECT_EQ(settings.cluster + settings.ns + settings.log_level, "tideslurmdebug");
  EXPECT_EQ(settings.log_format, LogFormat::json);
  EXPECT_TRUE(settings.metrics);
  EXPECT_TRUE(settings.power && settings.node_conditions && settings.after_drain->pods &&
              settings.after_drain->machines);
  EXPECT_EQ(settings.after_drain->sets,
            (std::map<std::string, SetKind>{{"a", SetKind::fixed}, {"e", SetKind::elastic}}));
  EXPECT_EQ(settings.after_drain->checks[0] + settings.after_drain->benchmarks[0], "gpu-countnccl");
  const Replace& replace = *settings.after_drain->replace;
  EXPECT_EQ(replace.sets[0] + replace.checks[0], "amount");
  EXPECT_EQ(replace.per_hour + replace.at_once + replace.patience + replace.again, 87303);
  EXPECT_EQ(settings.service_tokens.at(0).secret + settings.service_tokens[0].user, "su");
  EXPECT_EQ(settings.service_tokens[0].lifetime, 1800);
  EXPECT_EQ(settings.config + settings.run + settings.wake + settings.record + settings.account + settings.commands,
            "/c/r/w/x/y/z");
}

TEST(SidecarSettings, TheNodesOfATopologyAreAHostList) {
  const Settings settings = parse_settings(
      R"({"cluster":"c","namespace":"n","topology":{"name":"default","label":"x/y","units":["a","b"],"nodes":"g-[0-1],h"}})");
  EXPECT_EQ(settings.topology->name + settings.topology->label, "defaultx/y");
  EXPECT_EQ(settings.topology->units, (std::set<std::string>{"a", "b"}));
  EXPECT_EQ(settings.topology->nodes, (std::set<std::string>{"g-0", "g-1", "h"}));
}

TEST(SidecarSettings, RequiresOnlyTheClusterAndTheNamespace) {
  const Settings settings = parse_settings(R"({"cluster":"tide","namespace":"slurm"})");
  EXPECT_FALSE(settings.power || settings.after_drain || settings.need_api());
  EXPECT_EQ(settings.log_level, "info");
}

TEST(SidecarSettings, ErrorsNameTheField) {
  const auto with = [](const std::string& more) { return R"({"cluster":"tide","namespace":"slurm",)" + more + "}"; };
  EXPECT_NE(error_of("{").find("parse error"), std::string::npos);
  EXPECT_EQ(error_of("{\x7f").find('\x7f'), std::string::npos) << "a message is one line";
  EXPECT_EQ(error_of(R"({"cluster":"tide"})"), "namespace: must be given");
  EXPECT_EQ(error_of(with(R"("powr":true)")), "powr: unknown field");
  EXPECT_EQ(error_of(with(R"("power":1)")), "power: must be true or false");
  EXPECT_EQ(error_of(with(R"("log":{"level":"loud"})")), "log.level: must be debug, info, warning or error");
  EXPECT_EQ(error_of(with(R"("log":{"format":"xml"})")), "log.format: must be text or json");
  EXPECT_EQ(error_of(with(R"("run":"here")")), "run: must be an absolute path");
  EXPECT_EQ(error_of(with(R"("afterDrain":{"fixed":["a"],"wait":-1})")),
            "afterDrain.wait: must be a whole number from 1 to 31536000");
  EXPECT_EQ(error_of(with(R"("topology":{"name":"t"})")), "topology.label: must be given");
  EXPECT_EQ(error_of(with(R"("topology":{"name":"t","label":"l","nodes":"a"})")), "topology.units: must be given");
  EXPECT_EQ(error_of(with(R"("topology":{"name":"t","label":"l","units":["u"],"nodes":"a["})")),
            "topology.nodes: must be a host list");
  EXPECT_EQ(error_of(with(R"("afterDrain":{})")), "afterDrain.fixed: needs a node set, here or in elastic");
  EXPECT_EQ(error_of(with(R"("afterDrain":{"fixed":["a"],"replace":{"perHour":0}})")),
            "afterDrain.replace.perHour: must be a whole number from 1 to 1000");
}

// The program must accept what skiff compiles.
TEST(SidecarSettings, AcceptsTheSettingsOfEveryExample) {
  int count = 0;
  for (const auto& example : std::filesystem::directory_iterator(golden_folder())) {
    const auto text = read_text(example.path() / "out/scripts/sidecar.json");
    if (!text) continue;
    EXPECT_EQ(error_of(*text), "") << example.path();
    ++count;
  }
  EXPECT_GE(count, 9);
}

}  // namespace
}  // namespace skiff::sidecar
