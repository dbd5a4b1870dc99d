#pragma once

#include <string>
#include <vector>

namespace skiff::embed {

/// Generated files; `header` is empty where a hand-written header declares what `source` defines, `patterns` where there
/// is nothing for re2c to make C++ of.
struct Generated {
  std::string header = {};
  std::string source;
  std::string patterns = {};
};

/// templates/**/*.yaml -> embedded/templates.h
Generated generate_templates(const std::string& root, const std::vector<std::string>& paths);
/// schema/catalogue/*.yaml -> embedded/catalogue.h
Generated generate_catalogue(const std::string& root, const std::vector<std::string>& paths);
/// Files as they are -> embedded/files.h
Generated generate_files(const std::string& root, const std::vector<std::string>& paths);
/// The cluster's schema -> the tables of check/schema.h, and the matchers of its patterns
Generated generate_schema(const std::string& root, const std::vector<std::string>& paths);

}  // namespace skiff::embed
