#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace skiff {

/// A temporary directory that stands for the root of a machine. The destructor deletes it.
struct Tree {
  Tree() {
    std::string name = (std::filesystem::temp_directory_path() / "skiff-health.XXXXXX").string();
    root = mkdtemp(name.data()) ? name : "";
  }
  ~Tree() {
    std::error_code ignored;
    if (!root.empty()) std::filesystem::remove_all(root, ignored);
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(root + path).parent_path());
    std::ofstream(root + path) << text;
  }
  void link(const std::string& path, const std::string& target) const {
    std::filesystem::create_directories(std::filesystem::path(root + path).parent_path());
    std::filesystem::create_symlink(target, root + path);
  }
  void folder(const std::string& path) const { std::filesystem::create_directories(root + path); }
  void remove(const std::string& path) const { std::filesystem::remove_all(root + path); }

  std::string root;
};

}  // namespace skiff
