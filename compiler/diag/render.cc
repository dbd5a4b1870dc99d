#include "diag/render.h"

#include "diag/render_forms.h"

namespace skiff {

std::string render(DiagnosticsFormat format, std::string_view source, const Diagnostics& diagnostics,
                   const RenderOptions& options) {
  switch (format) {
    case DiagnosticsFormat::text:
      return render_text(source, diagnostics, options);
    case DiagnosticsFormat::json:
      return render_json(source, diagnostics, options);
    case DiagnosticsFormat::sarif:
      return render_sarif(source, diagnostics, options);
    case DiagnosticsFormat::github:
      return render_github(source, diagnostics, options);
  }
  return {};
}

}  // namespace skiff
