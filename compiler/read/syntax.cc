#include "read/syntax.h"

#include <algorithm>

#include "read/extent.h"

namespace skiff {
namespace {

constexpr std::size_t max_key = 1024;

struct Wording {
  std::string_view theirs;
  std::string_view rule;
  std::string_view ours;
};

// The left side is yaml-cpp's (exceptions.h); the first that it starts with counts.
constexpr Wording wordings[] = {
    {"illegal map value", "SKF018",
     "\":\" can't stand here; check the indentation of this line and the one above, and quote text that contains \": "
     "\""},
    {"illegal map key", "SKF018", "a field can't start here; check the indentation of this line and the one above"},
    {"illegal block entry", "SKF018",
     "\"- \" can't stand here; a list starts on the line below its field, or in brackets: [a, b]"},
    {"end of map flow not found", "SKF019", "\",\" or \"}\" is missing here or above"},
    {"end of sequence flow not found", "SKF019", "\",\" or \"]\" is missing here or above"},
    {"illegal flow end", "SKF019", "this bracket closes nothing; remove it, or quote the text that it belongs to"},
    {"end of map not found", "SKF018",
     "a field \"name: value\" is expected here; check the indentation of this line, and quotes that end too early"},
    {"end of sequence not found", "SKF018",
     "a list item \"- \" is expected here; indent this line like the items above it, or like the list's field to end "
     "the list"},
    {"unknown token", "SKF018", "no value can start with this character; put the text in quotes"},
    {"unknown escape character", "SKF018",
     "no such escape in double quotes; double the backslash, or use single quotes, where it is an ordinary character"},
    {"bad character found while scanning hex number", "SKF018",
     "\"\\x\", \"\\u\" and \"\\U\" need 2, 4 and 8 hex digits"},
    {"invalid unicode", "SKF018", "no such character; write it directly, or as \"\\U\" and 8 hex digits"},
    {"the referenced anchor is not defined", "SKF011",
     "no anchor of this name above; define it with \"&\" first, or quote the text if it shall start with \"*\""},
    {"alias not found after *", "SKF011", "\"*\" starts an alias; quote the text if it shall start with \"*\""},
    {"illegal character found while scanning alias", "SKF011",
     "\"*\" starts an alias; quote the text if it shall start with \"*\""},
    {"anchor not found after &", "SKF011", "\"&\" starts an anchor; quote the text if it shall start with \"&\""},
    {"illegal character found while scanning anchor", "SKF011",
     "\"&\" starts an anchor; quote the text if it shall start with \"&\""},
    {"cannot assign multiple anchors", "SKF011", "one anchor is enough for a node"},
    {"cannot assign multiple aliases", "SKF011", "a node can repeat one other node only"},
    {"aliases can't have any content", "SKF011", "an alias stands for the whole node; nothing may be added to it"},
    {"unexpected character in block scalar", "SKF018",
     "only \"+\", \"-\", a digit or a comment may follow \"|\" or \">\"; the text starts on the next line"},
    {"cannot set zero indentation", "SKF018", "the indentation behind \"|\" or \">\" counts from 1"},
    {"illegal character in scalar", "SKF018",
     "this character can't stand in text without quotes; put the text in quotes"},
};

std::uint32_t line_start(std::string_view source, std::uint32_t at) { return at - column_of(source, at); }

// The tab among the blanks that a line starts with, or npos.
std::size_t tab_in_indentation(std::string_view source, std::uint32_t at) {
  for (std::size_t i = line_start(source, at); i < source.size() && (source[i] == ' ' || source[i] == '\t'); ++i) {
    if (source[i] == '\t') return i;
  }
  return std::string_view::npos;
}

// The quote that opens the scalar in which the text ended: the first one behind the last complete node that stands
// where a value can start.
std::size_t open_quote(std::string_view source, std::uint32_t from) {
  for (std::size_t i = from; i < source.size(); ++i) {
    const char before = i == 0 ? ' ' : source[i - 1];
    const bool starts = std::string_view(" \t\r\n[{,:").find(before) != std::string_view::npos;
    if (starts && source[i] == '#') {
      i = line_end(source, static_cast<std::uint32_t>(i));
    } else if (starts && (source[i] == '"' || source[i] == '\'')) {
      return i;
    }
  }
  return std::string_view::npos;
}

Span to_end_of_line(std::string_view source, std::size_t begin) {
  const auto at = static_cast<std::uint32_t>(begin);
  return {at, std::max(line_end(source, at), at)};
}

}  // namespace

Diagnostic explain_syntax(std::string_view source, const SyntaxError& error) {
  const auto size = static_cast<std::uint32_t>(source.size());
  // The end is noticed behind the last line; what is missing there belongs to the last line with text.
  std::uint32_t at = std::min(error.at, size);
  if (at == size) {
    while (at > 0 && std::string_view(" \t\r\n").find(source[at - 1]) != std::string_view::npos) --at;
    if (at > 0) --at;
  }
  const auto starts = [&](std::string_view text) { return error.message.substr(0, text.size()) == text; };

  if (starts("illegal document indicator in scalar") || starts("illegal EOF in scalar")) {
    const std::size_t quote = open_quote(source, error.last_end);
    const std::size_t begin = quote == std::string_view::npos ? at : quote;
    return {.rule = "SKF017",
            .span = to_end_of_line(source, begin),
            .message = std::string("this text has no closing ") + (source.substr(begin, 1) == "'" ? "\"'\"" : "'\"'") +
                       " before the document ends"};
  }
  if (const std::size_t tab = tab_in_indentation(source, at); tab != std::string_view::npos) {
    return {.rule = "SKF004",
            .span = {static_cast<std::uint32_t>(tab), static_cast<std::uint32_t>(tab + 1)},
            .message = "a tab can't indent YAML; use spaces"};
  }
  if (starts("illegal map value") && at - line_start(source, at) > max_key) {
    return {.rule = "SKF016", .span = {line_start(source, at), at}, .message = "a field name of more than 1024 bytes"};
  }

  Diagnostic result = {
      .rule = "SKF018", .span = {at, std::min(at + 1, size)}, .message = "this is not YAML (" + error.message + ")"};
  for (const Wording& wording : wordings) {
    if (!starts(wording.theirs)) continue;
    result.rule = wording.rule;
    result.message = wording.ours;
    break;
  }
  for (const std::string_view escape : {"unknown escape", "bad character found", "invalid unicode"}) {
    const std::size_t backslash = source.rfind('\\', at);
    if (starts(escape) && backslash != std::string_view::npos) {
      result.span = {static_cast<std::uint32_t>(backslash), std::max(at, static_cast<std::uint32_t>(backslash + 2))};
    }
  }
  if (result.rule == "SKF019" && error.open_bracket != Span{}) {
    result.notes.push_back({error.open_bracket, "the innermost bracket that is open was opened here"});
  }
  const Span quoted = error.last_quoted;
  const bool several_lines =
      source.substr(quoted.begin, quoted.end - quoted.begin).find('\n') != std::string_view::npos;
  if (several_lines && quoted.end <= at && error.last_end <= quoted.end) {
    result.notes.push_back(
        {to_end_of_line(source, quoted.begin),
         "the text in quotes before it starts here and runs over several lines; is its closing quote missing?"});
  }
  return result;
}

}  // namespace skiff
