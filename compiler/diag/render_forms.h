#pragma once

#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "diag/render.h"

namespace skiff {

/// The four formats, each in its own file. `render` calls one of them.
std::string render_text(std::string_view source, const Diagnostics& diagnostics, const RenderOptions& options);
std::string render_json(std::string_view source, const Diagnostics& diagnostics, const RenderOptions& options);
std::string render_sarif(std::string_view source, const Diagnostics& diagnostics, const RenderOptions& options);
std::string render_github(std::string_view source, const Diagnostics& diagnostics, const RenderOptions& options);

}  // namespace skiff
