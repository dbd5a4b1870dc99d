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

/// One node of a template, in the order of the text. `embed` (compiler/embed) generates these tables at build time from
/// templates/**/*.yaml, so nothing is parsed at run time.
struct TemplateNode {
  Value::Kind kind;
  std::uint32_t line;        ///< line in the file of the template, from 1
  std::uint32_t size;        ///< number of nodes in this subtree, including this one
  std::string_view key;      ///< key of a map's member, otherwise empty
  std::string_view text;     ///< text of a scalar
  std::string_view comment;  ///< the comment lines above it, without `# `
  bool placeholder;          ///< an unquoted scalar `<name>`
};

struct Template {
  std::string_view path;  ///< templates/k8s/slurmd.statefulset.yaml
  std::span<const TemplateNode> nodes;
};

/// The value of a placeholder. If a placeholder is an item of a list and its value is a list, the items of the value
/// are inserted there. `none` removes the entry or item.
struct Substitution {
  std::string_view name;
  mutable Value value;  ///< mutable, so that it can be moved out of an initializer list
};

struct Substitutions : std::vector<Substitution> {
  Substitutions() = default;
  Substitutions(std::initializer_list<Substitution> substitutions) {
    reserve(substitutions.size());
    for (const Substitution& one : substitutions) push_back({one.name, std::move(one.value)});
  }
};

/// A template from which many objects are created. Values that are the same for all of them are substituted once, and
/// the objects share them.
class Form {
 public:
  explicit Form(const Template& source, Substitutions common, const Origin& why = {});
  /// Substitutes the placeholders that are not in `common`. Otherwise like the function below.
  Value fill(const Substitutions& own) const;

 private:
  class Filler;
  void check_names(const Substitutions& fillings) const;

  const Template& source_;
  Origin why_;
  Substitutions common_;
  std::vector<std::string_view> open_;       ///< names of the placeholders that are not in `common`
  std::vector<std::optional<Value>> ready_;  ///< values of complete nodes whose parent node is not complete
};

/// The template with its placeholders substituted. Every node gets its line in the template as its origin, joined with
/// `why`. The value of a placeholder gets the same, but nodes below its first node get only `why` if they have an
/// origin. Throws std::logic_error for a placeholder without a value and for a value without a placeholder: both are
/// bugs in skiff.
Value fill(const Template& source, Substitutions substitutions, const Origin& why = {});

}  // namespace skiff
