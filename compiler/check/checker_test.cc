#include "check/checker.h"

#include <gtest/gtest.h>

#include "check/rules.h"
#include "diag/wording.h"
#include "read/path.h"
#include "read/reader.h"

namespace skiff {
namespace {

// A schema with every feature of the real one, and some that it may get later.
constexpr std::string_view colors[] = {"red", "green"};
constexpr std::string_view sizes[] = {"8", "16"};
constexpr std::string_view one_version[] = {"v1"};
constexpr std::string_view examples[] = {"1.30"};
constexpr Schema text = {.types = Schema::string};
constexpr Schema version = {.types = Schema::string, .enumeration = one_version};
constexpr Schema release = {.types = Schema::string, .examples = examples};
constexpr Schema color = {.types = Schema::string, .enumeration = colors};
constexpr Schema size = {.types = Schema::integer, .enumeration = sizes};
constexpr Pattern letters = {"^[a-z]+$", [](const std::string& value) {
                               return !value.empty() &&
                                      value.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == value.npos;
                             }};
constexpr Schema label = {.types = Schema::string,
                          .pattern = letters,
                          .expect = "must be lower-case letters",
                          .min_length = 1,
                          .max_length = 5};
constexpr Schema wait = {.types = Schema::string, .longest = "7d"};
constexpr Schema count = {.types = Schema::integer, .minimum = 1, .maximum = 9};
constexpr Schema positive = {.types = Schema::integer, .minimum = 1};
constexpr Schema below = {.types = Schema::integer, .maximum = 9};
constexpr Schema flag = {.types = Schema::boolean};
constexpr Schema ratio = {.types = Schema::number};
constexpr Schema labels = {
    .types = Schema::array, .min_items = 1, .max_items = 3, .unique_items = true, .items = &label};
constexpr Schema free_map = {.types = Schema::object,
                             .min_properties = 1,
                             .additional = &text,
                             .key_pattern = letters,
                             .key_expect = "must be lower-case letters"};
constexpr SchemaProperty inner_properties[] = {{"depth", &count, false}, {"kind", &color, true}};
constexpr Schema inner = {.types = Schema::object, .properties = inner_properties};
constexpr Schema inner_list = {.types = Schema::array, .items = &inner};
constexpr const Schema* either_forms[] = {&count, &label, &inner};
constexpr Schema either = {.one_of = either_forms};
constexpr SchemaProperty claim_properties[] = {{"claim", &text, true}, {"mode", &text, false}};
constexpr SchemaProperty path_properties[] = {{"path", &text, true}};
constexpr Schema claim_form = {.types = Schema::object, .properties = claim_properties};
constexpr Schema path_form = {.types = Schema::object, .properties = path_properties};
constexpr const Schema* volume_forms[] = {&claim_form, &path_form};
constexpr Schema volume = {.one_of = volume_forms};
constexpr SchemaProperty properties[] = {
    {"text", &text, false},     {"color", &color, false},       {"size", &size, false},
    {"label", &label, false},   {"count", &count, false},       {"flag", &flag, false},
    {"ratio", &ratio, false},   {"labels", &labels, false},     {"map", &free_map, false},
    {"inner", &inner, false},   {"list", &inner_list, false},   {"either", &either, false},
    {"volume", &volume, false}, {"positive", &positive, false}, {"below", &below, false},
    {"wait", &wait, false}};
constexpr Schema root = {.types = Schema::object, .properties = properties};

// The diagnostics as `RULE@text under the span+notes path: …`, one per line.
std::string findings(std::string_view yaml, const Schema& schema = root) {
  const ReadResult document = read(yaml);
  EXPECT_TRUE(document.diagnostics.empty()) << document.diagnostics.front().message;
  Diagnostics found = check(document.root, schema);
  locate(found, document.root);
  std::string out;
  for (const Diagnostic& diagnostic : found) {
    const auto under = [&](Span span) { return std::string(yaml.substr(span.begin, span.end - span.begin)); };
    out += std::string(diagnostic.rule) + "@" + under(diagnostic.span);
    for (const Note& note : diagnostic.notes) out += "+" + std::to_string(note.span.begin);
    out += " " + wording(diagnostic) + "\n";
  }
  return out;
}

TEST(Checker, AcceptsWhatTheSchemaAllows) {
  EXPECT_EQ(
      findings(
          "text: x\ncolor: red\nsize: 16\nlabel: abc\ncount: 9\nflag: true\nratio: 1.5\nlabels: [a, b]\n"
          "map: {a: b}\ninner: {kind: green, depth: 1}\nlist: [{kind: red}]\neither: 3\nvolume: {claim: c, mode: m}\n"),
      "");
  EXPECT_EQ(findings("ratio: 3\neither: abc\nvolume: {path: p}\n"), "");
  EXPECT_EQ(findings("either: {kind: red}\ntext: \"1.30\"\ncount: 1\n"), "");
  EXPECT_EQ(findings("text: no\n"), "");  // text in YAML 1.2, and skiff prints it in quotes
}

TEST(Checker, UnknownFields) {
  EXPECT_EQ(findings("colour: red\n"), "SKF101@colour colour: unknown field \"colour\"; did you mean \"color\"?\n");
  EXPECT_EQ(findings("COLOR: red\n"), "SKF101@COLOR COLOR: unknown field \"COLOR\"; did you mean \"color\"?\n");
  EXPECT_EQ(findings("inner: {kind: red, zebra: 1}\n"),
            "SKF101@zebra inner.zebra: unknown field \"zebra\"; known fields: depth, kind\n");
  EXPECT_EQ(findings("zebra: 1\n"),
            "SKF101@zebra zebra: unknown field \"zebra\"; known fields: text, color, size, label, count, flag, ratio, "
            "labels, map, inner, list, either, volume, positive, below, wait\n");
  EXPECT_EQ(findings("labelsOfAll: 1\n"),
            "SKF101@labelsOfAll labelsOfAll: unknown field \"labelsOfAll\"; did you mean \"labels\"?\n");
  static constexpr SchemaHint hints[] = {{"kind", "colors are kinds"}};
  std::vector<SchemaProperty> many(21, properties[0]);
  const Schema large = {.types = Schema::object, .properties = many, .instead = hints};
  const std::vector<SchemaProperty> fields = {{"large", &large, false}};
  const Schema outer = {.types = Schema::object, .properties = fields};
  EXPECT_EQ(findings("large: {zebra: 1, kind: 2}\n", outer),
            "SKF101@zebra large.zebra: unknown field \"zebra\"; `skiff explain large` lists the known fields\n"
            "SKF101@kind large.kind: unknown field \"kind\"; colors are kinds\n");
}

TEST(Checker, ThePluralIsNearerThanAnotherLevel) {
  const std::vector<SchemaProperty> fields = {{"kinds", &count, false}, {"inner", &inner, false}};
  const Schema outer = {.types = Schema::object, .properties = fields};
  EXPECT_EQ(findings("kind: 1\n", outer), "SKF101@kind kind: unknown field \"kind\"; did you mean \"kinds\"?\n");
}

TEST(Checker, FieldsAtTheWrongLevel) {
  EXPECT_EQ(findings("depth: 1\n"),
            "SKF101@depth depth: unknown field \"depth\"; \"depth\" belongs one level down, in \"inner\"\n");
  EXPECT_EQ(findings("inner: {kind: red, count: 1}\n"),
            "SKF101@count inner.count: unknown field \"count\"; \"count\" belongs one level up, at the top\n");
  EXPECT_EQ(findings("list:\n- {kind: red, flag: true}\n"),
            "SKF101@flag list[0].flag: unknown field \"flag\"; \"flag\" belongs one level up, at the top\n");
}

TEST(Checker, MissingFields) {
  EXPECT_EQ(findings("inner: {}\n"), "SKF102@{} inner.kind: Required value: for example \"kind: red\"\n");
  // Reported once: the field is present, but misspelt.
  EXPECT_EQ(findings("inner: {kimd: red}\n"),
            "SKF101@kimd inner.kimd: unknown field \"kimd\"; did you mean \"kind\"?\n");
  static constexpr SchemaProperty two[] = {{"apiVersion", &version, true},
                                           {"release", &release, true},
                                           {"inner", &inner_list, true},
                                           {"map", &free_map, true}};
  static constexpr Schema schema = {.types = Schema::object, .properties = two};
  EXPECT_EQ(findings("{}\n", schema),
            "SKF102@{} apiVersion: Required value: write \"apiVersion: v1\"\n"
            "SKF102@{} release: Required value: for example \"release: \\\"1.30\\\"\"\n"
            "SKF102@{} inner: Required value: for example \"inner: [{kind: red}]\"\n"
            "SKF102@{} map: Required value\n");
}

TEST(Checker, MissingValues) {
  EXPECT_EQ(findings("text:\n"), "SKF103@text text: Required value: give a value, or remove the field\n");
  EXPECT_EQ(findings("text: ~\n"), "SKF103@~ text: Required value: give a value, or remove the field\n");
  EXPECT_EQ(findings("labels:\n- a\n-\n"), "SKF103@- labels[1]: Required value: give a value, or remove the item\n");
  EXPECT_EQ(findings("labels: [null, null]\n"),
            "SKF103@null labels[0]: Required value: give a value, or remove the item\n"
            "SKF103@null labels[1]: Required value: give a value, or remove the item\n");
}

TEST(Checker, Integers) {
  EXPECT_EQ(findings("count: \"3\"\n"),
            "SKF104@\"3\" count: Invalid value: \"3\": must be an integer; remove the quotes\n");
  EXPECT_EQ(findings("count: 2.0\n"), "SKF104@2.0 count: Invalid value: 2.0: must be an integer; write 2\n");
  EXPECT_EQ(findings("count: 2.5\n"), "SKF104@2.5 count: Invalid value: 2.5: must be an integer\n");
  EXPECT_EQ(findings("count: many\n"), "SKF104@many count: Invalid value: \"many\": must be an integer\n");
  EXPECT_EQ(findings("count: true\n"), "SKF104@true count: Invalid value: true: must be an integer\n");
  EXPECT_EQ(findings("count: 017\n"),
            "SKF106@017 count: Invalid value: 017: must be an integer; write 17; YAML parsers differ on this form of a "
            "number\n");
  EXPECT_EQ(findings("count: 0x1F\n"),
            "SKF106@0x1F count: Invalid value: 0x1F: must be an integer; write 31; YAML parsers differ on this form of "
            "a number\n");
  EXPECT_EQ(findings("count: +5\n"),
            "SKF106@+5 count: Invalid value: +5: must be an integer; write 5; YAML parsers differ on this form of a "
            "number\n");
}

TEST(Checker, Ranges) {
  EXPECT_EQ(findings("count: 0\n"), "SKF111@0 count: Invalid value: 0: must be from 1 to 9\n");
  EXPECT_EQ(findings("count: 10\n"), "SKF111@10 count: Invalid value: 10: must be from 1 to 9\n");
  EXPECT_EQ(findings("positive: -3\n"), "SKF111@-3 positive: Invalid value: -3: must be at least 1\n");
  EXPECT_EQ(findings("below: 10\n"), "SKF111@10 below: Invalid value: 10: must be at most 9\n");
  EXPECT_EQ(findings("below: 99999999999999999999\n").substr(0, 6), "SKF111");
  EXPECT_EQ(findings("below: -99999999999999999999\n"), "");
  EXPECT_EQ(findings("positive: -99999999999999999999\n").substr(0, 6), "SKF111");
}

TEST(Checker, Times) {
  EXPECT_EQ(findings("wait: 168h\n"), "");
  EXPECT_EQ(findings("wait: 169h\n"), "SKF117@169h wait: Invalid value: \"169h\": must be no more than 7d\n");
}

TEST(Checker, Text) {
  EXPECT_EQ(findings("text: 1.30\n"), "SKF107@1.30 text: Invalid value: 1.30: must be a string; quote it: \"1.30\"\n");
  EXPECT_EQ(findings("text: true\n"), "SKF107@true text: Invalid value: true: must be a string; quote it: \"true\"\n");
  EXPECT_EQ(
      findings("text: 010\n"),
      "SKF106@010 text: Invalid value: 010: must be a string; quote it: \"010\"; YAML parsers differ on this form of a "
      "number\n");
  EXPECT_EQ(
      findings("text: 12:30:00\n"),
      "SKF106@12:30:00 text: Invalid value: 12:30:00: must be a string; quote it: \"12:30:00\"; YAML parsers differ on "
      "this form of a number\n");
  EXPECT_EQ(findings("text: 1-12:30:00\n"), "");
  EXPECT_EQ(findings("text: True\n"), "SKF106@True text: Invalid value: True: must be a string; quote it: \"True\"\n");
  EXPECT_EQ(findings("label: \"\"\n"), "SKF110@\"\" label: Invalid value: \"\": must not be empty\n");
  EXPECT_EQ(findings("label: abcdef\n"),
            "SKF110@abcdef label: Invalid value: \"abcdef\": must be no more than 5 characters, but has 6\n");
  EXPECT_EQ(findings("label: A\n"), "SKF109@A label: Invalid value: \"A\": must be lower-case letters\n");
  EXPECT_EQ(findings("label: 7\n"),
            "SKF109@7 label: Invalid value: 7: must be lower-case letters\n");  // quotes would not help
  EXPECT_EQ(findings("label: \"abc\\n\"\n"),
            "SKF109@\"abc\\n\" label: Invalid value: \"abc\\n\": must be lower-case letters\n");
}

TEST(Checker, Booleans) {
  EXPECT_EQ(findings("flag: yes\n"), "SKF108@yes flag: Invalid value: \"yes\": must be true or false; write true\n");
  EXPECT_EQ(findings("flag: Off\n"), "SKF108@Off flag: Invalid value: \"Off\": must be true or false; write false\n");
  EXPECT_EQ(findings("flag: \"true\"\n"),
            "SKF108@\"true\" flag: Invalid value: \"true\": must be true or false; remove the quotes\n");
  EXPECT_EQ(findings("flag: TRUE\n"), "SKF106@TRUE flag: Invalid value: TRUE: must be true or false; write true\n");
  EXPECT_EQ(findings("flag: 1\n"), "SKF104@1 flag: Invalid value: 1: must be true or false\n");
}

TEST(Checker, Enumerations) {
  EXPECT_EQ(findings("color: gren\n"),
            "SKF105@gren color: Unsupported value: \"gren\": supported values: \"red\", \"green\"; did you mean "
            "\"green\"?\n");
  EXPECT_EQ(findings("color: blue\n"),
            "SKF105@blue color: Unsupported value: \"blue\": supported values: \"red\", \"green\"\n");
  EXPECT_EQ(findings("size: 9\n"), "SKF105@9 size: Unsupported value: 9: supported values: 8, 16\n");
  EXPECT_EQ(findings("color: 3\n"), "SKF105@3 color: Unsupported value: 3: supported values: \"red\", \"green\"\n");
}

TEST(Checker, Collections) {
  EXPECT_EQ(findings("labels: a\n"), "SKF104@a labels: Invalid value: \"a\": must be a list; write [\"a\"]\n");
  EXPECT_EQ(findings("list: a\n"), "SKF104@a list: Invalid value: \"a\": must be a list; for example [{kind: red}]\n");
  EXPECT_EQ(findings("labels: {a: b}\n"),
            "SKF104@{a: b} labels: Invalid value: {...}: must be a list; put \"- \" before its first field\n");
  EXPECT_EQ(findings("inner: [a]\n"),
            "SKF104@[a] inner: Invalid value: [...]: must be a map of fields; remove \"- \" before its fields\n");
  EXPECT_EQ(findings("text: [a]\n"),
            "SKF104@[a] text: Invalid value: [...]: must be a string, not a list of one item\n");
  EXPECT_EQ(findings("inner: zebra\n"),
            "SKF104@zebra inner: Invalid value: \"zebra\": must be a map of fields; known fields: depth, kind\n");
  EXPECT_EQ(findings("map: zebra\n"), "SKF104@zebra map: Invalid value: \"zebra\": must be a map of fields\n");
  EXPECT_EQ(findings("labels: []\n"),
            "SKF112@[] labels: Invalid value: []: must have at least 1 item; write one, or remove the field\n");
  EXPECT_EQ(findings("labels: [a, b, c, d]\n"),
            "SKF112@[a, b, c, d] labels: Invalid value: [...]: must have no more than 3 items, but has 4\n");
  EXPECT_EQ(findings("map: {}\n"), "SKF112@{} map: Invalid value: {}: must have at least 1 field\n");
  EXPECT_EQ(findings("[a]\n").substr(0, 6), "SKF104");
  EXPECT_EQ(findings("x\n").substr(0, 6), "SKF104");
}

TEST(Checker, ScalarsInsteadOfMaps) {
  EXPECT_EQ(findings("inner: green\n"),
            "SKF104@green inner: Invalid value: \"green\": must be a map of fields; write {kind: green}\n");
  EXPECT_EQ(findings("inner: 3\n"), "SKF104@3 inner: Invalid value: 3: must be a map of fields; write {depth: 3}\n");
  EXPECT_EQ(findings("inner: 12\n"),
            "SKF104@12 inner: Invalid value: 12: must be a map of fields; known fields: depth, kind\n");
  EXPECT_EQ(findings("inner: kind=red\n"),
            "SKF104@kind=red inner: Invalid value: \"kind=red\": must be a map of fields; write \"kind: red\"\n");
  EXPECT_EQ(findings("list: [green]\n"),
            "SKF104@green list[0]: Invalid value: \"green\": must be a map of fields; write {kind: green}\n");
  // A text that nearly every field accepts does not show which one is meant.
  static constexpr SchemaProperty some[] = {{"count", &count, false}, {"class", &text, false}};
  static constexpr std::string_view empty[] = {"{}"};
  static constexpr Schema optional = {.types = Schema::object, .examples = empty, .properties = some};
  EXPECT_EQ(findings("big\n", optional),
            "SKF104@big Invalid value: \"big\": must be a map of fields; known fields: count, class\n");
  EXPECT_EQ(findings("true\n", optional),
            "SKF104@true Invalid value: true: must be a map of fields; write {} for the defaults\n");
  static constexpr std::string_view pools[] = {"{\"pool\": \"a b\", \"zone\": \"1\"}"};
  static constexpr Schema selector = {.types = Schema::object, .examples = pools, .additional = &text};
  EXPECT_EQ(findings("big\n", selector),
            "SKF104@big Invalid value: \"big\": must be a map of fields; for example {pool: \"a b\", zone: \"1\"}\n");
}

TEST(Checker, RequiredLists) {
  static constexpr Schema names = {.types = Schema::array, .min_items = 1, .items = &release};
  static constexpr SchemaProperty required[] = {{"names", &names, true}};
  static constexpr Schema group = {.types = Schema::object, .properties = required};
  static constexpr Schema groups = {.types = Schema::array, .items = &group};
  static constexpr SchemaProperty top[] = {{"names", &names, true}, {"groups", &groups, false}};
  static constexpr Schema schema = {.types = Schema::object, .properties = top};
  EXPECT_EQ(findings("names: []\ngroups: [{names: []}]\n", schema),
            "SKF112@[] names: Invalid value: []: must have at least 1 item; write one, for example [\"1.30\"]\n"
            "SKF112@[] groups[0].names: Invalid value: []: must have at least 1 item; write one, for example "
            "[\"1.30\"], or remove this item of \"groups\"\n");
  EXPECT_EQ(findings("names:\n", schema),
            "SKF103@names names: Required value: give a value, for example \"names: [\\\"1.30\\\"]\"\n");
}

TEST(Checker, Duplicates) {
  EXPECT_EQ(findings("labels: [a, b, a]\n"),
            "SKF113@a+9 labels[2]: Duplicate value: \"a\": each item may appear only once\n");
  constexpr Schema unique = {.types = Schema::array, .unique_items = true, .items = &either};
  // These are equal in meaning, although not in text. A number and the same digits as text are different.
  EXPECT_EQ(findings("[{kind: red, depth: 1}, {depth: 1, kind: \"red\"}]\n", unique).substr(0, 6), "SKF113");
  EXPECT_EQ(findings("[1, a]\n", unique), "");
  const std::string long_text(200, 'x');
  constexpr Schema texts = {.types = Schema::array, .unique_items = true, .items = &text};
  EXPECT_EQ(findings("[" + long_text + "a, " + long_text + "b]\n", texts), "");
  EXPECT_EQ(findings("[\"1\", one]\n", texts), "");
}

TEST(Checker, NamesOfAMap) {
  EXPECT_EQ(findings("map: {A: b}\n"), "SKF116@A map.A: Invalid value: \"A\": the name must be lower-case letters\n");
}

TEST(Checker, FormsDistinguishedByType) {
  EXPECT_EQ(findings("either: [a]\n"),
            "SKF104@[a] either: Invalid value: [...]: must be a string, an integer or a map of fields; remove \"- \" "
            "before its "
            "fields\n");
  EXPECT_EQ(findings("either: 12\n"), "SKF111@12 either: Invalid value: 12: must be from 1 to 9\n");
  EXPECT_EQ(findings("either: ABC\n"), "SKF109@ABC either: Invalid value: \"ABC\": must be lower-case letters\n");
  EXPECT_EQ(findings("either: 1.5\n"), "SKF109@1.5 either: Invalid value: 1.5: must be lower-case letters\n");
  EXPECT_EQ(findings("either: {kind: red, x: 1}\n").substr(0, 8), "SKF101@x");
}

TEST(Checker, FormsDistinguishedByField) {
  EXPECT_EQ(findings("volume: {}\n"), "SKF114@{} volume: Required value: one of \"claim\", \"path\"\n");
  EXPECT_EQ(findings("volume: {claim: a, path: b}\n"),
            "SKF115@path+9 volume.path: Forbidden: may not be specified together with \"claim\"\n");
  EXPECT_EQ(findings("volume: {path: a, mode: b}\n").substr(0, 11), "SKF101@mode");
}

TEST(Checker, ReportsAllInTheOrderOfTheText) {
  EXPECT_EQ(findings("count: 0\ncolour: red\nlabel: A\ninner: {}\n"),
            "SKF111@0 count: Invalid value: 0: must be from 1 to 9\n"
            "SKF101@colour colour: unknown field \"colour\"; did you mean \"color\"?\n"
            "SKF109@A label: Invalid value: \"A\": must be lower-case letters\n"
            "SKF102@{} inner.kind: Required value: for example \"kind: red\"\n");
}

TEST(Checker, ReportsAnErrorBehindAnAliasOnce) {
  EXPECT_EQ(findings("list: [&x {kind: blue}, *x, *x]\n"),
            "SKF105@blue list[0].kind: Unsupported value: \"blue\": supported values: \"red\", \"green\"\n");
}

TEST(Checker, TruncatesAndEscapesValues) {
  const std::string out = findings("label: \"" + std::string(300, 'x') + "\"\n");
  EXPECT_NE(out.find("\"" + std::string(80, 'x') + "...\""), std::string::npos);
  EXPECT_NE(findings("color: \"a\\e[1m\\\"\"\n").find("\"a\\x1b[1m\\\"\""), std::string::npos);
}

}  // namespace
}  // namespace skiff
