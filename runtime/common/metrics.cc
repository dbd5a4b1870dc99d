#include "common/metrics.h"

#include <array>

namespace skiff::metrics {
namespace {

constexpr std::array<std::string_view, 3> kinds = {"gauge", "counter", "histogram"};

// Prometheus refuses a page that is not UTF-8. So bytes that are not ASCII become `?`.
void add_value(std::string& text, std::string_view value) {
  for (const char c : value) {
    if (c == '\\' || c == '"') text += '\\';
    if (c == '\n')
      text += "\\n";
    else
      text += static_cast<unsigned char>(c) < 0x80 ? c : '?';
  }
}

}  // namespace

void Page::metric(std::string_view name, Kind kind, std::string_view help) {
  name_ = name;
  heading_ = "# HELP " + name_ + " ";
  heading_.append(help).append("\n# TYPE ").append(name).append(" ");
  heading_.append(kinds[static_cast<std::size_t>(kind)]).append("\n");
}

void Page::begin(std::string_view suffix, std::initializer_list<Label> labels) {
  text_ += heading_;
  heading_.clear();
  text_.append(name_).append(suffix);
  char separator = '{';
  for (const Label& label : labels) {
    text_ += separator;
    text_.append(label.name).append("=\"");
    add_value(text_, label.value);
    text_ += '"';
    separator = ',';
  }
  if (labels.size() > 0) text_ += '}';
  text_ += ' ';
}

void Page::sample(std::initializer_list<Label> labels, std::int64_t value) { sample("", labels, value); }

void Page::sample(std::string_view suffix, std::initializer_list<Label> labels, std::int64_t value) {
  begin(suffix, labels);
  text_.append(std::to_string(value)).append("\n");
}

void Page::sample_of_millionths(std::initializer_list<Label> labels, std::int64_t value) {
  begin("", labels);
  std::string digits = std::to_string(value);
  if (digits.size() < 7) digits.insert(0, 7 - digits.size(), '0');
  text_.append(digits, 0, digits.size() - 6).append(".").append(digits, digits.size() - 6).append("\n");
}

}  // namespace skiff::metrics
