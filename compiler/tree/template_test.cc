#include "tree/template.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "emit/yaml.h"

namespace skiff {
namespace {

using Kind = Value::Kind;

// # what runs
// image: <image>
// replicas: 3
// args:
// - -D
// # the rest
// - <args>
// labels: <labels>
constexpr TemplateNode nodes[] = {
    {Kind::map, 1, 8, "", "", "", false},
    {Kind::string, 2, 1, "image", "<image>", "what runs", true},
    {Kind::integer, 3, 1, "replicas", "3", "", false},
    {Kind::list, 4, 3, "args", "", "", false},
    {Kind::string, 5, 1, "", "-D", "", false},
    {Kind::string, 7, 1, "", "<args>", "the rest", true},
    {Kind::string, 8, 1, "labels", "<labels>", "", true},
    {Kind::string, 9, 1, "again", "<image>", "", true},
};
constexpr Template source{"templates/k8s/some.yaml", nodes};

Value text(std::string content) { return Value::string(std::move(content), Origin::spec({5, 6})); }

OutputFile emitted(Substitutions substitutions, const Origin& why = {}) {
  OutputFile file;
  append_document(file, fill(source, std::move(substitutions), why));
  return file;
}

std::string message(Substitutions substitutions) {
  try {
    fill(source, std::move(substitutions));
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Template, SubstitutesPlaceholdersAndSplicesLists) {
  EXPECT_EQ(emitted({{"image", text("a/b:1")},
                     {"args", Value::list({text("--one"), text("--two")})},
                     {"labels", Value::map().add("app", text("x"))}})
                .text,
            "# what runs\nimage: a/b:1\nreplicas: 3\nargs:\n- -D\n# the rest\n- --one\n- --two\n"
            "labels:\n  app: x\nagain: a/b:1\n");
}

TEST(Template, NoneRemovesTheEntryOrItemAndItsComment) {
  EXPECT_EQ(emitted({{"image", Value{}}, {"args", Value{}}, {"labels", Value{}}}).text, "replicas: 3\nargs:\n- -D\n");
  EXPECT_EQ(emitted({{"image", Value{}}, {"args", Value::list()}, {"labels", Value{}}}).text,
            "replicas: 3\nargs:\n- -D\n");
}

TEST(Template, EveryLineNamesItsTemplateLineItsValueAndTheReason) {
  const OutputFile file =
      emitted({{"image", text("i")}, {"args", Value::list({text("o")})}, {"labels", Value{}}}, Origin::spec({90, 91}));
  const auto sources = [&](std::size_t line) { return file.lines[line - 1].sources(); };
  const Source why{Source::Kind::spec, {90, 91}, {}, 0};
  const Source filling{Source::Kind::spec, {5, 6}, {}, 0};
  const auto fixed = [](std::uint32_t line) { return Source{Source::Kind::fixed, {}, source.path, line}; };
  EXPECT_EQ(sources(2), (std::vector{filling, why, fixed(2)}));  // image
  EXPECT_EQ(sources(3), (std::vector{why, fixed(3)}));           // replicas
  EXPECT_EQ(sources(7), (std::vector{filling, why, fixed(7)}));  // - o
}

TEST(Template, PlaceholdersAndValuesMustMatch) {
  EXPECT_EQ(message({{"image", text("i")}, {"args", Value{}}}),
            "templates/k8s/some.yaml:8: no value for the placeholder <labels>");
  EXPECT_EQ(message({{"image", text("i")}, {"args", Value{}}, {"labels", Value{}}, {"label", Value{}}}),
            "templates/k8s/some.yaml:1: there is no placeholder <label>");
  EXPECT_EQ(message({{"image", text("i")}, {"args", Value{}}, {"labels", Value{}}, {"image", Value{}}}),
            "templates/k8s/some.yaml:1: two values for the placeholder <image>");
}

TEST(Template, AFormSharesWhatItsObjectsHaveInCommon) {
  const Form form(source, {{"image", text("a/b:1")}, {"labels", Value::map().add("app", text("x"))}},
                  Origin::spec({1, 2}));
  const Value first = form.fill({{"args", Value::list({text("-v")})}});
  const Value second = form.fill({{"args", Value{}}});
  EXPECT_NE(first.find("labels")->members.identity(), nullptr);
  EXPECT_EQ(first.find("labels")->members.identity(), second.find("labels")->members.identity());
  for (const Value& args : {Value::list({text("-v")}), Value()}) {
    OutputFile alone, of_form;
    append_document(
        alone, fill(source, {{"image", text("a/b:1")}, {"labels", Value::map().add("app", text("x"))}, {"args", args}},
                    Origin::spec({1, 2})));
    append_document(of_form, form.fill({{"args", args}}));
    EXPECT_EQ(of_form.text, alone.text);
    for (std::size_t i = 0; i < alone.lines.size(); ++i)
      EXPECT_EQ(of_form.lines[i].sources(), alone.lines[i].sources()) << i;
  }
  EXPECT_THROW(form.fill({}), std::logic_error);
  EXPECT_THROW(form.fill({{"image", text("x")}}), std::logic_error);
  EXPECT_THROW(form.fill({{"args", text("x")}, {"args", text("y")}}), std::logic_error);
  EXPECT_THROW(form.fill({{"args", text("x")}, {"other", text("y")}}), std::logic_error);
}

}  // namespace
}  // namespace skiff
