#include "read/reader.h"

#include <gtest/gtest.h>

#include <string>

#include "read/path.h"

namespace skiff {
namespace {

// The diagnostics as `rule@text under the span`, one per line, each with its notes at the end.
std::string findings(std::string_view text) {
  std::string out;
  for (const Diagnostic& diagnostic : read(text).diagnostics) {
    const auto under = [&](Span span) { return std::string(text.substr(span.begin, span.end - span.begin)); };
    out += std::string(diagnostic.rule) + "@" + under(diagnostic.span);
    for (const Note& note : diagnostic.notes) out += "+" + under(note.span);
    out += "\n";
  }
  return out;
}

std::string message(std::string_view text) {
  const Diagnostics found = read(text).diagnostics;
  return found.empty() ? "" : found.front().message;
}

// A tree on one line: `{a: 1, b: "q", c: [~]}`. Text that was quoted is in double quotes.
std::string shape(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return "~";
    case Node::Kind::scalar:
      return node.quoted ? '"' + node.text + '"' : node.text;
    case Node::Kind::sequence:
      break;
    case Node::Kind::mapping: {
      std::string out;
      for (const Entry& entry : node.entries) {
        out += (out.empty() ? "" : ", ") + shape(entry.key) + ": " + shape(entry.value);
      }
      return "{" + out + "}";
    }
  }
  std::string out;
  for (const Node& item : node.items) out += (out.empty() ? "" : ", ") + shape(item);
  return "[" + out + "]";
}

std::string shape(std::string_view text) {
  const ReadResult result = read(text);
  EXPECT_EQ(findings(text), "");
  return shape(result.root);
}

// The text that the span of the node at `path` covers.
std::string covered(std::string_view text, std::string_view path) {
  const ReadResult result = read(text);
  const Node* node = node_at(result.root, path);
  if (!node) return "no node";
  return std::string(text.substr(node->span.begin, node->span.end - node->span.begin));
}

TEST(Reader, KeepsTextAndQuotes) {
  EXPECT_EQ(shape("a: 1\nb: 'x'\nc: \"3\"\n"), "{a: 1, b: \"x\", c: \"3\"}");
  EXPECT_EQ(shape("octal: 017\nversion: 1.30\nno: yes\nbig: 1_000\n"),
            "{octal: 017, version: 1.30, no: yes, big: 1_000}");
  EXPECT_EQ(shape("a: |\n  x\n  y\nb: >-\n  p\n  q\n"), "{a: \"x\ny\n\", b: \"p q\"}");
  EXPECT_EQ(shape("---\na: {b: [1, {c: d}], e: }\n...\n"), "{a: {b: [1, {c: d}], e: ~}}");
  EXPECT_EQ(shape("a:\n- ~\n-\n- null\nb:\n"), "{a: [~, ~, ~], b: ~}");
  EXPECT_EQ(shape("? a\n: b\n"), "{a: b}");
  EXPECT_EQ(shape("# only\na: 1 # one\n"), "{a: 1}");
}

TEST(Reader, NullBelongsToItsOwnField) {
  // The parser's mark of a missing value may be at the next token.
  EXPECT_EQ(shape("a:\nnullable: 1\n"), "{a: ~, nullable: 1}");
  EXPECT_EQ(shape("a:\n  b:\nc: null\n"), "{a: {b: ~}, c: ~}");
  EXPECT_EQ(covered("a:\n  b:\nc: null\n", "a"), "b:");
  EXPECT_EQ(covered("a:\n  b:\nc: null\n", "a.b"), "b");
  EXPECT_EQ(covered("a:\n  b:\nc: null\n", "c"), "null");
  EXPECT_EQ(covered("a:\n- 1\n-\n- 2\n", "a[1]"), "-");
}

TEST(Reader, SpansEndWhereTheTextEnds) {
  const std::string text =
      "plain: two words # comment\n"
      "folded: one\n  two\n\n  three\n"
      "single: 'it''s'\n"
      "double: \"a \\\" b\"\n"
      "literal: |2-\n    x\n\n    y\n\n"
      "flow: {a: [1, 2 ], b: \"}\" } # }\n"
      "block:\n  k: v\n  l:\n  - i\n"
      "pairs: [x: 1, y]\n";
  EXPECT_EQ(covered(text, "plain"), "two words");
  EXPECT_EQ(covered(text, "folded"), "one\n  two\n\n  three");
  EXPECT_EQ(covered(text, "single"), "'it''s'");
  EXPECT_EQ(covered(text, "double"), "\"a \\\" b\"");
  EXPECT_EQ(covered(text, "literal"), "|2-\n    x\n\n    y");
  EXPECT_EQ(covered(text, "flow"), "{a: [1, 2 ], b: \"}\" }");
  EXPECT_EQ(covered(text, "flow.a"), "[1, 2 ]");
  EXPECT_EQ(covered(text, "block"), "k: v\n  l:\n  - i");
  EXPECT_EQ(covered(text, "pairs"), "[x: 1, y]");
  EXPECT_EQ(covered(text, "pairs[0]"), "x: 1");
}

TEST(Reader, CountsBytesAfterABomAndCrLf) {
  const std::string text =
      "\xEF\xBB\xBF"
      "a: \xC3\xBC\r\nb: |\r\n  x\r\n  y\r\nc: 2\r\n";
  EXPECT_EQ(shape(text), "{a: \xC3\xBC, b: \"x\ny\n\", c: 2}");
  EXPECT_EQ(covered(text, "a"), "\xC3\xBC");
  EXPECT_EQ(covered(text, "b"), "|\r\n  x\r\n  y");
  EXPECT_EQ(covered(text, "c"), "2");
  // The parser counts characters, and its marks can go backwards.
  const std::string wide = "\xF0\x9F\x9A\xA4: \xC3\xBC\nb: {\xC3\xBC: [\xE2\x82\xAC, x], y: \"\xC3\xBC\"}\nc: z\n";
  EXPECT_EQ(covered(wide, "b"), "{\xC3\xBC: [\xE2\x82\xAC, x], y: \"\xC3\xBC\"}");
  EXPECT_EQ(covered(wide, "b.y"), "\"\xC3\xBC\"");
  EXPECT_EQ(covered(wide, "c"), "z");
}

TEST(Reader, RefusesBytesThatAreNotUtf8) {
  EXPECT_EQ(findings("a: \xFC\n"), "SKF001@\xFC\n");
  EXPECT_EQ(findings("a: \xC0\x80\n"), "SKF001@\xC0\nSKF001@\x80\n");   // overlong
  EXPECT_EQ(findings("a: \xED\xA0\x80\n").substr(0, 6), "SKF001");      // surrogate
  EXPECT_EQ(findings("a: \xF5\x80\x80\x80\n").substr(0, 6), "SKF001");  // beyond Unicode
  EXPECT_EQ(message(std::string("\xFF\xFE") + "a"), "the file is UTF-16; save it as UTF-8");
  EXPECT_EQ(findings("a: \xF0\x9F\x9A\xA4\n"), "");
}

TEST(Reader, RefusesInvisibleCharacters) {
  EXPECT_EQ(findings(std::string("a: b\0c\n", 7)), std::string("SKF002@\0\n", 9));
  EXPECT_EQ(findings("a: \x1B[1m\n"), "SKF002@\x1B\n");
  EXPECT_EQ(findings("a: x\xEF\xBB\xBFy\n"), "SKF002@\xEF\xBB\xBF\n");
  EXPECT_EQ(findings("a: x\x7F\n"), "SKF002@\x7F\n");
  EXPECT_EQ(findings("a: \xE2\x80\xAEx\n"), "SKF002@\xE2\x80\xAE\n");  // right to left from here
  EXPECT_EQ(findings("a: \xE2\x80\x8Bx\n"), "SKF002@\xE2\x80\x8B\n");  // no width
}

TEST(Reader, RefusesLineEndsThatReadersDifferOn) {
  EXPECT_EQ(findings("a: 1\rb: 2\n"), "SKF003@\r\n");
  EXPECT_EQ(findings("a: 1\xE2\x80\xA8"
                     "b: 2\n"),
            "SKF003@\xE2\x80\xA8\n");
  EXPECT_EQ(findings("a: 1\xC2\x85\n"), "SKF003@\xC2\x85\n");
}

TEST(Reader, RefusesTabsAsIndentation) {
  EXPECT_EQ(findings("a:\n\tb: 1\n"), "SKF004@\t\n");
  EXPECT_EQ(findings("\ta: 1\n"), "SKF004@\t\n");
  EXPECT_EQ(findings("a:\n  - b\n \t- c\n"), "SKF004@\t\n");
  EXPECT_EQ(findings("a: |\n  x\n\ty\n"), "SKF004@\t\n");
  EXPECT_EQ(findings("a: 1\t# behind a value it is only white space\n"), "");
  EXPECT_EQ(findings("a:\n-\t\n"), "SKF004@\t\n");
}

TEST(Reader, RefusesASecondDocument) {
  EXPECT_EQ(findings("a: 1\n---\nb: 2\n"), "SKF005@---\n");
  EXPECT_EQ(findings("a: 1\n---\n"), "SKF005@---\n");
  EXPECT_EQ(findings("---\n---\na: 1\n"), "SKF005@---\n");
  EXPECT_EQ(findings("a: 1\n... # end\n# more\nb: 2\n"), "SKF005@b: 2\n");
  EXPECT_EQ(findings("---\na: 1\n...\n"), "");
}

TEST(Reader, RefusesLinesOutsideTheStructure) {
  EXPECT_EQ(findings("- a\nb: 1\n"), "SKF006@b: 1\n");
  EXPECT_EQ(findings("{a: 1}\nfoo: 2\n"), "SKF006@foo: 2\n");
  EXPECT_EQ(findings("\"x\" y\n"), "SKF006@y\n");
  EXPECT_EQ(findings("  a: 1\n b: 2\n"), "SKF006@b: 2\n");
}

TEST(Reader, RefusesDuplicateFields) {
  EXPECT_EQ(findings("a: 1\nb: 2\na: 3\n\"a\": 4\n"), "SKF007@a+a\nSKF007@\"a\"+a\n");
  EXPECT_EQ(findings("x: {a: 1, a: 2}\n"), "SKF007@a+a\n");
  EXPECT_EQ(message("a: 1\na: 2\n"), "field \"a\" is given twice; merge the two, or keep one");
}

TEST(Reader, RefusesMergeKeys) {
  EXPECT_EQ(findings("a: &x {b: 1}\nc:\n  <<: *x\n"), "SKF008@<<\n");
  EXPECT_EQ(findings("\"<<\": 1\n"), "");
}

TEST(Reader, RefusesFieldsWithoutColon) {
  EXPECT_EQ(findings("a: 1\nb\n"), "SKF009@b\n");
  EXPECT_EQ(findings("{x 1}\n"), "SKF009@x 1\n");
  EXPECT_EQ(findings("a: {b, c: 1}\n"), "SKF009@b\n");
  EXPECT_EQ(findings("? a\n"), "SKF009@a\n");
  EXPECT_EQ(findings("a: 1\nb c # d\ne: 1\n"), "SKF009@b c\n");
  EXPECT_EQ(findings("a:\n- 1\nb\nc: 1\n"), "SKF009@b\n");
  EXPECT_EQ(message("a: 1\nb\n"), "missing \":\" after \"b\"; write \"b: VALUE\"");
  EXPECT_EQ(message("a: 1\nb=2\n"), "missing \":\" after \"b\"; write \"b: 2\"");
  EXPECT_EQ(message("a: 1\nb:2\n"), "missing space after \"b:\"; write \"b: 2\"");
}

TEST(Reader, RefusesMissingItems) {
  EXPECT_EQ(findings("a: [1,,2]\n"), "SKF010@,\n");
  EXPECT_EQ(findings("a: [1, 2,]\n"), "");
}

TEST(Reader, ExpandsAliases) {
  const std::string text = "a: &x {k: 1}\nb: *x\nc: [*x, &y 2, *y]\n";
  EXPECT_EQ(shape(text), "{a: {k: 1}, b: {k: 1}, c: [{k: 1}, 2, 2]}");
  EXPECT_EQ(covered(text, "b.k"), "1");
  EXPECT_EQ(node_at(read(text).root, "b")->span, node_at(read(text).root, "a")->span);
}

TEST(Reader, RefusesUnusableAnchorsAndAliases) {
  EXPECT_EQ(findings("a: *x\n"), "SKF011@*\n");
  EXPECT_EQ(findings("a: &x [*x]\n"), "SKF011@*x\n");
  EXPECT_EQ(findings("a: &x &y 1\n"), "SKF011@&\n");
  EXPECT_EQ(findings("a: &x 1\nb: &x [*x]\n"), "SKF011@*x\n");
  EXPECT_EQ(findings("a: &x *y\n"), "SKF011@*\n");
  EXPECT_EQ(findings("a: &\n"), "SKF011@\n\n");
  std::string bomb = "a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) bomb += (j ? ", " : "") + before;
    bomb += "]\n";
  }
  EXPECT_EQ(findings(bomb), "SKF011@*a2\n");
}

TEST(Reader, RefusesDeepNesting) {
  const auto nested = [](int depth) { return "a: " + std::string(depth, '[') + std::string(depth, ']') + "\n"; };
  EXPECT_EQ(findings(nested(63)), "");
  EXPECT_EQ(findings(nested(64)), "SKF012@[\n");
  EXPECT_EQ(findings(nested(2000)), "SKF012@[\n");
  // Two halves that are each allowed.
  EXPECT_EQ(findings("x: &x " + std::string(40, '[') + std::string(40, ']') + "\ny: " + std::string(30, '[') + "*x" +
                     std::string(30, ']') + "\n"),
            "SKF012@*x\n");
}

TEST(Reader, RefusesFieldNamesThatAreNotStrings) {
  EXPECT_EQ(findings("? [a]\n: b\n"), "SKF013@[\n");
  EXPECT_EQ(findings("{a: 1}: b\n"), "SKF013@{\n");
  EXPECT_EQ(findings(": b\n"), "SKF013@:\n");
  EXPECT_EQ(findings("null: b\n"), "SKF013@null\n");
  EXPECT_EQ(findings("~: b\n"), "SKF013@~\n");
  EXPECT_EQ(findings("a: &x k\n*x : 1\n"), "SKF013@*x\n");
}

TEST(Reader, RefusesTags) {
  EXPECT_EQ(findings("a: !!str 1\nb: ! x\nc: !t {}\nd: &n !u [1]\n"), "SKF014@!!str\nSKF014@!\nSKF014@!t\nSKF014@!u\n");
  EXPECT_EQ(findings("!!map\na: 1\n"), "SKF014@!!map\n");
  EXPECT_EQ(findings("a: !!str\n"), "SKF014@!!str\n");
}

TEST(Reader, RefusesDirectives) {
  EXPECT_EQ(findings("%YAML 1.2\n---\na: 1\n"), "SKF015@%YAML 1.2\n");
  EXPECT_EQ(findings("# c\n%FOO\na: 1\n"), "SKF015@%FOO\n");
  // Some parsers silently drop the rest of the text.
  EXPECT_EQ(findings("a: 1\n%b: 2\nc: 3\n"), "SKF015@%b: 2\n");
  EXPECT_EQ(findings("a:\n- 1\n%\n"), "SKF015@%\n");
  EXPECT_EQ(findings("a: |\n  x\n\n# end\n...\n# more\n"), "");
}

TEST(Reader, RefusesLongFieldNames) {
  EXPECT_EQ(findings(std::string(1024, 'k') + ": 1\n"), "");
  EXPECT_EQ(findings("a: 1\n" + std::string(1100, 'k') + ": 1\n").substr(0, 7), "SKF016@");
  EXPECT_EQ(findings("? " + std::string(1100, 'k') + "\n: 1\n").substr(0, 7), "SKF016@");
}

TEST(Reader, RefusesUnclosedQuotes) {
  EXPECT_EQ(findings("a: \"foo\nb: 1\n"), "SKF017@\"foo\n");
  EXPECT_EQ(findings("a: it's\nb: 'foo\nc: 1"), "SKF017@'foo\n");
  EXPECT_EQ(findings("a: 1 # don't\nb: [x, \"foo]\n"), "SKF017@\"foo]\n");
  EXPECT_EQ(message("a: 'foo\n"), "this text has no closing \"'\" before the document ends");
}

TEST(Reader, LocatesSyntaxErrors) {
  EXPECT_EQ(findings("a: b: c\n"), "SKF018@:\n");
  EXPECT_EQ(findings("a: b\n c: d\n"), "SKF018@:\n");
  EXPECT_EQ(findings("a: - b\n"), "SKF018@-\n");
  EXPECT_EQ(findings("a: @b\n"), "SKF018@@\n");
  EXPECT_EQ(findings("a: \"\\q\"\n"), "SKF018@\\q\n");
  EXPECT_EQ(findings("a: x #y\n b\n"), "SKF018@b\n");
  EXPECT_EQ(findings("- a\n-b\n"), "SKF018@-b\n");
  EXPECT_EQ(findings("a: \"\\xg\"\n"), "SKF018@\\x\n");
  EXPECT_EQ(findings("a: |0\n  x\n"), "SKF018@0\n");
  EXPECT_EQ(findings("a: | x\n"), "SKF018@x\n");
  EXPECT_EQ(findings("a: 'x'y\n"), "SKF018@y\n");
  EXPECT_EQ(findings("a:\n\"x\"\n"), "SKF018@\"x\"\n");
  EXPECT_EQ(findings("a:\n  b:\n  [1]\n"), "SKF018@[1]\n");
  // The first quote is closed by the one that should open the next text.
  EXPECT_EQ(findings("a: \"foo\nb: \"bar\"\n"), "SKF018@b+\"foo\n");
}

TEST(Reader, LocatesUnmatchedBrackets) {
  EXPECT_EQ(findings("a: [1, 2\nb: 3\n"), "SKF019@:+[\n");
  EXPECT_EQ(findings("a: {b: 1\n"), "SKF019@1+{\n");
  EXPECT_EQ(findings("a: {b: [1}\n"), "SKF019@}+[\n");
  EXPECT_EQ(findings("a: ]\n"), "SKF019@]\n");
  EXPECT_EQ(findings("}\n"), "SKF019@}\n");
}

TEST(Reader, RefusesHugeText) { EXPECT_EQ(findings("a: 1\n" + std::string(std::size_t{16} << 20, '\n')), "SKF020@\n"); }

TEST(Reader, RefusesAnEmptyDocument) {
  for (const char* text : {"", "\n", "# c\n", "---\n", "---\n# x\n...\n", "~\n", "null\n", "\xEF\xBB\xBF"}) {
    EXPECT_EQ(findings(text), "SKF021@\n") << text;
  }
}

TEST(Reader, KeepsTheTreeUpToASyntaxError) {
  // So errors found before the syntax error can be reported with a field path.
  const ReadResult result = read("a:\n  b: {x: 1, x: 2}\n  c: [1\n");
  ASSERT_EQ(result.diagnostics.size(), 2U);
  EXPECT_EQ(path_of(result.root, result.diagnostics[0].span), "a.b.x");
}

}  // namespace
}  // namespace skiff
