#include "emit/stream.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tree/json.h"

namespace skiff {
namespace {

Value object(std::string_view kind) {
  return Value::map().add("kind", Value::string(kind, {})).add("size", Value::integer(1, {}));
}

Bundle bundle() {
  Bundle made;
  OutputFile conf;
  conf.path = "slurm/slurm.conf";
  conf.line("ClusterName=\"a\"", Origin::spec({4, 5}));
  conf.line("", Origin::spec({7, 8}));
  OutputFile script;
  script.path = "scripts/b.sh";
  script.line("true", {});
  made.files = {script, conf};
  made.objects = {{"k8s/a.yaml", {object("Service"), object("Pod")}}, {"k8s/b.yaml", {object("Job")}}};
  made.config_maps = {{{"atlas-config", Origin::spec({1, 2})},
                       {"slurm", {}},
                       {{"slurm.conf", "slurm/slurm.conf"}, {"b", "scripts/b.sh"}},
                       {{"z", {"1", {}}}, {"a", {"true", {}}}},
                       {{"note", {"x", {}}}},
                       Origin::spec({1, 2})}};
  WrittenParts parts;
  for (const ObjectFile& objects : made.objects) made.files.push_back(object_file(objects, parts));
  return made;
}

TEST(Stream, AnObjectFileHoldsItsDocuments) {
  WrittenParts parts;
  const Bundle made = bundle();
  const OutputFile file = object_file(made.objects[0], parts);
  EXPECT_EQ(file.path, "k8s/a.yaml");
  EXPECT_EQ(file.text, "kind: Service\nsize: 1\n---\nkind: Pod\nsize: 1\n");
}

TEST(Stream, ConfigMapsAreGeneratedAsKustomizeDoes) {
  EXPECT_EQ(yaml_stream(bundle()), R"(kind: Service
size: 1
---
kind: Pod
size: 1
---
kind: Job
size: 1
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: atlas-config
  namespace: slurm
  labels:
    a: "true"
    z: "1"
  annotations:
    note: x
data:
  b: |
    true
  slurm.conf: |+
    ClusterName="a"

)");
}

TEST(Stream, ConfigMapDataHasTheOriginsOfItsFile) {
  const Bundle made = bundle();
  const Value object = config_map(made.config_maps[0], made.files);
  EXPECT_EQ(object.at({"data", "slurm.conf"})->origin.sources().size(), 3u);
  EXPECT_EQ(object.at({"metadata", "name"})->origin.sources().size(), 1u);
}

TEST(Stream, AMissingFileThrows) {
  Bundle broken = bundle();
  broken.config_maps[0].files[0].path = "slurm/typo.conf";
  EXPECT_THROW(yaml_stream(broken), std::logic_error);
  broken = bundle();
  broken.objects[0].path = "k8s/other.yaml";
  EXPECT_THROW(yaml_stream(broken), std::logic_error);
}

TEST(Stream, JsonIsAList) {
  Bundle small = bundle();
  small.objects.clear();
  small.config_maps[0].files.resize(1);
  EXPECT_EQ(json_stream(small), R"({
  "apiVersion": "v1",
  "kind": "List",
  "items": [
    {
      "apiVersion": "v1",
      "kind": "ConfigMap",
      "metadata": {
        "name": "atlas-config",
        "namespace": "slurm",
        "labels": {
          "a": "true",
          "z": "1"
        },
        "annotations": {
          "note": "x"
        }
      },
      "data": {
        "slurm.conf": "ClusterName=\"a\"\n\n"
      }
    }
  ]
}
)");
}

TEST(Json, EscapesControlCharactersAndOmitsNoneValues) {
  std::string text;
  append_json(text, Value::list({Value::string("\t\x1b\\", {}), Value{}, Value::list(), Value::map(),
                                 Value::boolean(true, {})}));
  EXPECT_EQ(text, "[\n  \"\\t\\u001b\\\\\",\n  [],\n  {},\n  true\n]");
}

}  // namespace
}  // namespace skiff
