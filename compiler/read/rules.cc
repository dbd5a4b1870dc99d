#include "read/rules.h"

namespace skiff {
namespace {

constexpr Rule rules[] = {
    {"SKF001", "text is not UTF-8", "not-utf8"},
    {"SKF002", "invisible character", "invisible-character"},
    {"SKF003", "unclear line end", "carriage-return"},
    {"SKF004", "tab as indentation", "tab"},
    {"SKF005", "several documents", "two-documents"},
    {"SKF006", "line outside of the structure", "outside-line"},
    {"SKF007", "field given twice", "duplicate-field"},
    {"SKF008", "merge key", "merge-key"},
    {"SKF009", "missing colon", "missing-colon"},
    {"SKF010", "missing list item", "missing-item"},
    {"SKF011", "unusable anchor or alias", "unknown-alias"},
    {"SKF012", "nested too deeply", "too-deep"},
    {"SKF013", "field name is no text", "list-as-name"},
    {"SKF014", "tag", "tag"},
    {"SKF015", "directive", "directive"},
    {"SKF016", "field name too long", "long-name"},
    {"SKF017", "quote not closed", "open-quote"},
    {"SKF018", "not YAML", "bad-indentation"},
    {"SKF019", "bracket missing or too many", "open-bracket"},
    {"SKF020", "text too large"},
    {"SKF021", "empty document", "empty"},
};

}  // namespace

std::span<const Rule> read_rules() { return rules; }

}  // namespace skiff
