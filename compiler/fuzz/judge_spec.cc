#include "fuzz/judge_spec.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "compile.h"
#include "diag/render.h"
#include "emit/stream.h"
#include "emit/yaml.h"
#include "fuzz/claim.h"
#include "output/manifest.h"
#include "read/values.h"

namespace skiff {
namespace {

using fuzz::claim;

void judge_findings(std::string_view text, const Diagnostics& found) {
  const auto lies_inside = [&](Span span) { return span.begin <= span.end && span.end <= text.size(); };
  for (const Diagnostic& finding : found) {
    claim(finding.rule.starts_with("SKF"), "a diagnostic has a rule");
    claim(lies_inside(finding.span), "a diagnostic's span is inside the spec");
    claim(!finding.message.empty() || finding.problem == Problem::required || finding.problem == Problem::duplicate,
          "a diagnostic has a message");
    for (const std::string* part : {&finding.message, &finding.path, &finding.value, &finding.child})
      if (!part->empty()) fuzz::claim_one_line(*part);
    for (const Note& note : finding.notes) {
      claim(lies_inside(note.span), "a note's span is inside the spec");
      fuzz::claim_one_line(note.message);
    }
  }
  const RenderOptions options{"spec.yaml", false};
  for (const auto form : {DiagnosticsFormat::json, DiagnosticsFormat::sarif})
    claim(nlohmann::json::accept(render(form, text, found, options)), "rendered diagnostics are valid JSON");
  for (const auto form : {DiagnosticsFormat::text, DiagnosticsFormat::github}) render(form, text, found, options);
}

// An output that skiff reads back must be what it wrote.
void judge_reading_back(const OutputFile& file) {
  const ReadValues back = read_values(file.text);
  claim(back.diagnostics.empty(), "an output file can be read back");
  OutputFile again{file.path, {}, {}};
  for (const Value& document : back.documents) append_document(again, document);
  const ReadValues twice = read_values(again.text);
  OutputFile third{file.path, {}, {}};
  for (const Value& document : twice.documents) append_document(third, document);
  claim(third.text == again.text, "a file that was read back and written again stays the same");
}

void judge_output(std::string_view text, const SpecFileReader& read_spec_file, const Bundle& bundle) {
  std::set<std::string> paths;
  for (const OutputFile& file : bundle.files) {
    claim(is_output_path(file.path) && paths.insert(file.path).second,
          "an output path is unique and inside the directory");
    const auto ends = static_cast<std::size_t>(std::count(file.text.begin(), file.text.end(), '\n'));
    claim(file.lines.size() == ends + (file.text.empty() || file.text.ends_with('\n') ? 0 : 1),
          "each line has an origin");
    if (file.path.starts_with("k8s/")) judge_reading_back(file);
  }
  claim(nlohmann::json::accept(json_stream(bundle)), "the list of objects is valid JSON");
  const Compilation again = compile(text, read_spec_file);
  claim(again.bundle.files.size() == bundle.files.size(), "the output is the same each time");
  for (std::size_t i = 0; i < bundle.files.size(); ++i)
    claim(again.bundle.files[i].path == bundle.files[i].path && again.bundle.files[i].text == bundle.files[i].text,
          "the output is the same each time");
}

}  // namespace

void judge_spec(std::string_view text, const SpecFileReader& read_spec_file) {
  const Compilation made = compile(text, read_spec_file);
  judge_findings(text, made.diagnostics);
  claim(made.bundle.files.empty() == has_errors(made.diagnostics), "there is either an output or an error");
  if (!made.bundle.files.empty()) judge_output(text, read_spec_file, made.bundle);
}

}  // namespace skiff
