#pragma once

#include <set>
#include <string>
#include <vector>

#include "tree/file_set.h"

namespace skiff::testing {

/// One version of an output, and where the leaves that were changed stand in its spec.
struct Version {
  const FileSet& files;
  std::vector<Span> leaves;
};

/// How two outputs differ, and which of the changed lines no changed leaf answers for.
struct Blame {
  bool changed = false;
  std::vector<std::string> gone;   ///< `path: text` of lines that there are fewer of
  std::vector<std::string> added;  ///< and of which there are more
  std::set<std::string> moved;     ///< `path: text` of all lines that there are fewer of, whoever answers for them
};

/// Compares the files as multisets of lines. A text that one version has more often must there stand on at least that
/// many lines more whose origin names one of the leaves. Files that only one version has are compared with those that
/// only the other one has, for a name may be in the path.
Blame blame(const Version& before, const Version& after);

/// `path: text` of all lines whose origin names the leaf.
std::set<std::string> lines_naming(const FileSet& files, Span leaf);

}  // namespace skiff::testing
