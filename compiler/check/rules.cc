#include "check/rules.h"

namespace skiff {
namespace {

constexpr Rule rules[] = {
    {"SKF101", "unknown field", "unknown-field"},
    {"SKF102", "required field missing", "missing-field"},
    {"SKF103", "field without a value", "no-value"},
    {"SKF104", "wrong type", "quoted-integer"},
    {"SKF105", "unsupported value", "unsupported-value"},
    {"SKF106", "ambiguous number or boolean", "leading-zero"},
    {"SKF107", "text needs quotes", "unquoted-version"},
    {"SKF108", "true or false expected", "yes-for-true"},
    {"SKF109", "text has the wrong form", "wrong-form"},
    {"SKF110", "text too short or too long", "long-text"},
    {"SKF111", "number out of range", "number-range"},
    {"SKF112", "too few or too many entries", "empty-list"},
    {"SKF113", "item given twice", "duplicate-item"},
    {"SKF114", "form missing"},
    {"SKF115", "two forms at once"},
    {"SKF116", "name has the wrong form", "wrong-name"},
    {"SKF117", "time too long", "long-time"},
};

}  // namespace

std::span<const Rule> check_rules() { return rules; }

}  // namespace skiff
