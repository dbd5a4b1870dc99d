#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diag/lines.h"

namespace skiff {

/// A file, or a place in it.
struct SarifPlace {
  std::string file;            ///< as the user named it
  std::optional<Place> begin;  ///< none: the whole file
  std::optional<Place> end;    ///< none: not known
  std::string message = {};    ///< of a related place
};

struct SarifRule {
  std::string id;
  std::string help;  ///< the page of the manual, relative to the repository
};

struct SarifResult {
  std::string rule;  ///< one of the rules of the log
  std::string_view level;
  std::string message;
  SarifPlace place;
  std::string field;  ///< spec.nodeSets[0].replicas, or empty
  /// Its name and what identifies the result. Without the line, so that an alert remains the same when the file is edited
  /// above it.
  std::pair<std::string, std::string> fingerprint;
  std::vector<SarifPlace> related = {};
};

/// A log of SARIF 2.1.0, which code scanning reads.
std::string sarif_log(const std::vector<SarifRule>& rules, const std::vector<SarifResult>& results);

}  // namespace skiff
