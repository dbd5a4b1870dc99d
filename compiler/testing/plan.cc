#include "testing/plan.h"

#include <stdexcept>

#include "check/checker.h"
#include "compile.h"
#include "plan/resolve.h"
#include "read/reader.h"
#include "spec/bind.h"

namespace skiff::testing {

std::string cluster_spec(std::string_view lines) {
  return "apiVersion: skiff/v1alpha1\nkind: SlurmCluster\nmetadata: {name: atlas}\nspec:\n"
         "  images: {registry: registry.example.com/skiff}\n" +
         std::string(lines);
}

namespace {

std::string told(const Diagnostics& findings) {
  std::string text;
  for (const Diagnostic& finding : findings)
    text += finding.path + ": " + finding.message + " [" + std::string(finding.rule) + "]\n";
  return text;
}

}  // namespace

plan::Plan plan_of(std::string_view spec_text) {
  ReadResult document = read(spec_text);
  Diagnostics findings = std::move(document.diagnostics);
  if (!has_errors(findings)) findings = check(document.root, cluster_schema());
  plan::Plan plan;
  if (!has_errors(findings)) plan = resolve(bind(document.root, cluster_schema()), findings);
  if (has_errors(findings)) throw std::runtime_error(told(findings));
  return plan;
}

std::string output_of(std::string_view spec_text, std::string_view path) {
  const Compilation compilation = compile(spec_text);
  if (has_errors(compilation.diagnostics)) throw std::runtime_error(told(compilation.diagnostics));
  for (const OutputFile& file : compilation.bundle.files)
    if (file.path == path) return file.text;
  return "";
}

std::string findings_of(std::string_view spec_text) { return told(compile(spec_text).diagnostics); }

}  // namespace skiff::testing
