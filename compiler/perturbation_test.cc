#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "compile.h"
#include "diag/wording.h"
#include "testing/blame.h"
#include "testing/examples.h"
#include "testing/leaves.h"
#include "text/diff.h"

namespace skiff {
namespace {

using testing::Example;
using testing::Leaf;

// More would find little and take too long.
constexpr int variants_of_a_string = 2;
constexpr std::size_t lines_shown = 5;

/// A spec in which some leaves have another text, with their old and new spans.
struct Variant {
  std::string text;
  std::vector<Span> old_spans;
  std::vector<Span> new_spans;
};

// `changed` must be in the order of the text.
Variant variant(std::string_view spec, const std::vector<const Leaf*>& changed, std::string_view text) {
  Variant made;
  std::uint32_t copied = 0;
  for (const Leaf* leaf : changed) {
    made.text += spec.substr(copied, leaf->span.begin - copied);
    const auto begin = static_cast<std::uint32_t>(made.text.size());
    made.text += testing::as_written(*leaf, text);
    made.old_spans.push_back(leaf->span);
    made.new_spans.push_back({begin, static_cast<std::uint32_t>(made.text.size())});
    copied = leaf->span.end;
  }
  made.text += spec.substr(copied);
  return made;
}

class Perturbation : public ::testing::TestWithParam<Example> {
 protected:
  // Tries one change and returns true if the spec compiles. Then every line that changed must name a changed leaf.
  bool holds(const std::vector<const Leaf*>& changed, const std::string& text) {
    const Variant other = variant(spec_, changed, text);
    const Compilation compilation = compile(other.text, testing::spec_files(GetParam()));
    if (has_errors(compilation.diagnostics)) {
      if (reason_.empty()) reason_ = std::string(compilation.diagnostics.front().rule) + " for " + text;
      return false;
    }
    const testing::Blame found =
        testing::blame({base_.bundle.files, other.old_spans}, {compilation.bundle.files, other.new_spans});
    matters_ = matters_ || found.changed;
    moved_.insert(found.moved.begin(), found.moved.end());
    report(change(*changed.front(), text), found.gone);
    if (changed.front()->key) {
      added_.push_back({text, found.added});
    } else {
      report(change(*changed.front(), text), found.added);
    }
    return true;
  }

  static std::string change(const Leaf& leaf, const std::string& text) {
    return leaf.path + ": " + leaf.text + " -> " + text;
  }

  static void report(const std::string& change, const std::vector<std::string>& unexplained) {
    if (unexplained.empty()) return;
    std::string lines;
    for (std::size_t i = 0; i < std::min(unexplained.size(), lines_shown); ++i) lines += "  " + unexplained[i] + "\n";
    ADD_FAILURE() << change << ": " << unexplained.size() << " changed lines do not name it\n" << lines;
  }

  // A changed key removes one entry and adds another. Lines that return because the old entry is gone, such as those of
  // a default, cannot name a key that does not exist. They return with every new key, so lines that all variants added
  // are ignored.
  void report_added_by_keys(const Leaf& leaf) {
    for (const auto& [text, lines] : added_) {
      std::vector<std::string> own = lines;
      std::erase_if(own, [&](const std::string& line) {
        return std::ranges::all_of(
            added_, [&](const auto& other) { return std::ranges::find(other.second, line) != other.second.end(); });
      });
      report(change(leaf, text), own);
    }
    added_.clear();
  }

  // Why the test cannot show the effect of the leaf. "" if the leaf could be changed and changed the output.
  std::string perturb(const Leaf& leaf, const std::vector<Leaf>& all) {
    reason_.clear();
    matters_ = false;
    moved_.clear();
    const std::vector<std::string> candidates = testing::candidates(leaf, all);
    int compiled = 0;
    for (const std::string& text : candidates) {
      if (compiled >= variants_of_a_string && !testing::is_choice(leaf)) break;
      if (holds({&leaf}, text)) ++compiled;
    }
    if (compiled == 0) {
      // A name that others refer to must be changed together with the references.
      std::vector<const Leaf*> same;
      for (const Leaf& other : all) {
        if (other.text == leaf.text) same.push_back(&other);
      }
      for (const std::string& text : candidates) {
        if (same.size() > 1 && compiled < 1 && holds(same, text)) ++compiled;
      }
    }
    report_added_by_keys(leaf);
    if (compiled == 0) return leaf.path + ": can't be changed (" + reason_ + ")\n";
    if (!matters_) return leaf.path + ": has no effect\n";
    return "";
  }

  // Lines that name the leaf, but that no change of the leaf affected, as `path: N of M lines, FIRST`. One of the
  // changes leaves the leaf out, or if it is required, the smallest part around it that may be left out.
  std::string idle_lines(const Leaf& leaf, const std::vector<testing::Part>& parts) {
    std::vector<const testing::Part*> around;
    for (const testing::Part& part : parts)
      if (part.span.begin <= leaf.span.begin && part.span.end >= leaf.span.end) around.push_back(&part);
    std::ranges::stable_sort(around, {}, [](const testing::Part* part) { return part->span.end - part->span.begin; });
    for (const testing::Part* part : around) {
      std::string text = spec_;
      text.erase(part->removed.begin, part->removed.end - part->removed.begin);
      const Compilation compilation = compile(text, testing::spec_files(GetParam()));
      if (has_errors(compilation.diagnostics)) continue;
      const testing::Blame found = testing::blame({base_.bundle.files, {part->span}}, {compilation.bundle.files, {}});
      moved_.insert(found.moved.begin(), found.moved.end());
      break;
    }
    const std::set<std::string> named = testing::lines_naming(base_.bundle.files, leaf.span);
    std::vector<std::string> idle;
    std::ranges::set_difference(named, moved_, std::back_inserter(idle));
    if (idle.empty()) return "";
    return leaf.path + ": " + std::to_string(idle.size()) + " of " + std::to_string(named.size()) + " lines, " +
           idle.front() + "\n";
  }

  // Compares a list of what the test cannot show with the reviewed list, so that it does not grow unnoticed.
  void expect_listed(const std::string& name, const std::string& actual) {
    const auto path = testing::golden_folder(GetParam().name) / name;
    const std::string expected = testing::file_text(path);
    if (actual == expected) return;
    ADD_FAILURE() << unified_diff(expected, actual) << testing::update_hint;
    if (testing::updating_goldens()) testing::write_text(path, actual);
  }

  std::string spec_;
  Compilation base_;

 private:
  std::set<std::string> moved_;
  std::string reason_;
  bool matters_ = false;
  std::vector<std::pair<std::string, std::vector<std::string>>> added_;  // each new key with its unexplained lines
};

// Tests the provenance: every line that a leaf changes must name the leaf.
TEST_P(Perturbation, EveryChangedLineNamesTheChangedLeaf) {
  spec_ = GetParam().text;
  base_ = compile(spec_, testing::spec_files(GetParam()));
  ASSERT_FALSE(has_errors(base_.diagnostics)) << wording(base_.diagnostics.front());
  const std::vector<Leaf> all = testing::leaves(base_.root);
  ASSERT_GT(all.size(), 5u);
  const std::vector<testing::Part> parts = testing::parts(base_.root, spec_);
  std::string unmoved;
  std::string idle;
  for (const Leaf& leaf : all) {
    unmoved += perturb(leaf, all);
    if (!leaf.key) idle += idle_lines(leaf, parts);
  }
  expect_listed("unmoved-leaves.txt", unmoved);
  expect_listed("idle-lines.txt", idle);
}

// The same for parts that are left out. Lines that appear instead, such as those of a default, cannot name a part that
// does not exist.
TEST_P(Perturbation, EveryRemovedLineNamesTheOmittedPart) {
  spec_ = GetParam().text;
  base_ = compile(spec_, testing::spec_files(GetParam()));
  std::string stay;
  for (const testing::Part& part : testing::parts(base_.root, spec_)) {
    std::string text = spec_;
    text.erase(part.removed.begin, part.removed.end - part.removed.begin);
    const Compilation compilation = compile(text, testing::spec_files(GetParam()));
    if (has_errors(compilation.diagnostics)) {
      // The rest must still be YAML; otherwise nothing was tested.
      EXPECT_FALSE(compilation.diagnostics.front().rule.starts_with("SKF0")) << part.path << '\n' << text;
      stay += part.path + " (" + std::string(compilation.diagnostics.front().rule) + ")\n";
      continue;
    }
    const testing::Blame found = testing::blame({base_.bundle.files, {part.span}}, {compilation.bundle.files, {}});
    report(part.path + " left out", found.gone);
  }
  expect_listed("needed-parts.txt", stay);
}

INSTANTIATE_TEST_SUITE_P(Examples, Perturbation, ::testing::ValuesIn(testing::examples()),
                         [](const auto& tested) { return testing::test_name(tested.param); });

}  // namespace
}  // namespace skiff
