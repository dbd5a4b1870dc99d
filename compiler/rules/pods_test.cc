#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testing/examples.h"
#include "testing/repository.h"

namespace skiff {
namespace {

using Json = nlohmann::ordered_json;

/// The paths of all lists of tolerations in the schema, as diagnostics show them for the first item of each list.
void add_paths(const Json& schema, const std::string& path, std::vector<std::string>& paths) {
  if (path.ends_with(".tolerations")) {
    paths.push_back(path + "[0]");
    return;
  }
  if (schema.contains("items")) add_paths(schema["items"], path + "[0]", paths);
  if (schema.contains("properties"))
    for (const auto& [name, property] : schema["properties"].items()) add_paths(property, path + "." + name, paths);
  for (const char* branches : {"oneOf", "anyOf", "allOf"})
    if (schema.contains(branches))
      for (const Json& branch : schema[branches]) add_paths(branch, path, paths);
}

TEST(Tolerations, AreCheckedInEveryPlaceOfTheSpec) {
  const auto root = testing::repository();
  const Json schema = Json::parse(testing::file_text(root / "schema" / "cluster.schema.json"));
  std::vector<std::string> paths;
  add_paths(schema["properties"]["spec"], "spec", paths);
  EXPECT_GE(paths.size(), 8u);
  const std::string messages = testing::file_text(root / "golden" / "errors" / "bad-toleration.txt");
  for (const std::string& path : paths)
    EXPECT_NE(messages.find(" " + path + ".key: Required value"), std::string::npos) << path;
}

}  // namespace
}  // namespace skiff
