#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

namespace skiff {

/// Removes the text before the first separator, and the separator, from `rest`. Returns the text. Without a separator
/// it takes all of `rest`. So `while (!rest.empty()) take_until(rest, '\n')` yields the lines of a text, whether or not
/// the last one has a line end.
constexpr std::string_view take_until(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return part;
}

/// The parts of a text between separators, for a loop. There is one part more than there are separators, so at least
/// one.
class Parts {
 public:
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = std::string_view;

    constexpr Iterator() = default;
    constexpr Iterator(std::string_view text, char separator) : rest_(text), separator_(separator) { ++*this; }
    constexpr std::string_view operator*() const { return part_; }
    constexpr Iterator& operator++() {
      done_ = last_;
      const std::size_t before = rest_.size();
      part_ = take_until(rest_, separator_);
      last_ = part_.size() == before;
      return *this;
    }
    constexpr void operator++(int) { ++*this; }
    friend constexpr bool operator==(const Iterator& at, std::default_sentinel_t) { return at.done_; }

   private:
    std::string_view rest_, part_;
    char separator_ = 0;
    bool last_ = false, done_ = false;
  };

  constexpr Parts(std::string_view text, char separator) : text_(text), separator_(separator) {}
  constexpr Iterator begin() const { return {text_, separator_}; }
  constexpr std::default_sentinel_t end() const { return {}; }

 private:
  std::string_view text_;
  char separator_;
};

}  // namespace skiff
