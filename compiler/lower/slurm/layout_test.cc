#include "lower/slurm/layout.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace skiff {
namespace {

using Comment = LayoutBlock::Comment;

constexpr Comment made_by[] = {{"# Made by skiff.", 1}}, first[] = {{"# First.", 3}}, others[] = {{"# Others.", 7}},
                  never[] = {{"# Never there.", 10}}, nodes[] = {{"# Nodes.", 13}};
constexpr std::string_view a_and_b[] = {"A", "B"}, rest[] = {"*"}, c[] = {"C"}, node_name[] = {"NodeName"};
constexpr LayoutBlock blocks[] = {{made_by, {}}, {first, a_and_b}, {others, rest}, {never, c}, {nodes, node_name}};
constexpr Layout layout = {"templates/slurm/x.conf", blocks};

constexpr std::string_view only_a[] = {"A"};
constexpr LayoutBlock one_block[] = {{{}, only_a}};
constexpr Layout short_layout = {"short.conf", one_block};

Conf conf() {
  Conf made{.path = "slurm/x.conf"};
  made.lines.push_back({{{"NodeName", "n[0-1]", Origin::spec({1, 2})}, {"CPUs", "4", Origin::spec({3, 4})}}});
  made.add("Zulu", "last", Origin::spec({5, 6}));
  made.add("b", "2", Origin::spec({7, 8}));
  made.add("A", "1", Origin::spec({9, 10}));
  return made;
}

TEST(Layout, FixesTheOrderAndOmitsEmptyBlocks) {
  EXPECT_EQ(lay_out(conf(), layout).text,
            "# Made by skiff.\n\n# First.\nA=1\nb=2\n\n# Others.\nZulu=last\n\n# Nodes.\nNodeName=n[0-1] CPUs=4\n");
}

TEST(Layout, LinesOfOneKeyKeepTheirOrder) {
  Conf made = conf();
  made.lines.push_back({{{"NodeName", "m", {}}}});
  EXPECT_TRUE(lay_out(made, layout).text.ends_with("NodeName=n[0-1] CPUs=4\nNodeName=m\n"));
}

TEST(Layout, UsesTheSeparatorOfTheFile) {
  Conf made{.path = "slurm/sshd_config.login", .separator = ' '};
  made.add("A", "x", {});
  EXPECT_EQ(lay_out(made, short_layout).text, "A x\n");
}

TEST(Layout, AKeyWithoutAPlaceThrows) {
  Conf made;
  made.add("Z", "1", {});
  EXPECT_THROW(lay_out(made, short_layout), std::logic_error);
}

TEST(Layout, EveryLineHasItsOrigin) {
  const OutputFile file = lay_out(conf(), layout);
  ASSERT_EQ(file.lines.size(), 11u);
  EXPECT_EQ(file.lines[3].sources(), (std::vector<Source>{{Source::Kind::spec, {9, 10}, "", 0}}));
  EXPECT_EQ(file.lines[10].sources().size(), 2u);
  // The origin of a comment names the line of the layout, and the origins of the lines below the comment.
  bool from_layout = false, from_spec = false;
  for (const Source& source : file.lines[2].sources()) {
    from_layout = from_layout || (source.kind == Source::Kind::fixed && source.line == 3);
    from_spec = from_spec || (source.kind == Source::Kind::spec && source.span.begin == 9);
  }
  EXPECT_TRUE(from_layout);
  EXPECT_TRUE(from_spec);
}

}  // namespace
}  // namespace skiff
