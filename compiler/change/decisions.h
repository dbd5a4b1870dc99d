#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "change/change.h"
#include "diag/lines.h"
#include "read/node.h"
#include "tree/file_set.h"
#include "tree/value.h"

namespace skiff::change {

/// The spec that a side was compiled from.
struct SpecText {
  std::string name;  ///< cluster.yaml
  std::string_view text;
  const Node* root = nullptr;
};

/// Lines of an output file, from 1. No file: nothing.
struct OutputLines {
  const OutputFile* file = nullptr;
  std::vector<std::uint32_t> numbers = {};
};

/// Finds the fields of the specs that made a difference. With two specs, these are only fields that differ between them.
class Decisions {
 public:
  Decisions(std::optional<SpecText> before, std::optional<SpecText> after);

  /// `before` and `after` are the lines that differ.
  std::vector<Decision> of(const OutputLines& before, const OutputLines& after);
  /// The lines of a value that was read from this file.
  OutputLines lines_of(const OutputFile* file, const Value* value);

 private:
  struct Spec {
    SpecText text;
    LineTable lines;
  };
  std::vector<Decision> fields(const OutputLines& lines, const Spec& spec, const Spec* other) const;

  std::optional<Spec> before_, after_;
  std::map<const OutputFile*, LineTable> tables_;
};

}  // namespace skiff::change
