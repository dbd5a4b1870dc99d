#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace skiff::metrics {

struct Label {
  std::string_view name, value;
};

enum class Kind { gauge, counter, histogram };

/// Writes metrics in the text format of Prometheus, version 0.0.4.
class Page {
 public:
  /// Begins a metric. All its samples follow. A metric without a sample is not written.
  void metric(std::string_view name, Kind kind, std::string_view help);
  void sample(std::initializer_list<Label> labels, std::int64_t value);
  /// A value of this many millionths, such as a time in microseconds.
  void sample_of_millionths(std::initializer_list<Label> labels, std::int64_t value);
  /// A sample whose name ends with this: `_bucket`, `_sum` or `_count` of a histogram.
  void sample(std::string_view suffix, std::initializer_list<Label> labels, std::int64_t value);

  const std::string& text() const { return text_; }

 private:
  void begin(std::string_view suffix, std::initializer_list<Label> labels);

  std::string text_, heading_, name_;
};

}  // namespace skiff::metrics
