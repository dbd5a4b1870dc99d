#include <algorithm>

#include "diag/lines.h"
#include "diag/mask.h"
#include "diag/render_forms.h"
#include "diag/wording.h"

namespace skiff {
namespace {

// The number of code points of a source line that are shown. A spec in flow style can have very long lines.
constexpr std::uint32_t shown = 100;

constexpr std::string_view bold = "\033[1m";
constexpr std::string_view red = "\033[1;31m";
constexpr std::string_view magenta = "\033[1;35m";
constexpr std::string_view cyan = "\033[1;36m";
constexpr std::string_view green = "\033[32m";
constexpr std::string_view plain = "\033[0m";

// True for a code point that changes the direction of text, breaks lines or has no width.
bool hides(std::string_view point) {
  for (const std::string_view hidden : {"\xE2\x80\x8B", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAA", "\xE2\x80\xAB",
                                        "\xE2\x80\xAC", "\xE2\x80\xAD", "\xE2\x80\xAE", "\xE2\x81\xA0", "\xE2\x81\xA6",
                                        "\xE2\x81\xA7", "\xE2\x81\xA8", "\xE2\x81\xA9", "\xEF\xBB\xBF"}) {
    if (point == hidden) return true;
  }
  return false;
}

// The code points [from, to) of a line. Those that control a terminal, or that it cannot show, are replaced.
std::string visible(std::string_view line, std::uint32_t from, std::uint32_t to) {
  std::string out;
  std::uint32_t point = 0;
  for (std::size_t at = 0; at < line.size() && point < to; ++point) {
    std::size_t next = at + 1;
    while (next < line.size() && (static_cast<unsigned char>(line[next]) & 0xC0U) == 0x80U) ++next;
    const auto lead = static_cast<unsigned char>(line[at]);
    const std::size_t expected = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
    if (point >= from) {
      if (lead == '\t') {
        out += ' ';
      } else if (lead < 0x20 || lead == 0x7F || next - at != expected || (lead == 0xC2 && line[at + 1] < '\xA0') ||
                 hides(line.substr(at, next - at))) {
        out += "\xEF\xBF\xBD";
      } else {
        out += line.substr(at, next - at);
      }
    }
    at = next;
  }
  return out;
}

class TextRenderer {
 public:
  TextRenderer(std::string_view source, const RenderOptions& options) : lines_(source), options_(options) {}

  void add(const Diagnostic& diagnostic) {
    const bool error = diagnostic.severity == Severity::error;
    entry(diagnostic.span, severity_name(diagnostic.severity), error ? red : magenta, wording(diagnostic),
          diagnostic.rule);
    for (const Note& note : diagnostic.notes) entry(note.span, "note", cyan, note.message, {});
  }

  std::string take() { return std::move(out_); }

 private:
  std::string colored(std::string_view color, std::string_view text) const {
    if (!options_.color) return std::string(text);
    return std::string(color).append(text).append(plain);
  }

  void entry(Span span, std::string_view kind, std::string_view color, std::string_view text, std::string_view rule) {
    const bool whole_file = span == Span{};
    const Place place = lines_.place(span.begin);
    std::string where(options_.file);
    if (!whole_file) where += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
    out_ += colored(bold, where + ":") + " " + colored(color, std::string(kind) + ":") + " ";
    out_ += text;
    if (!rule.empty()) out_.append(" [").append(rule).append("]");
    out_ += '\n';
    if (!whole_file) quote(span, place);
  }

  // Appends the source line and, below it, a caret with an underline up to the end of the span or of the line.
  void quote(Span span, Place place) {
    const std::string line = masked(lines_.line(place.line));
    const std::uint32_t length = code_points(line);
    const std::uint32_t begin = std::min(place.column - 1, length);
    const Place stop = lines_.place(std::max(span.end, span.begin));
    std::uint32_t end = stop.line == place.line ? stop.column - 1 : length;
    end = std::max(end, begin + 1);

    // Of a line that is too long, only the part around the caret is shown.
    const std::uint32_t from = length <= shown || begin < shown / 2 ? 0 : std::min(begin - shown / 4, length - shown);
    const std::uint32_t to = std::min(length, from + shown);
    end = std::max(std::min(end, to), begin + 1);
    const std::string_view ahead = from > 0 ? "..." : "";
    const std::string_view behind = to < length ? "..." : "";

    const std::string number = std::to_string(place.line);
    const std::size_t width = std::max<std::size_t>(number.size(), 4);
    out_ += std::string(width - number.size(), ' ') + number + " | ";
    out_.append(ahead).append(visible(line, from, to)).append(behind).append("\n");
    out_ += std::string(width, ' ') + " | " + std::string(ahead.size() + begin - from, ' ');
    out_ += colored(green, "^" + std::string(end - begin - 1, '~')) + "\n";
  }

  LineTable lines_;
  const RenderOptions& options_;
  std::string out_;
};

}  // namespace

std::string render_text(std::string_view source, const Diagnostics& diagnostics, const RenderOptions& options) {
  if (diagnostics.empty()) return {};
  TextRenderer renderer(source, options);
  for (const Diagnostic& diagnostic : diagnostics) renderer.add(diagnostic);
  return renderer.take();
}

}  // namespace skiff
