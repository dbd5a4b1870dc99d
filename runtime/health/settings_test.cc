#include "settings.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace skiff::health {
namespace {

std::string fault(std::string_view json) {
  try {
    parse_settings(json);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(HealthSettings, EmptySettingsExpectNothing) {
  const Settings settings = parse_settings("{}");
  EXPECT_FALSE(settings.gpus || settings.rdma || settings.cpus || settings.jail || settings.custom);
  EXPECT_EQ(settings.timeout, 10);
  EXPECT_EQ(settings.recovery.good_runs, 3);
}

TEST(HealthSettings, ReadsEachPart) {
  const Settings settings = parse_settings(R"({"gpus": {"count": 8, "type": "h100"}, "rdma": {"ports": 8, "rate": 400},
    "mounts": [{"path": "/data", "type": "nfs4", "readOnly": true}], "levels": {"gpu-driver": {"unknown": "critical"}},
    "thresholds": {"spaceWarn": 7}, "xids": {"94": "critical"}, "models": {"NVIDIA H200": {"thresholds": {"nvlinks": 2}}},
    "disabled": ["clock"], "recovery": {"goodRuns": 5}})");
  EXPECT_EQ(settings.gpus->count, 8);
  EXPECT_EQ(settings.rdma->rate, 400);
  EXPECT_EQ(settings.mounts.at(0).type, "nfs4");
  EXPECT_EQ(settings.levels.at("gpu-driver").at(Level::unknown), Level::critical);
  EXPECT_EQ(threshold(settings.catalogue, "spaceWarn"), 7);
  EXPECT_EQ(threshold(settings.catalogue, "nvlinks", "NVIDIA H200"), 2);
  EXPECT_EQ(xid_level(settings.catalogue, 94), Level::critical);
  EXPECT_TRUE(settings.disabled.contains("clock"));
}

TEST(HealthSettings, RejectsUnknownAndMissingKeys) {
  EXPECT_EQ(fault(R"({"gpu": {}})"), "gpu: unknown field");
  EXPECT_EQ(fault(R"({"gpus": {"count": 8, "kind": "h100"}})"), "gpus.kind: unknown field");
  EXPECT_EQ(fault(R"({"thresholds": {"spaceWan": 3}})"), "thresholds.spaceWan: unknown field");
  EXPECT_EQ(fault(R"({"mounts": [{"path": "/a"}, {"pth": "/b"}]})"), "mounts[1].path: is missing");
}

TEST(HealthSettings, RefusesWrongValues) {
  EXPECT_EQ(fault(R"({"gpus": {"count": 0}})"), "gpus.count: must be a whole number from 1 to 64");
  EXPECT_EQ(fault(R"({"gpus": {"count": "8"}})"), "gpus.count: must be a whole number from 1 to 64");
  EXPECT_EQ(fault(R"({"timeout": 18446744073709551615})"), "timeout: must be a whole number from 1 to 40");
  EXPECT_EQ(fault(R"({"folder": "run"})"), "folder: must be an absolute path");
  EXPECT_EQ(fault(R"({"names": ["a\nb"]})"), "names: must be one line");
  EXPECT_EQ(fault(R"({"xids": {"x": "ok"}})"), "xids.x: must be the number of an XID");
  EXPECT_EQ(fault(R"({"efa": 1, "efa": 2})"), "efa: is given twice");
  EXPECT_EQ(fault(R"({"a\nb": 1, "a\nb": 2})"), "a?b: is given twice");
  EXPECT_EQ(fault(R"({"a\nb\u007f": 1})"), "a?b?: unknown field");
  EXPECT_EQ(fault("[]"), "settings: must be an object");
  EXPECT_NE(fault("{").find("settings: "), std::string::npos);
  EXPECT_EQ(fault("{\x7f").find('\x7f'), std::string::npos);
  EXPECT_EQ(fault(R"({"leftovers": {"folders": ["/"]}})"), "leftovers.folders: must be absolute paths other than /");
}

}  // namespace
}  // namespace skiff::health
