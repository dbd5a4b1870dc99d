#include "sidecar/testing/paths.h"

namespace skiff::sidecar {

std::string sidecar_program() { return SKIFF_SIDECAR; }
std::string fake_api_program() { return FAKE_API; }
std::string golden_folder() { return GOLDEN; }

}  // namespace skiff::sidecar
