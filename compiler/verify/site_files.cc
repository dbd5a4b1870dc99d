#include <algorithm>

#include "read/reader.h"
#include "text/quote.h"
#include "verify/checks.h"
#include "verify/conf_lines.h"
#include "verify/lua.h"
#include "verify/namespaces.h"
#include "verify/report.h"
#include "verify/slurm_table.h"
#include "verify/topology.h"
#include "verify/yaml_fields.h"

namespace skiff {
namespace {

// The functions that Slurm looks for when it loads a script (req_fxns).
struct Function {
  std::string_view file, name;
  Version since = {22, 5};
};
constexpr Function functions[] = {
    {"job_submit.lua", "slurm_job_submit"},         {"job_submit.lua", "slurm_job_modify"},
    {"cli_filter.lua", "slurm_cli_setup_defaults"}, {"cli_filter.lua", "slurm_cli_pre_submit"},
    {"cli_filter.lua", "slurm_cli_post_submit"},    {"jobcomp.lua", "slurm_jobcomp_log_record"},
    {"burst_buffer.lua", "slurm_bb_job_process"},   {"burst_buffer.lua", "slurm_bb_pools"},
    {"burst_buffer.lua", "slurm_bb_job_teardown"},  {"burst_buffer.lua", "slurm_bb_setup"},
    {"burst_buffer.lua", "slurm_bb_data_in"},       {"burst_buffer.lua", "slurm_bb_test_data_in", {24, 5}},
    {"burst_buffer.lua", "slurm_bb_real_size"},     {"burst_buffer.lua", "slurm_bb_paths"},
    {"burst_buffer.lua", "slurm_bb_pre_run"},       {"burst_buffer.lua", "slurm_bb_post_run"},
    {"burst_buffer.lua", "slurm_bb_data_out"},      {"burst_buffer.lua", "slurm_bb_test_data_out", {24, 5}},
    {"burst_buffer.lua", "slurm_bb_get_status"},    {"scrun.lua", "slurm_scrun_stage_in"},
    {"scrun.lua", "slurm_scrun_stage_out"},
};

// Checks one file.
class SiteFile {
 public:
  SiteFile(const VerifyInput& input, const OutputSiteFile& file, const SlurmNodes& nodes, Diagnostics& out)
      : input_(input), file_(file), nodes_(nodes), out_(out) {}

  void check() {
    if (file_.name.ends_with(".lua")) return lua();
    if (file_.name.ends_with(".yaml")) return yaml();
    if (file_.name.ends_with(".conf")) conf();
  }

 private:
  void say(std::string_view rule, Problem problem, std::string_view value, std::string message, std::size_t line = 0) {
    std::string where = "slurm/" + std::string(file_.name);
    if (line > 0) where += ':' + std::to_string(line);
    report(out_, rule, problem, where, *file_.origin, value.empty() ? "" : quote(value), std::move(message));
  }

  std::size_t line_of(Span span) const {
    return 1 + static_cast<std::size_t>(std::count(file_.text.begin(), file_.text.begin() + span.begin, '\n'));
  }

  void lua() {
    const LuaScript script = compile_lua(file_.name, file_.text);
    if (!script.fault.empty()) return say("SKF493", Problem::invalid, "", "Lua cannot compile it: " + script.fault);
    if (script.may_have_more) return;
    for (const Function& function : functions)
      if (function.file == file_.name && function.since <= input_.slurm &&
          !script.globals.contains(std::string(function.name)))
        say("SKF493", Problem::required, "",
            "must have the global function " + std::string(function.name) + "; Slurm refuses the script without it");
  }

  void conf() {
    // A file that is not in the tables may have other lines than Key=value.
    if (file_.name != "topology.conf" && rows_of(slurm_parameters(), file_.name, "").empty()) return;
    const ParsedConf parsed = parse_conf(file_.text);
    for (const auto& [line, message] : parsed.errors) say("SKF491", Problem::invalid, "", message, line);
    if (file_.name == "topology.conf") check_topologies(input_, file_, topologies_of(parsed), nodes_, out_);
  }

  void yaml() {
    const ReadResult document = read(file_.text);
    for (const Diagnostic& fault : document.diagnostics)
      if (fault.severity == Severity::error) {
        say("SKF491", Problem::invalid, "", "is not YAML: " + fault.message, line_of(fault.span));
        return;
      }
    if (rows_of(slurm_parameters(), file_.name, "").empty()) return;
    const bool list = file_.name != "namespace.yaml";
    if (document.root.kind != (list ? Node::Kind::sequence : Node::Kind::mapping))
      return say("SKF491", Problem::invalid, "", list ? "must be a list" : "must be a map");
    check_yaml_fields(input_, file_, document.root, out_);
    if (file_.name == "namespace.yaml") check_namespaces(file_, document.root, nodes_, out_);
    if (file_.name != "topology.yaml") return;
    const std::vector<Topology> topologies = topologies_of(document.root, file_.text);
    for (const Topology& topology : topologies)
      if (topology.name.empty()) say("SKF490", Problem::required, "", "a topology must have a name", topology.line);
    check_topologies(input_, file_, topologies, nodes_, out_);
    named(topologies);
  }

  // Checks that the topology in `Topology=` of each partition exists.
  void named(const std::vector<Topology>& topologies) {
    for (const NamedLine& line : lines_of(nodes_.file, "PartitionName")) {
      const Parameter* topology = line.find("Topology");
      if (!topology) continue;
      const std::string_view name = unquoted(topology->value);
      if (std::none_of(topologies.begin(), topologies.end(), [&](const Topology& each) { return each.name == name; }))
        report(out_, "SKF490", Problem::not_found, *nodes_.file, *topology,
               "topology.yaml has no topology " + quote(name));
    }
  }

  const VerifyInput& input_;
  const OutputSiteFile& file_;
  const SlurmNodes& nodes_;
  Diagnostics& out_;
};

}  // namespace

// Without topology.yaml there is no topology that a partition could name. slurmctld exits on one.
void check_no_topologies(const VerifyInput& input, Diagnostics& out) {
  if (std::ranges::any_of(input.site_files, [](const OutputSiteFile& file) { return file.name == "topology.yaml"; }))
    return;
  const OutputConf* slurm = find_conf(input, "slurm.conf");
  for (const std::string_view kind : {"NodeName", "PartitionName"}) {
    for (const NamedLine& line : lines_of(slurm, kind)) {
      if (const Parameter* topology = line.find("Topology"))
        report(out, "SKF490", Problem::not_found, *slurm, *topology,
               "there is no topology.yaml that defines it; add one to spec.slurm.files");
    }
  }
}

void check_site_files(const VerifyInput& input, Diagnostics& out) {
  check_no_topologies(input, out);
  if (input.site_files.empty()) return;
  Diagnostics told_elsewhere;
  const SlurmNodes nodes = read_nodes(input, told_elsewhere);
  for (const OutputSiteFile& file : input.site_files) SiteFile(input, file, nodes, out).check();
}

}  // namespace skiff
