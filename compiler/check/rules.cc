#include "check/rules.h"

namespace skiff {
namespace {

constexpr Rule rules[] = {
    {"SKF101", "unknown field",
     "Every field is listed in schema/cluster.schema.json and in the reference. A field that is not would have no "
     "effect, and that "
     "is mostly a typing error or a field at the wrong level. `skiff explain FIELD` lists what a field holds.",
     "unknown-field"},
    {"SKF102", "required field missing", "There is no default that would be right for everybody. Write the field.",
     "missing-field"},
    {"SKF103", "field without a value",
     "A field with nothing behind its colon, or with null, could mean the default, nothing or a mistake. Give a value, "
     "or remove "
     "the field to get its default.",
     "no-value"},
    {"SKF104", "wrong type",
     "The field holds another type: text, an integer, true or false, a list, or a map of fields. Quotes make text of "
     "anything, "
     "so \"3\" is no number.",
     "quoted-integer"},
    {"SKF105", "unsupported value", "The field takes one of the listed words only. Upper and lower case count.",
     "unsupported-value"},
    {"SKF106", "ambiguous number or boolean",
     "017 is 15 for YAML 1.1 and 17 for YAML 1.2; 0x1F, 1_000, +5 and True are numbers or booleans for some readers "
     "and text for "
     "others. Write plain decimal digits and true or false, or quote the text.",
     "leading-zero"},
    {"SKF107", "text needs quotes",
     "The field holds text, and without quotes this value is a number or boolean for YAML: 1.30 would become 1.3, and "
     "a tag of "
     "1e3 would become 1000. Put it in quotes.",
     "unquoted-version"},
    {"SKF108", "true or false expected",
     "yes, no, on and off are booleans in YAML 1.1 and text in YAML 1.2. The field takes true or false, without "
     "quotes.",
     "yes-for-true"},
    {"SKF109", "text has the wrong form",
     "The text has to follow the form that the message says. It is what Kubernetes' API server or Slurm accepts in the "
     "places where "
     "the value ends up, so a value that passes here is not refused there.",
     "wrong-form"},
    {"SKF110", "text too short or too long",
     "Kubernetes and Slurm limit the length of names: 63 characters for labels and pod names, 253 for most object "
     "names. Where we "
     "add a suffix to yours, the limit is lower by it.",
     "long-text"},
    {"SKF111", "number out of range",
     "The number lies outside of what Slurm or Kubernetes takes, or of what makes sense for the field.",
     "number-range"},
    {"SKF112", "too few or too many entries",
     "The list or map has a smallest or largest size. An empty list where one item is needed would switch something "
     "off that should "
     "better be said; remove the field instead.",
     "empty-list"},
    {"SKF113", "item given twice",
     "Each item may stand once in this list; a second one has no effect, or Kubernetes would refuse it.",
     "duplicate-item"},
    {"SKF114", "form missing", "The field has several forms, told apart by one field of each. Write one of them.", ""},
    {"SKF115", "two forms at once",
     "The field has several forms, told apart by one field of each. Keep the one that you want.", ""},
    {"SKF116", "name has the wrong form",
     "In this map you choose the names yourself, and they have to follow the form that the message says, because they "
     "become "
     "names in Kubernetes or Slurm.",
     "wrong-name"},
};

}  // namespace

std::span<const Rule> check_rules() { return rules; }

}  // namespace skiff
