#include "read/syntax.h"

#include <algorithm>

#include "read/builder.h"
#include "read/extent.h"
#include "text/assignment.h"

namespace skiff {
namespace {

constexpr std::size_t max_key = 1024;

struct Wording {
  std::string_view theirs;
  std::string_view rule;
  std::string_view ours;
};

// `theirs` is libyaml's message (scanner.c, parser.c). The functions below handle errors that need more context.
constexpr Wording wordings[] = {
    {"mapping values are not allowed in this context", "SKF018",
     "\":\" is not allowed here; check the indentation of this line and the one above, and quote text that contains \": "
     "\""},
    {"mapping keys are not allowed in this context", "SKF018",
     "a field can't start here; check the indentation of this line and the one above"},
    {"block sequence entries are not allowed in this context", "SKF018",
     "\"- \" is not allowed here; a list starts on the line below its field, or in brackets: [a, b]"},
    {"did not find expected ',' or '}'", "SKF019", "\",\" or \"}\" is missing here or above"},
    {"did not find expected ',' or ']'", "SKF019", "\",\" or \"]\" is missing here or above"},
    {"did not find expected key", "SKF018",
     "a field \"name: value\" is expected here; check the indentation of this line, and quotes that end too early"},
    {"could not find expected ':'", "SKF018",
     "a field \"name: value\" is expected here; check the indentation of this line, and quotes that end too early"},
    {"did not find expected '-' indicator", "SKF018", list_item},
    {"did not find expected node content", "SKF018", "no value can start with this character; put the text in quotes"},
    {"found character that cannot start any token", "SKF018",
     "no value can start with this character; put the text in quotes"},
    {"found unknown escape character", "SKF018",
     "unknown escape in double quotes; double the backslash, or use single quotes, where it is an ordinary character"},
    {"did not find expected hexdecimal number", "SKF018", "\"\\x\", \"\\u\" and \"\\U\" need 2, 4 and 8 hex digits"},
    {"found invalid Unicode character escape code", "SKF018",
     "there is no such character; write it directly, or as \"\\U\" and 8 hex digits"},
    {"did not find expected comment or line break", "SKF018",
     "only \"+\", \"-\", a digit or a comment may follow \"|\" or \">\"; the text starts on the next line"},
    {"found an indentation indicator equal to 0", "SKF018", "the indentation after \"|\" or \">\" must be from 1 to 9"},
};

std::uint32_t line_start(std::string_view source, std::uint32_t at) { return at - column_of(source, at); }

Span to_end_of_line(std::string_view source, std::uint32_t begin) {
  return {begin, std::max(line_end(source, begin), begin)};
}

// The first tab in the indentation of the line that contains `at`, or npos.
std::size_t tab_in_indentation(std::string_view source, std::uint32_t at) {
  for (std::size_t i = line_start(source, at); i < source.size() && (source[i] == ' ' || source[i] == '\t'); ++i) {
    if (source[i] == '\t') return i;
  }
  return std::string_view::npos;
}

// If the parser stopped at the end of the text, the mistake belongs to the last line that has text.
std::uint32_t place_of(std::string_view source, std::uint32_t at) {
  if (at < source.size()) return at;
  const std::size_t last = source.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? 0 : static_cast<std::uint32_t>(last);
}

// A field without a colon: from `begin` to a comment or the end of the line.
Span bare_field(std::string_view source, std::uint32_t begin) {
  std::uint32_t end = line_end(source, begin);
  if (const std::size_t comment = source.find(" #", begin); comment < end) end = static_cast<std::uint32_t>(comment);
  while (end > begin && (source[end - 1] == ' ' || source[end - 1] == '\t')) --end;
  return {begin, end};
}

// The word before `at` on its line, where an anchor or a tag would be.
std::string_view word_before(std::string_view source, std::uint32_t at) {
  const std::string_view line = source.substr(line_start(source, at), column_of(source, at));
  const std::size_t last = line.find_last_not_of(" \t");
  if (last == std::string_view::npos) return {};
  const std::size_t blank = line.find_last_of(" \t", last);
  return line.substr(blank == std::string_view::npos ? 0 : blank + 1, last + 1);
}

// Explains libyaml's "could not find expected ':'": a line that must be a field, but is not.
Diagnostic without_colon(std::string_view source, const ParserError& error, const Builder& built) {
  const std::uint32_t begin = error.context;
  const bool plain = std::string_view("\"'[{").find(source[begin]) == std::string_view::npos;
  if (!plain && built.expects_value()) {
    return {.rule = "SKF018", .span = to_end_of_line(source, begin), .message = std::string(indent_more)};
  }
  const Span field = bare_field(source, begin);
  if (field.end - field.begin > max_key)
    return {.rule = "SKF016", .span = field, .message = "the field name is longer than 1024 bytes"};
  // A list may be indented like its field. Then the next field looks like one of the list's items.
  if (built.in_list() && (source[begin] == '-' || built.depth() == 1))
    return {.rule = "SKF018", .span = field, .message = std::string(list_item)};
  if (plain) {
    return {
        .rule = "SKF009", .span = field, .message = missing_colon(source.substr(field.begin, field.end - field.begin))};
  }
  return {
      .rule = "SKF018",
      .span = {begin, begin + 1},
      .message =
          "a field \"name: value\" is expected here; check the indentation of this line, and quotes that end too early"};
}

// Explains an unexpected character in the place of a value or a field, if its cause is known; otherwise sets no rule.
Diagnostic unexpected(std::string_view source, const ParserError& error, std::uint32_t at, const Builder& built) {
  Diagnostic result = {.rule = {}, .span = {at, std::min(at + 1, static_cast<std::uint32_t>(source.size()))}};
  const auto say = [&](std::string_view rule, std::string_view message) {
    result.rule = rule;
    result.message = message;
    return result;
  };
  const char found = at < source.size() ? source[at] : '\0';
  if (found == '\t') return say("SKF004", "a tab is not allowed here; use spaces");
  if (found == ']' || found == '}')
    return say("SKF019", "this bracket closes nothing; remove it, or quote the text that it belongs to");
  const bool in_brackets = built.open_bracket() != Span{};
  if (error.problem == "did not find expected node content") {
    if (in_brackets && found == ',' && built.in_list()) return say("SKF010", missing_item);
    if ((in_brackets && found == ',') || found == ':') return say("SKF013", missing_name);
  }
  if (error.problem == "did not find expected key") {
    if (found == ':') return say("SKF013", missing_name);
    const std::string_view before = word_before(source, at).substr(0, 1);
    if (before == "&" && found == '&') return say("SKF011", "a node can have only one anchor; remove this one");
    if (before == "&" && found == '*')
      return say("SKF011", "an alias stands for the whole node; nothing may be added to it");
  }
  if (error.problem == "did not find expected alphabetic or numeric character") {
    if (source[error.context] == '*')
      return say("SKF011", "\"*\" starts an alias; quote the text if it should start with \"*\"");
    return say("SKF011", "\"&\" starts an anchor; quote the text if it should start with \"&\"");
  }
  return result;
}

// True if a line of three dots has ended the document, and more text follows without `---`.
bool is_second_document(std::string_view source, const ParserError& error, const Builder& built) {
  if (error.problem != "did not find expected <document start>") return false;
  const std::uint32_t next = skip_separation(source, built.cursor());
  return next < error.at && source.substr(next, 3) == "...";
}

bool is_outside(const ParserError& error, const Builder& built) {
  return error.problem == "did not find expected <document start>" ||
         (error.problem == "did not find expected '-' indicator" && built.depth() == 1);
}

}  // namespace

std::string missing_colon(std::string_view field) {
  const Assignment meant = assignment(field).value_or(Assignment{field, "VALUE"});
  const std::string name(meant.name);
  const bool no_space = field.substr(name.size()).starts_with(':');
  std::string message = no_space ? "missing space after \"" + name + ":\"" : "missing \":\" after \"" + name + "\"";
  message += "; write \"" + name + ": ";
  message += meant.value;
  return message + "\"";
}

std::string tag_message(std::string_view tag) {
  std::string message = "tag \"";
  message += tag;
  return message + "\" has no meaning in a spec; remove it, and use quotes to make a value a string";
}

Diagnostic explain_syntax(std::string_view source, const ParserError& error, const Builder& built) {
  const std::uint32_t at = place_of(source, error.at);
  if (error.problem == "found unexpected end of stream" || error.problem == "found unexpected document indicator") {
    return {.rule = "SKF017",
            .span = to_end_of_line(source, error.context),
            .message = std::string("this text has no closing ") +
                       (source.substr(error.context, 1) == "'" ? "\"'\"" : "'\"'") + " before the document ends"};
  }
  if (const std::uint32_t start = line_start(source, at); source.substr(start, 1) == "%") {
    return {.rule = "SKF015", .span = to_end_of_line(source, start), .message = std::string(percent_line)};
  }
  if (const std::size_t tab = tab_in_indentation(source, at); tab != std::string_view::npos) {
    return {.rule = "SKF004",
            .span = {static_cast<std::uint32_t>(tab), static_cast<std::uint32_t>(tab + 1)},
            .message = "a tab can't indent YAML; use spaces"};
  }
  if (error.problem == "mapping values are not allowed in this context" && at - line_start(source, at) > max_key) {
    return {
        .rule = "SKF016", .span = {line_start(source, at), at}, .message = "the field name is longer than 1024 bytes"};
  }
  if (is_second_document(source, error, built)) {
    return {.rule = "SKF005", .span = to_end_of_line(source, at), .message = std::string(second_document)};
  }
  if (is_outside(error, built))
    return {.rule = "SKF006", .span = to_end_of_line(source, at), .message = std::string(outside_line)};
  if (error.problem == "could not find expected ':'") return without_colon(source, error, built);

  Diagnostic result = unexpected(source, error, at, built);
  for (const Wording& wording : wordings) {
    if (!result.rule.empty() || error.problem != wording.theirs) continue;
    result.rule = wording.rule;
    result.message = wording.ours;
  }
  if (result.rule.empty()) {
    result.rule = "SKF018";
    result.message = "this is not YAML (" + std::string(error.problem) + ")";
  }
  if (source.substr(error.context, 1) == "!" || source.substr(at, 1) == "!") {
    const std::uint32_t tag = source.substr(error.context, 1) == "!" ? error.context : at;
    result = {.rule = "SKF014",
              .span = {tag, word_end(source, tag)},
              .message = tag_message(source.substr(tag, word_end(source, tag) - tag))};
  }
  for (const std::string_view escape :
       {"found unknown escape", "did not find expected hexdecimal", "found invalid Unicode"}) {
    const std::size_t backslash = source.rfind('\\', at);
    if (error.problem.starts_with(escape) && backslash != std::string_view::npos) {
      result.span = {static_cast<std::uint32_t>(backslash), std::max(at, static_cast<std::uint32_t>(backslash + 2))};
    }
  }
  if (const Span bracket = built.open_bracket(); result.rule == "SKF019" && bracket != Span{}) {
    result.notes.push_back({bracket, "the innermost open bracket is here"});
  }
  const Span quoted = built.last_quoted();
  const bool several_lines =
      source.substr(quoted.begin, quoted.end - quoted.begin).find('\n') != std::string_view::npos;
  if (several_lines && quoted.end <= at && built.cursor() <= quoted.end) {
    result.notes.push_back(
        {to_end_of_line(source, quoted.begin),
         "the quoted text before it starts here and spans several lines; is its closing quote missing?"});
  }
  return result;
}

}  // namespace skiff
