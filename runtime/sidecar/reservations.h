#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/file.h"
#include "sidecar/reservation_text.h"

namespace skiff::sidecar {

/// The reservations of the spec. The options have scontrol's names; times are in UTC.
using Reservations = std::vector<policy::Entry>;

/// Reads reservations.conf, with one `Reservation=NAME Key=value ...` per line. Throws std::runtime_error with the line
/// number.
Reservations parse_reservations(std::string_view text);

/// The reservations that skiff created, each with the options of the spec that it last had. Reservations that
/// were there before are not in it.
using ReservationMemory = std::map<std::string, std::string>;

/// Writes the memory as JSON, and reads it. parse_reservation_memory throws std::runtime_error if the text is invalid.
std::string text_of_reservations(const ReservationMemory& memory);
ReservationMemory parse_reservation_memory(std::string_view text);

/// A change of one reservation.
struct ReservationCall {
  enum class Kind { create, update, remove, replace } kind = Kind::create;
  std::string name;
  std::vector<std::string> words;  ///< arguments of scontrol; for replace, those that create it again
};

struct ReservationDecision {
  std::vector<ReservationCall> calls;  ///< in this order
  /// What is not done, and why, by the name of the reservation.
  std::vector<std::pair<std::string, std::string>> notes;
  std::vector<std::string> unlisted;  ///< reservations that are not in the spec and are left alone
};

/// Decides which calls make slurmctld's reservations match the spec at this time (seconds since 1970). A recurring
/// reservation moves its own start, so only its hour and day are compared. One that occurs once is not created again
/// after it has begun: it may have been ended early. A reservation is replaced if scontrol cannot change what differs,
/// and removed if the spec no longer has it, but only if skiff created it.
ReservationDecision decide_reservations(const Reservations& wanted, const std::vector<Reservation>& shown,
                                        const ReservationMemory& memory, std::int64_t now);

/// The first start of a reservation that is not before `from`: `start` itself, or a later one if the flags say that
/// it recurs.
std::int64_t next_start(std::int64_t start, std::string_view flags, std::int64_t from);

/// The memory after all calls except those for the `failed` names were successful. `now` are the reservations after
/// the calls.
ReservationMemory remember_reservations(const Reservations& wanted, const std::vector<Reservation>& before,
                                        const std::vector<Reservation>& now, const ReservationMemory& memory,
                                        const std::vector<std::string>& failed);

/// The arguments with which scontrol removes a reservation.
std::vector<std::string> removal_of(const std::string& name);

}  // namespace skiff::sidecar
