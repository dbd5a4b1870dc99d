#include "check/schema.h"

#include "cli/embedded.h"
#include "cli/io.h"
#include "cli/verbs.h"

namespace skiff::cli {

Action schema(Arguments&, const Common&) {
  return []() -> int { return write_output(embedded_text(schema_file)) ? good : trouble; };
}

}  // namespace skiff::cli
