#pragma once

namespace skiff::cli {

/// Makes malloc get memory in large steps and in huge pages, because a compilation creates hundreds of thousands of
/// values and frees few of them. With malloc's default steps, page faults took a third of the time of a large build.
/// This cannot be undone, so it is only for programs that exit soon.
void prepare_heap();

}  // namespace skiff::cli
