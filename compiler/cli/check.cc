#include <memory>

#include "cli/session.h"
#include "cli/verbs.h"

namespace skiff::cli {

Action check_spec(Arguments& arguments, const Common& common) {
  const auto spec = std::make_shared<std::string>();
  arguments.operand("SPEC", *spec, "The spec, or - for standard input");
  return [spec, &common] { return compile_spec(*spec, common).exit; };
}

}  // namespace skiff::cli
