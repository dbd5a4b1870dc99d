#include "provenance/origin.h"

#include <algorithm>
#include <unordered_set>

namespace skiff {

// A leaf has no sides; a join has both.
struct Origin::Join {
  Source source;
  std::shared_ptr<const Join> left;
  std::shared_ptr<const Join> right;
};

Origin Origin::of(Source source) {
  return Origin(std::make_shared<const Join>(Join{source, nullptr, nullptr}));
}

Origin Origin::spec(Span span) { return of({Source::Kind::spec, span, {}, 0}); }
Origin Origin::preset(std::string_view file, std::uint32_t line) { return of({Source::Kind::preset, {}, file, line}); }
Origin Origin::fixed(std::string_view file, std::uint32_t line) { return of({Source::Kind::fixed, {}, file, line}); }
Origin Origin::catalogue(std::string_view file, std::uint32_t line) {
  return of({Source::Kind::catalogue, {}, file, line});
}

Origin operator|(const Origin& a, const Origin& b) {
  if (!a.node_ || a.node_ == b.node_) return b;
  if (!b.node_) return a;
  return Origin(std::make_shared<const Origin::Join>(Origin::Join{{}, a.node_, b.node_}));
}

std::vector<Source> Origin::sources() const {
  std::vector<Source> found;
  std::vector<const Join*> open;
  std::unordered_set<const Join*> seen;
  if (node_) open.push_back(node_.get());
  while (!open.empty()) {
    const Join* join = open.back();
    open.pop_back();
    if (!seen.insert(join).second) continue;
    if (join->left) {
      open.push_back(join->left.get());
      open.push_back(join->right.get());
    } else {
      found.push_back(join->source);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace skiff
