#include "check/rules.h"

namespace skiff {
namespace {

constexpr Rule rules[] = {
    {"SKF101", "a field does not exist", "unknown-field"},
    {"SKF102", "a required field is missing", "missing-field"},
    {"SKF103", "a field has no value", "no-value"},
    {"SKF104", "a value has the wrong type", "quoted-integer"},
    {"SKF105", "a value is not supported", "unsupported-value"},
    {"SKF106", "a number or boolean is ambiguous", "leading-zero"},
    {"SKF107", "a text needs quotes", "unquoted-version"},
    {"SKF108", "a value must be true or false", "yes-for-true"},
    {"SKF109", "a text has the wrong form", "wrong-form"},
    {"SKF110", "a text is too short or too long", "long-text"},
    {"SKF111", "a number is out of range", "number-range"},
    {"SKF112", "a list or map has too few or too many entries", "empty-list"},
    {"SKF113", "a list contains an item twice", "duplicate-item"},
    {"SKF114", "a field has none of its possible forms"},
    {"SKF115", "a field has two forms at once"},
    {"SKF116", "a name in a map has the wrong form", "wrong-name"},
    {"SKF117", "a time is too long", "long-time"},
};

}  // namespace

std::span<const Rule> check_rules() { return rules; }

}  // namespace skiff
