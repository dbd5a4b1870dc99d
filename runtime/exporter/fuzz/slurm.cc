// What scontrol, squeue and sdiag print, and the page that is made of it.
#include "exporter/jobs.h"
#include "exporter/nodes.h"
#include "exporter/scheduler.h"
#include "fuzz/claim.h"

using namespace skiff::exporter;

namespace {

// A line is a comment, or a name that may have labels, and a number: `skiff_nodes{node_set="a",state="idle"} 1`.
void claim_sample(std::string_view line) {
  if (line.starts_with("# ")) return;
  bool quoted = false, labelled = false;
  std::size_t i = 0;
  for (; i < line.size() && (quoted || line[i] != ' '); ++i) {
    fuzz::claim(static_cast<unsigned char>(line[i]) < 0x80, "a page is ASCII");
    if (quoted && line[i] == '\\')
      ++i;
    else if (line[i] == '"')
      quoted = !quoted;
    else if (!quoted && line[i] == '{')
      labelled = true;
    else if (!quoted && line[i] == '}')
      labelled = false;
  }
  fuzz::claim(!quoted && !labelled, "labels end");
  fuzz::claim(i + 1 < line.size() && line.find_first_not_of("0123456789.-", i + 1) == line.npos, "a value is a number");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  skiff::metrics::Page page;
  write_nodes(parse_nodes(text), page);
  write_scheduler(text, page);
  JobHistory history(0);
  history.begin(1796046425);
  JobTotals totals;
  totals.count(text, 1796046425, history);
  history.commit();
  totals.write(page);
  history.write(page);
  std::string_view rest = page.text();
  fuzz::claim(rest.empty() || rest.back() == '\n', "a page ends with a line");
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    claim_sample(line);
    rest.remove_prefix(line.size() + 1);
  }
  return 0;
}
