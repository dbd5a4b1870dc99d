#pragma once

#include <set>
#include <string>
#include <vector>

#include "tree/file_set.h"

namespace skiff::testing {

/// One version of an output, and the spans of the changed leaves in its spec.
struct Version {
  const FileSet& files;
  std::vector<Span> leaves;
};

/// How two outputs differ, and which of the changed lines name none of the changed leaves.
struct Blame {
  bool changed = false;
  std::vector<std::string> gone;   ///< `path: text` of unexplained lines that occur less often
  std::vector<std::string> added;  ///< the same for lines that occur more often
  std::set<std::string> moved;     ///< `path: text` of all lines that occur less often, explained or not
};

/// Compares the files as multisets of lines. If one version has N more lines with some text, then at least N of its
/// lines with this text must have an origin that names one of the leaves. Files that only one version has are compared
/// with the files that only the other version has, because a path may contain a name.
Blame blame(const Version& before, const Version& after);

/// `path: text` of all lines whose origin names the leaf.
std::set<std::string> lines_naming(const FileSet& files, Span leaf);

}  // namespace skiff::testing
