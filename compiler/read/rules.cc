#include "read/rules.h"

namespace skiff {
namespace {

constexpr Rule rules[] = {
    {"SKF001", "the text is not UTF-8", "not-utf8"},
    {"SKF002", "the text contains an invisible character", "invisible-character"},
    {"SKF003", "YAML parsers disagree on a line end", "carriage-return"},
    {"SKF004", "a line is indented with a tab", "tab"},
    {"SKF005", "the file contains several documents", "two-documents"},
    {"SKF006", "a line is outside of the document's structure", "outside-line"},
    {"SKF007", "a field is given twice", "duplicate-field"},
    {"SKF008", "a merge key is used", "merge-key"},
    {"SKF009", "a field name has no colon", "missing-colon"},
    {"SKF010", "a list item is missing", "missing-item"},
    {"SKF011", "an anchor or alias is not usable", "unknown-alias"},
    {"SKF012", "a value is nested too deeply", "too-deep"},
    {"SKF013", "a field name is not a string", "list-as-name"},
    {"SKF014", "a value has a tag", "tag"},
    {"SKF015", "the file contains a directive", "directive"},
    {"SKF016", "a field name is too long", "long-name"},
    {"SKF017", "a quote is not closed", "open-quote"},
    {"SKF018", "the text is not YAML", "bad-indentation"},
    {"SKF019", "brackets do not match", "open-bracket"},
    {"SKF020", "the text is too large"},
    {"SKF021", "the document is empty", "empty"},
};

}  // namespace

std::span<const Rule> read_rules() { return rules; }

}  // namespace skiff
