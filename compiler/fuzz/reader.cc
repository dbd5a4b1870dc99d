// Fuzzes the parser of specs, and the parser of objects that skiff reads back.
#include "read/reader.h"

#include <algorithm>

#include "emit/yaml.h"
#include "fuzz/claim.h"
#include "read/values.h"
#include "tree/json.h"

using namespace skiff;

namespace {

void judge_node(const Node& node, std::size_t size) {
  fuzz::claim(node.span.begin <= node.span.end && node.span.end <= size, "a node's span is inside the text");
  for (const Node& item : node.items) judge_node(item, size);
  for (const Entry& entry : node.entries) {
    judge_node(entry.key, size), judge_node(entry.value, size);
    fuzz::claim(node.find(entry.key.text) == &entry.value, "a key appears once");
  }
}

bool is_writable(const Value& value) {
  return std::all_of(value.items.begin(), value.items.end(), is_writable) &&
         std::all_of(value.members.begin(), value.members.end(),
                     [](const Member& member) { return is_writable_key(member.key) && is_writable(member.value); });
}

std::string json_of(const std::vector<Value>& documents) {
  std::string text;
  for (const Value& document : documents) append_json(text, document), text += '\n';
  return text;
}

// The writer takes maps. It cannot write the longest keys that the parser reads.
bool is_written(const Value& document) {
  return document.kind == Value::Kind::map && !document.members.empty() && is_writable(document);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  const ReadResult result = read(text);
  for (const Diagnostic& finding : result.diagnostics) {
    fuzz::claim(finding.span.begin <= finding.span.end && finding.span.end <= size,
                "a diagnostic's span is inside the text");
    fuzz::claim_one_line(finding.message);
  }
  if (result.diagnostics.empty()) judge_node(result.root, size);
  const ReadValues values = read_values(text);
  if (!values.diagnostics.empty()) return 0;
  OutputFile file;
  for (const Value& document : values.documents)
    if (is_written(document)) append_document(file, document);
  const ReadValues back = read_values(file.text);
  fuzz::claim(back.diagnostics.empty(), "written values can be read");
  std::vector<Value> maps;
  for (const Value& document : values.documents)
    if (is_written(document)) maps.push_back(document);
  fuzz::claim(json_of(back.documents) == json_of(maps), "written values read back unchanged");
  return 0;
}
