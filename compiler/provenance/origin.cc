#include "provenance/origin.h"

#include <algorithm>
#include <unordered_set>

namespace skiff {

/// The union of one source and two sets. Each of them may be missing.
struct Origin::Join : Counted {
  Leaf leaf;
  Counted* left;
  Counted* right;
};

// Adds a reference to both sides.
Origin::Counted* Origin::join(Leaf leaf, Counted* left, Counted* right) {
  if (left == right) right = nullptr;
  if (leaf.empty() && !(left && right)) {
    Counted* const only = left ? left : right;
    if (only) ++only->uses;
    return only;
  }
  if (left) ++left->uses;
  if (right) ++right->uses;
  return new Join{{}, leaf, left, right};
}

// Not recursive, because a list of ten thousand names is a chain of as many joins.
void Origin::destroy(Counted* counted) {
  std::vector<Counted*> open;
  while (counted) {
    Join* const dead = static_cast<Join*>(counted);
    counted = nullptr;
    for (Counted* side : {dead->left, dead->right}) {
      if (!side || --side->uses > 0) continue;
      if (counted) {
        open.push_back(side);
      } else {
        counted = side;
      }
    }
    delete dead;
    if (!counted && !open.empty()) {
      counted = open.back();
      open.pop_back();
    }
  }
}

Source Origin::source(const Leaf& leaf) {
  if (!leaf.file) return {Source::Kind::spec, {leaf.first, leaf.second}, {}, 0};
  return {static_cast<Source::Kind>(leaf.second >> 30), {}, {leaf.file, leaf.second & 0x3fffffff}, leaf.first};
}

Origin Origin::shared() const {
  if (leaf_.empty()) return *this;
  return Origin({}, join(leaf_, rest_, nullptr));
}

Origin operator|(const Origin& a, const Origin& b) {
  if (a.leaf_.empty() || a.leaf_ == b.leaf_) return Origin(b.leaf_, Origin::join({}, a.rest_, b.rest_));
  if (b.leaf_.empty()) return Origin(a.leaf_, Origin::join({}, a.rest_, b.rest_));
  return Origin(b.leaf_, Origin::join(a.leaf_, a.rest_, b.rest_));
}

std::vector<Source> Origin::sources() const {
  std::vector<Source> found;
  if (!leaf_.empty()) found.push_back(source(leaf_));
  std::vector<const Counted*> open;
  std::unordered_set<const Counted*> seen;
  if (rest_) open.push_back(rest_);
  while (!open.empty()) {
    const Join* const join = static_cast<const Join*>(open.back());
    open.pop_back();
    if (!seen.insert(join).second) continue;
    if (!join->leaf.empty()) found.push_back(source(join->leaf));
    if (join->left) open.push_back(join->left);
    if (join->right) open.push_back(join->right);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

Origin common(const std::vector<Origin>& origins) {
  std::vector<Source> shared;
  Origin all;
  for (const Origin& origin : origins) {
    const std::vector<Source> sources = origin.sources();
    if (&origin == &origins.front()) {
      shared = sources;
    } else {
      std::erase_if(shared, [&](const Source& source) { return !std::ranges::binary_search(sources, source); });
    }
    all |= origin;
  }
  if (shared.empty()) return all;
  Origin found;
  for (const Source& source : shared) found |= Origin::of(source);
  return found;
}

}  // namespace skiff
