// The programs parse the settings that skiff writes for them. They must accept all that skiff accepts; otherwise no
// check would run.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "benchmark/settings.h"
#include "common/files.h"
#include "common/program.h"
#include "common/testing/tree.h"
#include "list.h"
#include "settings.h"
#include "sidecar/settings.h"
#include "testing/paths.h"

namespace skiff::health {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Why the program that reads a settings file refuses it; empty if it accepts the file, none for other
/// files.
std::optional<std::string> refusal(const fs::path& file) {
  const std::string folder = file.parent_path().filename();
  const bool of_sidecar = file.filename() == "sidecar.json";
  if (file.extension() != ".json" || (folder != "health" && folder != "benchmarks" && !of_sidecar)) return std::nullopt;
  const std::string text = read_text(file.string()).value();
  try {
    if (of_sidecar)
      sidecar::parse_settings(text);
    else if (folder == "health")
      check_ids(parse_settings(text));
    else
      benchmark::parse_settings(text);
  } catch (const std::runtime_error& fault) {
    return fault.what();
  }
  return "";
}

/// Expects that all settings files below a directory are accepted; returns their number.
int expect_read(const fs::path& folder, const std::string& of) {
  int read = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const auto why = refusal(entry.path());
    if (!why) continue;
    EXPECT_EQ(*why, "") << of << ": " << entry.path();
    ++read;
  }
  return read;
}

TEST(SettingsOfSpecs, GoldenSettingsAreAccepted) {
  EXPECT_GE(expect_read(fs::path(repository()) / "golden", "golden"), 13);
}

// A spec with all fields that become settings, a node set for each kind of RDMA device and a benchmark of each kind.
const char* const base =
    R"({"apiVersion": "skiff/v1alpha1", "kind": "SlurmCluster", "metadata": {"name": "atlas"}, "spec": {
  "images": {"registry": "registry.example.com/skiff"},
  "accounting": {"database": {"passwordSecret": {"name": "p"}, "mariadb": {"size": "10Gi"}}},
  "nodeSets": [
    {"name": "gpu", "replicas": 4, "hardware": {"sockets": 2, "coresPerSocket": 8, "threadsPerCore": 2, "memory": "64Gi"},
     "gpus": {"type": "h100", "count": 8}, "rdma": {"resource": "rdma/ib", "count": 8, "ports": 8, "rate": 400}},
    {"name": "efa", "replicas": 2, "hardware": {"cpus": 64, "memory": "64Gi"},
     "rdma": {"resource": "vpc.amazonaws.com/efa", "count": 4}},
    {"name": "small", "replicas": 1, "hardware": {"cpus": 4, "memory": "8Gi"}, "gpus": {"type": "l4", "count": 1}}],
  "partitions": [{"name": "main", "nodeSets": ["gpu", "efa", "small"], "default": true, "maxTime": "UNLIMITED"}],
  "health": {"interval": "2m", "timeout": "20s", "checks": {"programs": {"own": "#!/bin/sh\n"}}, "afterDrain": {"conditions": ["pod"]},
    "benchmarks": [
      {"name": "a", "kind": "nccl-all-reduce", "nodeSets": ["gpu"], "schedule": "0 3 * * *", "floor": "400 GB/s"},
      {"name": "b", "kind": "nccl-pairs", "nodeSets": ["gpu"], "schedule": "0 3 * * *", "floor": "400 GB/s"},
      {"name": "c", "kind": "dcgm-diag", "nodeSets": ["gpu"], "schedule": "0 3 * * *"},
      {"name": "d", "kind": "memory-bandwidth", "nodeSets": ["efa"], "schedule": "0 3 * * *", "floor": "100 GB/s"},
      {"name": "e", "kind": "storage-bandwidth", "nodeSets": ["efa"], "schedule": "0 3 * * *", "floor": "1 GB/s", "path": "/tmp"},
      {"name": "f", "kind": "command", "nodeSets": ["efa"], "schedule": "0 3 * * *", "floor": "3 ms", "command": ["/bin/x"]}]}}})";

/// A place in a spec: field names and list indexes.
using Place = std::vector<Json>;

void put(Json& at, const Place& place, std::size_t from, const Json& value) {
  if (from == place.size())
    at = value;
  else if (place[from].is_string())
    put(at[place[from].get<std::string>()], place, from + 1, value);
  else
    put(at[place[from].get<std::size_t>()], place, from + 1, value);
}

/// The edges of what the schema allows for a field: all values of an enum, the smallest and the largest number, an
/// example and a text of maximum length, a list of all values.
std::vector<Json> edges_of(const Json& schema) {
  std::vector<Json> values;
  for (const Json& word : schema.value("enum", Json::array())) values.push_back(word);
  if (schema.contains("minimum")) values = {schema["minimum"], schema["maximum"]};
  if (schema.contains("x-most")) values = {"1s", schema["x-most"]};
  if (schema.value("type", "") == "boolean") values = {true, false};
  if (schema.value("type", "") == "array") {
    if (schema.contains("default")) values.push_back(schema["default"]);
    if (schema["items"].contains("enum")) values.push_back(schema["items"]["enum"]);
  }
  if (values.empty() && schema.value("type", "") == "string") {
    for (const Json& example : schema.value("examples", Json::array())) values.push_back(example);
    if (schema.contains("maxLength") && !values.empty()) {
      std::string longest = values[0];
      longest.resize(schema["maxLength"].get<std::size_t>(), longest.back());
      values.push_back(longest);
    }
  }
  return values;
}

/// Tries each edge of each field, at one place after another that the base spec has for it, until skiff accepts it.
class Edges {
 public:
  Edges() : spec_(Json::parse(base)) {}

  void walk(const Json& schema, const std::string& path, const std::vector<Place>& places) {
    for (const Json& value : edges_of(schema)) try_one(path, places, value);
    const Json properties = schema.value("properties", Json::object());
    for (const auto& [name, below] : properties.items()) {
      std::vector<Place> there = places;
      for (Place& place : there) place.push_back(name);
      walk(below, path + "." + name, there);
    }
    for (const Json& branch : schema.value("oneOf", Json::array())) walk(branch, path, places);
    if (schema.contains("items")) walk_items(schema["items"], path + "[]", places);
    const std::string key = path.ends_with(".xids")         ? "94"
                            : path.ends_with(".thresholds") ? "spaceWarn"
                            : path.ends_with(".levels")     ? "clock"
                                                            : "";
    if (!key.empty()) {
      std::vector<Place> there = places;
      for (Place& place : there) place.push_back(key);
      walk(schema["additionalProperties"], path + ".*", there);
    }
  }

  int compiled = 0;
  /// `PATH=VALUE` for each value that skiff accepts at no place.
  std::set<std::string> refused;

 private:
  void walk_items(const Json& schema, const std::string& path, const std::vector<Place>& places) {
    std::vector<Place> there;
    for (const Place& place : places) {
      Json list = spec_;
      for (const Json& step : place) {
        const bool there_too = step.is_number() || (list.is_object() && list.contains(step.get<std::string>()));
        const Json below = !there_too         ? Json()
                           : step.is_number() ? list[step.get<std::size_t>()]
                                              : list[step.get<std::string>()];
        list = below;
      }
      for (std::size_t i = 0; i < std::max<std::size_t>(1, list.size()); ++i) {
        there.push_back(place);
        there.back().push_back(i);
      }
    }
    walk(schema, path, there);
  }

  void try_one(const std::string& path, const std::vector<Place>& places, const Json& value) {
    const std::string what = path + "=" + value.dump();
    for (const Place& place : places) {
      Json spec = spec_;
      put(spec, place, 0, value);
      tree_.write("/cluster.yaml", spec.dump());
      const Program skiff =
          run_program({skiff_program(), "build", tree_.root + "/cluster.yaml", "-o", tree_.root + "/out"}, {},
                      std::chrono::seconds(60));
      if (skiff.code != 0) continue;
      ++compiled;
      EXPECT_GE(expect_read(tree_.root + "/out", what), 10);
      return;
    }
    refused.insert(what);
  }

  const Json spec_;
  Tree tree_;
};

TEST(SettingsOfSpecs, EdgeValuesOfEachFieldAreAccepted) {
  const Json schema = Json::parse(read_text(repository() + "/schema/cluster.schema.json").value());
  const Json& spec = schema["properties"]["spec"]["properties"];
  Edges edges;
  edges.walk(spec["health"], "health", {Place{Json("spec"), Json("health")}});
  edges.walk(spec["controller"]["properties"]["sidecar"], "sidecar",
             {Place{Json("spec"), Json("controller"), Json("sidecar")}});
  for (const char* part : {"hardware", "gpus", "rdma"}) {
    std::vector<Place> places;
    for (const int i : {0, 1, 2}) places.push_back({Json("spec"), Json("nodeSets"), Json(i), Json(part)});
    edges.walk(spec["nodeSets"]["items"]["properties"][part], part, places);
  }
  EXPECT_GE(edges.compiled, 100);
  // For these fields, skiff refuses an edge because of another part of the spec: a GPU type that the catalogue lacks,
  // more replacements at once than per hour, one second of patience for a new pod, a text that is no schedule, a
  // partition and a volume that do not exist, a toleration without a key, and times that must fit into others.
  std::set<std::string> fields;
  for (const std::string& what : edges.refused) fields.insert(what.substr(0, what.find('=')));
  EXPECT_EQ(fields, std::set<std::string>(
                        {"gpus.type", "health.afterDrain.replace.atOnce", "health.afterDrain.replace.patience",
                         "health.benchmarks[].schedule", "health.benchmarks[].submit.partition",
                         "health.benchmarks[].tolerations[].effect", "health.benchmarks[].tolerations[].operator",
                         "health.benchmarks[].tolerations[].value", "health.checks.timeout", "health.history.storage",
                         "health.interval", "health.timeout"}));
}

}  // namespace
}  // namespace skiff::health
