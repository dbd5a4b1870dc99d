#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lower/k8s/value.h"

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
using Holes = std::vector<std::pair<std::string_view, Value>>;

/// The template with its holes filled. Every node gets the template's line as its origin, joined with `why`.
/// Throws std::logic_error for a hole that is not filled or a filling that is not used: both are defects of skiff.
Value fill(const Template& source, Holes holes, const Origin& why = {});

}  // namespace skiff
