#include "emit/yaml.h"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "text/yaml_scalar.h"

namespace skiff {
namespace {

using Kind = Value::Kind;

Value text(std::string content) { return Value::string(std::move(content), Origin::spec({1, 2})); }

std::string emitted(const Value& value) {
  OutputFile file;
  append_document(file, value);
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(file.text, '\n')), file.lines.size());
  return file.text;
}

TEST(Yaml, CanonicalForm) {
  Value container = Value::map();
  container.add("name", text("slurmd")).add("args", Value::list({text("-D"), text("no")}));
  container.add("resources", Value::map()).add("ports", Value::list());
  container.comment = "the one that matters";
  container.find("name")->comment = "two\n\nlines";
  Value root = Value::map();
  root.add("kind", text("Pod")).add("replicas", Value::integer(-3, {})).add("on", Value::boolean(true, {}));
  root.add("containers", Value::list({container, Value::list({text("a"), Value::list({text("b")})})}));
  EXPECT_EQ(emitted(root), R"(kind: Pod
replicas: -3
"on": true
containers:
# the one that matters
# two
#
# lines
- name: slurmd
  args:
  - -D
  - "no"
  resources: {}
  ports: []
- - a
  - - b
)");
}

TEST(Yaml, MultilineText) {
  Value root = Value::map();
  root.add("clip", text("a\n\n  b\n")).add("strip", text("a\nb")).add("keep", text("a\n\n\n"));
  root.add("indented", text("  a\nb\n")).add("late", text("\na\n")).add("blank", text("\n \n"));
  root.add("tail", text("a\n  ")).add("list", Value::list({text("---\nx\n")})).add("carriage", text("a\r\nb\n"));
  EXPECT_EQ(emitted(root), R"(clip: |
  a

    b
strip: |-
  a
  b
keep: |+
  a


indented: |2
    a
  b
late: |2

  a
blank: "\n \n"
tail: "a\n  "
list:
- |
  ---
  x
carriage: "a\x0d\nb\n"
)");
}

TEST(Yaml, AMarkerSeparatesDocumentsButNotTheHeader) {
  OutputFile file;
  file.line("# Compiled by skiff.", {});
  append_document(file, Value::map().add("a", text("x")));
  append_document(file, Value::map().add("b", text("x")));
  EXPECT_EQ(file.text, "# Compiled by skiff.\na: x\n---\nb: x\n");
  EXPECT_EQ(file.lines.size(), 4u);
}

TEST(Yaml, SharedPartsAreWrittenLikeOthers) {
  const Value labels = Value::map().add("app", Value::string("a", Origin::spec({1, 2}))).add("tier", text("b"));
  Value documents = Value::list();
  for (std::uint32_t i = 10; i < 30; ++i) {
    const Value item = Value::map(Origin::spec({i, i + 1}))
                           .add("name", Value::string("n", Origin::spec({i, i + 2})))
                           .add("labels", labels);
    Value shared = labels;
    shared.origin = Origin::spec({i, i + 3});
    documents.items.push_back(
        Value::map().add("labels", shared).add("list", Value::list({item, shared, item})).add("deep", item));
  }
  WrittenParts parts;
  for (const Value& document : documents.items) {
    OutputFile alone, together;
    append_document(alone, document);
    append_document(together, document, parts);
    ASSERT_EQ(together.text, alone.text);
    ASSERT_EQ(together.lines.size(), alone.lines.size());
    for (std::size_t i = 0; i < alone.lines.size(); ++i)
      EXPECT_EQ(together.lines[i].sources(), alone.lines[i].sources()) << i;
  }
  EXPECT_FALSE(parts.parts.empty());
}

TEST(Yaml, NoneValuesAreOmitted) {
  Value root = Value::map();
  root.add("list", Value::list({Value{}, Value{}})).add("some", Value::list({Value{}, text("a")}));
  root.find("some")->items.own()[0].comment = "gone";
  EXPECT_EQ(emitted(root), "list: []\nsome:\n- a\n");
}

TEST(Yaml, ALineHasTheOriginsOfEverythingOnIt) {
  Value item = Value::map(Origin::spec({1, 2})).add("name", Value::string("a", Origin::spec({3, 4})));
  OutputFile file;
  append_document(file, Value::map().add("list", Value::list({item}, Origin::spec({5, 6}))));
  ASSERT_EQ(file.text, "list:\n- name: a\n");
  EXPECT_EQ(file.lines[0].sources().size(), 1u);
  EXPECT_EQ(file.lines[1].sources().size(), 2u);
}

// Creates random documents from strings that are likely to be misread. Another parser reads them back.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  std::size_t below(std::size_t bound) { return engine_() % bound; }

  std::string string() {
    static const std::string parts[] = {" ", "\n", "\t",   "a",  "-",  ":", "#",  "'",  "\"", "\\",   "|",   ">",
                                        "0", "1",  ".",    "e",  "x",  "_", "[",  "]",  "{",  "}",    ",",   "&",
                                        "*", "!",  "%",    "@",  "`",  "?", "~",  "=",  "<<", "---",  "...", "é",
                                        "😀", "\r", "\x01", "no", "on", "y", "\n", "\n", "  ", "true", "null"};
    std::string made;
    for (std::size_t left = below(7); left > 0; --left) made += parts[below(std::size(parts))];
    return made;
  }

  Value value(int depth) {
    switch (below(depth > 0 ? 6 : 4)) {
      case 0:
        return Value::integer(static_cast<std::int64_t>(below(2000)) - 1000, {});
      case 1:
        return Value::boolean(below(2) == 1, {});
      case 4: {
        Value list = Value::list();
        for (std::size_t left = below(4); left > 0; --left) list.items.push_back(commented(value(depth - 1)));
        return list;
      }
      case 5:
        return map(depth - 1);
      default:
        return text(string());
    }
  }

  Value map(int depth) {
    Value made = Value::map();
    for (std::size_t left = below(4); left > 0; --left) {
      std::string key = string();
      if (!made.find(key)) made.add(std::move(key), commented(value(depth)));
    }
    return made;
  }

 private:
  Value commented(Value value) {
    if (below(8) == 0) value.comment = "a: comment\n- of two lines";
    return value;
  }

  std::mt19937 engine_;
};

void expect_same(const Value& value, const YAML::Node& node) {
  switch (value.kind) {
    case Kind::map: {
      ASSERT_TRUE(node.IsMap());
      ASSERT_EQ(node.size(), value.members.size());
      auto member = value.members.begin();
      for (const auto& entry : node) {
        ASSERT_EQ(entry.first.Scalar(), member->key);
        expect_same(member->value, entry.second);
        ++member;
      }
      break;
    }
    case Kind::list:
      ASSERT_TRUE(node.IsSequence());
      ASSERT_EQ(node.size(), value.items.size());
      for (std::size_t i = 0; i < value.items.size(); ++i) expect_same(value.items[i], node[i]);
      break;
    case Kind::string:
      ASSERT_TRUE(node.IsScalar());
      ASSERT_EQ(node.Scalar(), value.text);
      break;
    case Kind::integer:
      ASSERT_EQ(node.Tag(), "?");  // a plain scalar
      ASSERT_EQ(node.as<std::int64_t>(), value.number);
      break;
    case Kind::boolean:
      ASSERT_EQ(node.Tag(), "?");
      ASSERT_EQ(node.as<bool>(), value.number == 1);
      break;
    case Kind::none:
      FAIL();
  }
}

TEST(Yaml, OutputReadsBackUnchanged) {
  Random random(1);
  for (int round = 0; round < 20000; ++round) {
    const Value document = random.map(4);
    const std::string yaml = emitted(document);
    YAML::Node read;
    ASSERT_NO_THROW(read = YAML::Load(yaml)) << yaml;
    if (document.members.empty()) continue;
    expect_same(document, read);
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << "round " << round << "\n" << yaml;
  }
}

// The quotes and escapes of a key count: "\a" is one byte, and four when it is written.
TEST(Yaml, AKeyThatParsersCannotReadIsRefused) {
  for (const auto& [key, fits] : {std::pair(std::string(1000, 'k'), true), std::pair(std::string(1001, 'k'), false),
                                  std::pair(std::string(249, '\a'), true), std::pair(std::string(500, '\a'), false)}) {
    EXPECT_EQ(is_writable_key(key), fits) << key.size();
    Value document = Value::map();
    document.members.push_back({key, Value::integer(1, {})});
    if (fits)
      EXPECT_EQ(YAML::Load(emitted(document))[key].as<int>(), 1);
    else
      EXPECT_THROW(emitted(document), std::logic_error) << key.size();
  }
}

// YAML 1.1 parsers must not read any of the unquoted strings as a number or a boolean.
TEST(Yaml, PlainStringsAreNotReadAsOtherTypes) {
  Random random(2);
  for (int round = 0; round < 50000; ++round) {
    const std::string content = random.string();
    if (yaml_scalar(content) != content) continue;
    bool boolean = false;
    double number = 0;
    const YAML::Node node = YAML::Load(content);
    EXPECT_FALSE(YAML::convert<bool>::decode(node, boolean)) << content;
    EXPECT_FALSE(YAML::convert<double>::decode(node, number)) << content;
    EXPECT_FALSE(node.IsNull()) << content;
  }
}

}  // namespace
}  // namespace skiff
