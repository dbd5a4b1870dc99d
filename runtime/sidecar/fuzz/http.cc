// An HTTP/1.1 response. The result must be the same however the bytes are split.
#include "sidecar/http.h"

#include <tuple>

#include "fuzz/claim.h"

using skiff::sidecar::HttpReader;

namespace {

// Whether the response was complete, its status and body, and whether the connection can be used again.
std::tuple<bool, int, std::string, bool> answer_of(std::string_view text, std::size_t piece) {
  HttpReader reader(1000);
  for (std::size_t at = 0; at < text.size(); at += piece)
    if (!reader.feed(text.substr(at, piece))) return {false, 0, "", false};
  const bool keeps_alive = reader.keeps_alive();
  if (!reader.end()) return {false, 0, "", false};
  fuzz::claim(reader.body.size() <= 1000, "a body does not exceed its limit");
  return {true, reader.status, reader.body, keeps_alive};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  const auto whole = answer_of(text, size + 1);
  for (const std::size_t piece : {1, 7})
    fuzz::claim(answer_of(text, piece) == whole, "the result does not depend on the pieces");
  return 0;
}
