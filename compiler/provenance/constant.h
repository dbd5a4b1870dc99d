#pragma once

#include <cstdint>
#include <source_location>
#include <string>
#include <utility>

#include "provenance/origin.h"

namespace skiff {

/// A value that skiff itself fixes, such as a port. Its origin is the source line that calls this function.
template <class T>
Tracked<T> constant(T value, std::source_location here = std::source_location::current()) {
  return {std::move(value), Origin::fixed(here.file_name(), here.line())};
}
inline Tracked<std::string> constant(const char* text, std::source_location here = std::source_location::current()) {
  return {text, Origin::fixed(here.file_name(), here.line())};
}
inline Tracked<std::int64_t> constant(int number, std::source_location here = std::source_location::current()) {
  return {number, Origin::fixed(here.file_name(), here.line())};
}

}  // namespace skiff
