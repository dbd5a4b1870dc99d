// Compares our checker with valijson's own validator. Both must agree on which specs match the schema: for every
// example and bad spec, and for the examples with other values in some of their fields.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "check/checker.h"
#include "check/scalar.h"
#include "diag/wording.h"
#include "embedded/files.h"
#include "read/reader.h"
#include "testing/repository.h"
#include "text/number.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// A number in a form that parsers differ on becomes null: neither validator accepts it anywhere.
Json scalar(const Node& node) {
  switch (scalar_kind(node)) {
    case ScalarKind::text:
      return node.text;
    case ScalarKind::integer:
      if (const auto value = to_number(node.text)) return *value;
      return std::stod(node.text);
    case ScalarKind::number:
      return node.text.find_first_of("nN") == std::string::npos ? Json(std::stod(node.text)) : Json(1.5);
    case ScalarKind::boolean:
      return node.text == "true";
    case ScalarKind::ambiguous:
      break;
  }
  return nullptr;
}

Json json(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return nullptr;
    case Node::Kind::scalar:
      return scalar(node);
    case Node::Kind::sequence: {
      Json list = Json::array();
      for (const Node& item : node.items) list.push_back(json(item));
      return list;
    }
    case Node::Kind::mapping:
      break;
  }
  Json object = Json::object();
  for (const Entry& entry : node.entries) object[entry.key.text] = json(entry.value);
  return object;
}

class Oracle : public ::testing::Test {
 protected:
  void SetUp() override {
    const Json document = Json::parse(files::schema_cluster_schema_json.text);
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(document), schema_);
  }

  // Empty if the two agree on the tree, otherwise how they differ.
  std::string disagreement(const Node& root) {
    Diagnostics ours = check(root, cluster_schema());
    // valijson does not know x-most, which is our own keyword.
    std::erase_if(ours, [](const Diagnostic& found) { return found.rule == "SKF117"; });
    valijson::ValidationResults theirs;
    const Json document = json(root);
    const bool valid = validator_.validate(schema_, valijson::adapters::NlohmannJsonAdapter(document), &theirs);
    if (valid == ours.empty()) return {};
    if (valid) return "only skiff refuses it: " + std::string(ours.front().rule) + " " + wording(ours.front());
    valijson::ValidationResults::Error error;
    std::string said = "only valijson refuses it";
    while (theirs.popError(error)) {
      said += "; ";
      for (const std::string& part : error.context) said += part;
      said += " " + error.description;
    }
    return said;
  }

  valijson::Schema schema_;
  valijson::Validator validator_;
};

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The trees of all specs below a directory, except those that the reader refuses.
std::vector<std::pair<std::string, Node>> trees(const char* folder) {
  std::vector<std::pair<std::string, Node>> found;
  for (const auto& entry : fs::recursive_directory_iterator(testing::repository() / folder)) {
    if (entry.path().extension() != ".yaml") continue;
    if (std::string(folder) == "examples" && entry.path().filename() != "cluster.yaml") continue;
    const std::string text = contents(entry.path());
    ReadResult document = read(text);
    if (document.diagnostics.empty()) found.emplace_back(entry.path().filename().string(), std::move(document.root));
  }
  return found;
}

TEST_F(Oracle, AgreesOnExamples) {
  const auto all = trees("examples");
  EXPECT_GE(all.size(), 1U);
  for (const auto& [name, root] : all) {
    EXPECT_EQ(disagreement(root), "") << name;
    EXPECT_TRUE(check(root, cluster_schema()).empty()) << name;
  }
}

TEST_F(Oracle, AgreesOnInvalidSpecs) {
  const auto all = trees("golden/errors");
  EXPECT_GE(all.size(), 40U);
  for (const auto& [name, root] : all) EXPECT_EQ(disagreement(root), "") << name;
}

void collect(Node& node, std::vector<Node*>& all) {
  all.push_back(&node);
  for (Entry& entry : node.entries) collect(entry.value, all);
  for (Node& item : node.items) collect(item, all);
}

TEST_F(Oracle, AgreesOnOtherValuesOfSomeFields) {
  const auto value = [](std::string text, bool quoted) {
    return Node{.kind = Node::Kind::scalar, .quoted = quoted, .text = std::move(text)};
  };
  std::vector<Node> others = {value("x", false),          value("A_b c", true), value("", true),
                              value("3", true),           value("3", false),    value("-1", false),
                              value("1.5", false),        value("true", false), value("017", false),
                              value("500m", false),       value("8Gi", false),  value(std::string(45, 'a'), false),
                              value("99999999999", false)};
  others.push_back({.kind = Node::Kind::sequence});
  others.push_back({.kind = Node::Kind::mapping});
  others.push_back({.kind = Node::Kind::sequence, .items = {value("a", false), value("a", false)}});
  others.push_back({.kind = Node::Kind::mapping, .entries = {{value("Zebra", false), value("1", false)}}});
  others.push_back({});
  int compared = 0;
  for (auto& [name, root] : trees("examples")) {
    Node tree = root;
    std::vector<Node*> nodes;
    collect(tree, nodes);
    // Only some nodes, spread over the spec, because a comparison takes valijson two milliseconds.
    const std::size_t step = std::max<std::size_t>(1, nodes.size() / 20);
    for (std::size_t i = 0; i < nodes.size(); i += step) {
      for (const Node& other : others) {
        Node kept = other;
        std::swap(*nodes[i], kept);  // moves the nodes below, so that pointers to them stay valid
        EXPECT_EQ(disagreement(tree), "")
            << name << ", node " << i << " at byte " << kept.span.begin << ", value " << printed(other);
        std::swap(*nodes[i], kept);
        ++compared;
        if (HasFailure()) return;
      }
    }
  }
  EXPECT_GT(compared, 300);
}

}  // namespace
}  // namespace skiff
