// Fuzzes the parser of the manifest `.skiff`, which users may have changed.
#include "output/manifest.h"

#include "fuzz/claim.h"

using namespace skiff;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const auto manifest = parse_manifest(fuzz::text_of(bytes, size));
  if (!manifest) return 0;
  for (const auto& [path, hashes] : *manifest) {
    fuzz::claim(!path.starts_with('/') && ("/" + path + "/").find("/../") == path.npos,
                "a path stays inside the directory");
    fuzz::claim(!hashes.empty(), "a file has a hash");
  }
  fuzz::claim(parse_manifest(manifest_text(*manifest)) == manifest, "a written manifest reads back unchanged");
  return 0;
}
