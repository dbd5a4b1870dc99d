#pragma once

#include <optional>
#include <string>

namespace skiff::cli {

/// True for `REV:PATH`, as in `main:out`, if there is no file or directory with this name.
bool names_revision(const std::string& path);

/// Reads objects of the Git repository of the current directory, with one `git cat-file --batch`.
class Git {
 public:
  Git();
  ~Git();
  Git(const Git&) = delete;
  Git& operator=(const Git&) = delete;

  enum class Kind { file, folder };
  struct Object {
    Kind kind = Kind::file;
    std::string text;  ///< of a file
  };
  /// `name` is `REV:PATH`. std::nullopt: there is no such file or directory. Throws DiskError if git fails, or if the
  /// file has more than `limit` bytes.
  std::optional<Object> read(const std::string& name);

 private:
  std::string take(std::size_t size);
  std::string take_line();

  int socket_ = -1;
  int process_ = -1;
  std::string buffer_;
};

}  // namespace skiff::cli
