// Fuzzes the compiler with arbitrary bytes as a spec.
#include "fuzz/claim.h"
#include "fuzz/judge_spec.h"

namespace {

// A valid file for each extension, or an error for `.none`.
skiff::SpecFile file_at(const std::string& path) {
  if (path.ends_with(".lua"))
    return {"function slurm_job_submit(job, partitions, user) return slurm.SUCCESS end\n", ""};
  if (path.ends_with(".conf")) return {"SwitchName=s0 Nodes=cpu-[0-3]\n", ""};
  if (path.ends_with(".yaml")) return {"- topology: t\n  cluster_default: true\n", ""};
  if (path.ends_with(".none")) return {"", "is not there"};
  return {"#!/bin/sh\nexit 0\n", ""};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  skiff::judge_spec(fuzz::text_of(bytes, size), file_at);
  return 0;
}
