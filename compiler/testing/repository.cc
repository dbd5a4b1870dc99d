#include "testing/repository.h"

namespace skiff::testing {

std::filesystem::path repository() { return SKIFF_REPOSITORY; }

}  // namespace skiff::testing
