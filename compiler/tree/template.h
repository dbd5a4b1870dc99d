#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tree/value.h"

namespace skiff {

/// One node of a template, in the order of the text. `embed` (compiler/embed) writes these tables at build time
/// from templates/**/*.yaml, so nothing is parsed at run time.
struct TemplateNode {
  Value::Kind kind;
  std::uint32_t line;        ///< in the template's file, from 1
  std::uint32_t size;        ///< nodes in this subtree, itself included
  std::string_view key;      ///< of a map's member, else empty
  std::string_view text;     ///< of a scalar; a hole is a plain scalar `<name>`
  std::string_view comment;  ///< the comment lines above it, without `# `
  bool hole;
};

struct Template {
  std::string_view path;  ///< templates/k8s/slurmd.statefulset.yaml
  std::span<const TemplateNode> nodes;
};

/// What goes into a hole. A list that fills an item of a list is spliced into it; `none` removes the entry or item.
struct Hole {
  std::string_view name;
  mutable Value value;  ///< mutable: a list in braces is moved from, not copied
};

struct Holes : std::vector<Hole> {
  Holes() = default;
  Holes(std::initializer_list<Hole> holes) {
    reserve(holes.size());
    for (const Hole& hole : holes) push_back({hole.name, std::move(hole.value)});
  }
};

/// A template of which many objects are made. What is the same for all of them is filled in once, and shared by them.
class Form {
 public:
  explicit Form(const Template& source, Holes common, const Origin& why = {});
  /// With the holes that `common` left; the rest as for the function below.
  Value fill(const Holes& own) const;

 private:
  class Filler;
  void check_names(const Holes& fillings) const;

  const Template& source_;
  Origin why_;
  Holes common_;
  std::vector<std::string_view> open_;       ///< names of the other holes
  std::vector<std::optional<Value>> ready_;  ///< of each node that is complete, unless a node above it is
};

/// The template with its holes filled. Every node gets the template's line as its origin, joined with `why`; so does
/// what fills a hole, but for the line below its first node. Throws std::logic_error for a hole that is not filled or a
/// filling that is not used: both are defects of skiff.
Value fill(const Template& source, Holes holes, const Origin& why = {});

}  // namespace skiff
