#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// The text in double quotes, as Go's %q prints it; very long text is cut.
std::string quote(std::string_view text);

}  // namespace skiff
