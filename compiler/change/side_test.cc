#include "change/side.h"

#include <gtest/gtest.h>

#include "compile.h"
#include "testing/examples.h"

namespace skiff::change {
namespace {

OutputFile file(std::string path, std::string text) { return {std::move(path), std::move(text), {}}; }

const std::string plan = "name: atlas\nnamespace: slurm\ntarget:\n  slurm: \"24.11\"\n  kubernetes: \"1.33\"\n";

FileSet small() {
  return {file("kustomization.yaml",
               "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n- k8s/nodes.yaml\n"
               "configMapGenerator:\n- name: atlas-login-sshd\n  namespace: slurm\n  files:\n"
               "  - sshd_config=slurm/sshd_config.login\n  - slurm/slurm.conf\n  options:\n"
               "    disableNameSuffixHash: true\n    labels:\n      a: b\n"),
          file("plan.yaml", plan),
          file("k8s/nodes.yaml",
               "apiVersion: v1\nkind: Service\nmetadata:\n  name: nodes\n  namespace: slurm\n---\n"
               "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: slurm\n"),
          file("slurm/sshd_config.login", "Port 22\n"), file("slurm/slurm.conf", "ClusterName=atlas\n")};
}

TEST(Side, HasObjectsGeneratedConfigMapsAndTheTarget) {
  const Side side = read_side(small());
  EXPECT_EQ(side.problems, std::vector<std::string>());
  ASSERT_EQ(side.objects.size(), 3u);
  EXPECT_EQ(side.objects[0].kind + "/" + side.objects[0].ns + "/" + side.objects[0].name, "Service/slurm/nodes");
  EXPECT_EQ(side.objects[1].kind + "/" + side.objects[1].ns + "/" + side.objects[1].name, "Namespace//slurm");
  const Object& map = side.objects[2];
  EXPECT_EQ(map.kind + "/" + map.name, "ConfigMap/atlas-login-sshd");
  ASSERT_EQ(map.entries.size(), 2u);
  EXPECT_EQ(map.entries[0].key, "slurm.conf");
  EXPECT_EQ(map.entries[1].key, "sshd_config");
  EXPECT_EQ(map.entries[1].file->text, "Port 22\n");
  EXPECT_NE(map.value.at({"metadata", "labels", "a"}), nullptr);
  EXPECT_EQ(side.cluster, "atlas");
  EXPECT_EQ(side.ns, "slurm");
  EXPECT_EQ(to_string(side.slurm), "24.11");
  EXPECT_EQ(to_string(side.kubernetes), "1.33");
}

TEST(Side, NamesThePlaceOfTextThatIsNotYaml) {
  FileSet files = small();
  files[2].text = "apiVersion: v1\nkind: [\n";
  const Side side = read_side(std::move(files));
  ASSERT_EQ(side.problems.size(), 1u);
  EXPECT_TRUE(side.problems[0].starts_with("k8s/nodes.yaml:2:")) << side.problems[0];
}

TEST(Side, RefusesWhatKustomizeWouldDoBeyondSkiff) {
  FileSet files = small();
  files[0].text += "patches:\n- path: mine.yaml\n";
  const Side side = read_side(std::move(files));
  ASSERT_EQ(side.problems.size(), 1u);
  EXPECT_EQ(side.problems[0], "kustomization.yaml:16:1: skiff writes no field \"patches\" here; remove it");
}

TEST(Side, NamesAMissingFile) {
  FileSet files = small();
  files.pop_back();
  EXPECT_EQ(read_side(std::move(files)).problems,
            std::vector<std::string>{"slurm/slurm.conf:1:1: the file is missing"});
}

TEST(Side, NamesTheFilesOfTheOutput) {
  EXPECT_EQ(named_files(small()[0].text),
            (std::vector<std::string>{"k8s/nodes.yaml", "plan.yaml", "slurm/slurm.conf", "slurm/sshd_config.login"}));
}

// The objects that are read back are those that were compiled.
TEST(Side, ReadsTheOutputOfEachExample) {
  for (const testing::Example& example : testing::examples()) {
    Compilation compilation = compile(example.text, testing::spec_files(example));
    std::size_t objects = compilation.bundle.config_maps.size();
    for (const ObjectFile& one : compilation.bundle.objects) objects += one.objects.size();
    ASSERT_GT(objects, 0u) << example.name;
    const Side side = read_side(std::move(compilation.bundle.files));
    EXPECT_EQ(side.problems, std::vector<std::string>()) << example.name;
    EXPECT_EQ(side.objects.size(), objects) << example.name;
    EXPECT_GE(side.slurm, (Version{22, 5})) << example.name;
  }
}

}  // namespace
}  // namespace skiff::change
