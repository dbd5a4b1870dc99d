// Fuzzes the compiler with examples in which some fields are changed, removed or duplicated. Random bytes rarely get so
// far.
#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>

#include "fuzz/judge_spec.h"
#include "read/reader.h"
#include "testing/examples.h"
#include "testing/leaves.h"

using namespace skiff;

namespace {

/// An example, with its leaves and parts that can be changed.
struct Base {
  std::string text;
  SpecFileReader read_spec_file;
  std::vector<testing::Leaf> leaves;
  std::vector<testing::Part> parts;
};

std::vector<Base> bases() {
  std::vector<Base> found;
  for (const testing::Example& example : testing::examples()) {
    const Node root = read(example.text).root;
    found.push_back(
        {example.text, testing::spec_files(example), testing::leaves(root), testing::parts(root, example.text)});
  }
  return found;
}

struct Change {
  Span span;
  std::string text;
};

Change change_of(FuzzedDataProvider& data, const Base& base) {
  if (data.ConsumeBool()) {
    const testing::Part& part = base.parts[data.ConsumeIntegralInRange<std::size_t>(0, base.parts.size() - 1)];
    if (data.ConsumeBool()) return {part.removed, ""};
    // Insert the part a second time after itself.
    const std::string_view whole = base.text;
    return {{part.removed.end, part.removed.end},
            std::string(whole.substr(part.removed.begin, part.removed.end - part.removed.begin))};
  }
  const testing::Leaf& leaf = base.leaves[data.ConsumeIntegralInRange<std::size_t>(0, base.leaves.size() - 1)];
  const std::vector<std::string> likely = testing::candidates(leaf, base.leaves);
  if (!likely.empty() && data.ConsumeBool())
    return {leaf.span,
            testing::as_written(leaf, likely[data.ConsumeIntegralInRange<std::size_t>(0, likely.size() - 1)])};
  const std::string text = data.ConsumeRandomLengthString(64);
  return {leaf.span, data.ConsumeBool() ? testing::as_written(leaf, text) : text};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  static const std::vector<Base> all = bases();
  FuzzedDataProvider data(bytes, size);
  const Base& base = all[data.ConsumeIntegralInRange<std::size_t>(0, all.size() - 1)];
  std::vector<Change> changes;
  for (auto count = data.ConsumeIntegralInRange(1, 5); count > 0; --count) changes.push_back(change_of(data, base));
  // Apply the changes from the end of the text, so that earlier spans remain valid. If two overlap, only the later one
  // in the text is applied.
  std::sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return b.span.begin < a.span.begin; });
  std::string text = base.text;
  std::size_t untouched = text.size();
  for (const Change& change : changes) {
    if (change.span.end > untouched) continue;
    text.replace(change.span.begin, change.span.end - change.span.begin, change.text);
    untouched = change.span.begin;
  }
  judge_spec(text, base.read_spec_file);
  return 0;
}
