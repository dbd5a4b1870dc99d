#pragma once

namespace skiff::cli {

/// Lets malloc take memory in large steps and huge pages, as a compilation makes hundreds of thousands of values and gives few back:
/// with malloc's own steps, page faults were a third of a large build's time. For programs that end soon; never undone.
void prepare_heap();

}  // namespace skiff::cli
