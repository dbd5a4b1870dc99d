// reservations.conf, what scontrol prints, the record of what was created, and the decisions that follow. Lines of `%`
// separate the parts of an input.
#include "sidecar/reservations.h"

#include <algorithm>
#include <stdexcept>

#include "fuzz/claim.h"

using namespace skiff::sidecar;

namespace {

std::string_view take_part(std::string_view& text) {
  const std::size_t end = text.find("\n%\n");
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 3);
  return part;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  constexpr std::int64_t now = 1767700800;
  std::string_view text = fuzz::text_of(bytes, size);
  Reservations wanted;
  ReservationMemory memory;
  try {
    wanted = parse_reservations(take_part(text));
    memory = parse_reservation_memory(take_part(text));
  } catch (const std::runtime_error&) {
  }
  const auto shown = parse_shown_reservations(text);
  const ReservationDecision decision = decide_reservations(wanted, shown, memory, now);
  for (const ReservationCall& call : decision.calls) {
    fuzz::claim(call.words.size() > 1, "a call names its reservation");
    const bool deletes = call.kind == ReservationCall::Kind::remove || call.kind == ReservationCall::Kind::replace;
    fuzz::claim(!deletes || memory.contains(call.name), "only reservations that skiff created are removed");
  }
  for (const auto& entry : wanted) {
    const std::string flags(entry.option("Flags"));
    const std::int64_t start = next_start(now - 1000000, flags, now);
    fuzz::claim(start == now - 1000000 || start >= now, "a recurring reservation begins in the future");
  }
  const ReservationMemory next = remember_reservations(wanted, shown, shown, memory, {});
  fuzz::claim(std::ranges::all_of(next, [&](const auto& one) { return memory.contains(one.first); }),
              "a reservation that was there before does not count as created");
  fuzz::claim(parse_reservation_memory(text_of_reservations(next)).size() <= next.size(),
              "reading returns what was written");
  return 0;
}
