#include "read/rules.h"

namespace skiff {
namespace {

constexpr Rule rules[] = {
    {"SKF001", "text is not UTF-8",
     "A spec is UTF-8, with or without a byte order mark. In another encoding names and paths would reach Slurm and "
     "Kubernetes as "
     "other characters than the ones you see. Save the file as UTF-8 (`iconv -f LATIN1 -t UTF-8`).",
     "not-utf8"},
    {"SKF002", "invisible character",
     "Control characters, the byte order mark inside the text, characters without width and those that turn the "
     "direction of "
     "text around can't be seen in an editor or a review, so that you would review other text than what is read "
     "(CVE-2021-42574). YAML 1.2 (section 5.1) does not allow the first two either. Remove the character. If a value "
     "needs "
     "one, write it as an escape in double quotes.",
     "invisible-character"},
    {"SKF003", "unclear line end",
     "YAML 1.1 readers end a line at U+0085, U+2028, U+2029 and at a carriage return alone, YAML 1.2 readers do so at "
     "the last "
     "only, and yaml-cpp at none of them: the same file would have other fields for other tools. Lines end with LF or "
     "CR LF.",
     "carriage-return"},
    {"SKF004", "tab as indentation",
     "YAML indents with spaces (YAML 1.2, section 6.1): how wide a tab is depends on who looks. Set the editor to "
     "insert spaces.",
     "tab"},
    {"SKF005", "several documents",
     "A spec is one document. Most readers would take the first one and drop the others without a word. Use one file "
     "for each "
     "cluster.",
     "two-documents"},
    {"SKF006", "line outside of the structure",
     "A line that is indented less than the structure that it shall belong to, or that follows a closed bracket or "
     "quote, begins "
     "a second document for YAML, and many readers drop that in silence. Indent the line like its neighbours.",
     "outside-line"},
    {"SKF007", "field given twice",
     "Some YAML readers take the first of two equal fields, some the last, and none shows it in a review. Keep one of "
     "them; to "
     "merge two maps or lists, merge them in the file.",
     "duplicate-field"},
    {"SKF008", "merge key",
     "`<<: *name` is a YAML 1.1 extension. YAML 1.2 has dropped it and readers differ on it: yaml-cpp takes it for an "
     "ordinary "
     "field. Repeat the fields, or give a whole value an alias.",
     "merge-key"},
    {"SKF009", "missing colon",
     "A word alone among fields is a field without a value for YAML. Nearly always the colon or the blank behind it "
     "was forgotten: "
     "`name: value`.",
     "missing-colon"},
    {"SKF010", "missing list item", "Two commas in a row make an empty item. Remove one, or write the item.",
     "missing-item"},
    {"SKF011", "unusable anchor or alias",
     "`&name` marks a node and `*name` repeats it further down; the name must be defined first, not inside itself, and "
     "all aliases "
     "together may stand for 10,000 nodes. Without this limit a few lines could stand for billions. Text that begins "
     "with `*` "
     "or `&` needs quotes.",
     "unknown-alias"},
    {"SKF012", "nested too deeply",
     "No field of a spec is nested more than 64 levels deep. Text that is has mostly unclosed brackets.", "too-deep"},
    {"SKF013", "field name is no text",
     "Field names are words. YAML also allows lists, maps, null and aliases there, and JSON and Kubernetes do not. "
     "Quote a name "
     "that begins with a bracket, a `*` or that reads null.",
     "list-as-name"},
    {"SKF014", "tag",
     "Tags such as `!!str` or `!Ref` tell a YAML reader which type to use. The schema says that already, and a tag of "
     "another tool would be ignored here. Remove it; quotes make a value a string.",
     "tag"},
    {"SKF015", "directive",
     "`%YAML` and `%TAG` lines change how the rest is read, and readers differ on how far they follow. A spec needs "
     "neither.",
     "directive"},
    {"SKF016", "field name too long",
     "A field name on one line may have 1,024 bytes (YAML 1.2, section 7.4.2). A longer one is text that was meant as "
     "a value.",
     "long-name"},
    {"SKF017", "quote not closed",
     "Text in quotes goes on until the closing quote, over line ends too. At the end of the file yaml-cpp would accept "
     "what it has "
     "got by then, with the rest of the file inside. Close the quote; in single quotes a quote is written twice.",
     "open-quote"},
    {"SKF018", "not YAML",
     "The structure can't be told from the text. The place is where the reader could not go on; the fault is there or "
     "on a line "
     "above. Check indentation, the blank behind each colon and dash, and quotes around text that contains `: ` or ` "
     "#`.",
     "bad-indentation"},
    {"SKF019", "bracket missing or too many",
     "Lists and maps in brackets end with the bracket of their kind, with commas between the items.", "open-bracket"},
    {"SKF020", "text too large",
     "A spec of 10,000 nodes in 1,000 sets has some hundred KiB. 16 MiB can't be one, so nothing is parsed.", ""},
    {"SKF021", "empty document",
     "There is nothing but comments and blank lines. `skiff init` prints a spec to start from.", "empty"},
};

}  // namespace

std::span<const Rule> read_rules() { return rules; }

}  // namespace skiff
