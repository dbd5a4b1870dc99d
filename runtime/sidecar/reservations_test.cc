#include "sidecar/reservations.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "text/join.h"
#include "text/utc.h"

namespace skiff::sidecar {
namespace {

using Lines = std::vector<std::string>;

std::int64_t at(std::string_view time) { return *parse_utc(time); }

// A Tuesday.
const std::int64_t now = at("2026-01-06T12:00:00");

/// What scontrol shows of a reservation, in the form of 26.05, with the given fields in place of the usual ones.
std::string shown(const std::string& name, std::map<std::string, std::string> fields) {
  const auto take = [&](const std::string& key, const char* preset) {
    const auto found = fields.find(key);
    return " " + key + "=" + (found == fields.end() ? preset : found->second);
  };
  return "ReservationName=" + name + take("StartTime", "2026-01-13T05:00:00") + take("EndTime", "2026-01-13T09:00:00") +
         take("Duration", "04:00:00") + take("Nodes", "cpu-[0-1]") + take("NodeCnt", "2") + take("CoreCnt", "16") +
         take("Features", "(null)") + take("PartitionName", "(null)") + take("Flags", "MAINT,WEEKLY,SPEC_NODES") +
         "   NodeName=cpu-0 CoreIDs=0-7" + take("TRES", "cpu=16") + take("AllowedPartitions", "(null)") +
         take("QOS", "(null)") + take("Users", "root") + take("Groups", "(null)") + take("Accounts", "(null)") +
         take("Licenses", "(null)") + " State=INACTIVE BurstBuffer=(null)" + take("MaxStartDelay", "(null)") + "\n";
}

constexpr const char* weekly =
    "StartTime=2026-01-06T05:00:00 Duration=04:00:00 Users=root Nodes=cpu-[0-1] Flags=MAINT,WEEKLY";

Reservations wanted(const std::string& options) { return parse_reservations("Reservation=m " + options + "\n"); }

std::string with(std::string options, const std::string& old, const std::string& text) {
  const auto found = options.find(old);
  EXPECT_NE(found, options.npos) << old;
  return options.replace(found, old.size(), text);
}

/// The calls, each as one line, and the notes.
Lines decide(const std::string& options, const std::string& text, const ReservationMemory& memory = {{"m", ""}},
             std::int64_t time = now) {
  const auto decision = decide_reservations(wanted(options), parse_shown_reservations(text), memory, time);
  Lines lines;
  for (const ReservationCall& call : decision.calls)
    lines.push_back((call.kind == ReservationCall::Kind::replace ? "replace: " : "") + joined(call.words, " "));
  for (const auto& [name, note] : decision.notes) lines.push_back(name + ": " + note);
  return lines;
}

TEST(DecideReservations, CreatesTheNextOccurrence) {
  EXPECT_EQ(decide(weekly, "No reservations in the system\n", {}),
            (Lines{"create reservation ReservationName=m StartTime=2026-01-13T05:00:00 Duration=240 Users=root "
                   "Nodes=cpu-[0-1] Flags=MAINT,WEEKLY"}));
  // A first time in the future stays.
  EXPECT_EQ(decide(with(weekly, "01-06", "03-03"), "", {}),
            (Lines{"create reservation ReservationName=m StartTime=2026-03-03T05:00:00 Duration=240 Users=root "
                   "Nodes=cpu-[0-1] Flags=MAINT,WEEKLY"}));
}

TEST(DecideReservations, ChangesNothingThatMatches) {
  EXPECT_EQ(decide(weekly, shown("m", {})), Lines{});
  EXPECT_EQ(decide(weekly, shown("m", {{"Nodes", "cpu-0,cpu-1"}, {"Flags", "WEEKLY,SPEC_NODES,MAINT"}})), Lines{});
}

TEST(DecideReservations, FollowsARecurringReservation) {
  // Slurm moved it by some weeks, or somebody skipped an occurrence.
  EXPECT_EQ(decide(weekly, shown("m", {{"StartTime", "2026-02-24T05:00:00"}, {"EndTime", "2026-02-24T09:00:00"}})),
            Lines{});
  EXPECT_EQ(decide(weekly, shown("m", {{"StartTime", "2026-01-14T05:00:00"}, {"EndTime", "2026-01-14T09:00:00"}})),
            (Lines{"update ReservationName=m StartTime=2026-01-13T05:00:00 Duration=240"}));
  EXPECT_EQ(decide(with(weekly, "2026-01-06", "2026-03-03"), shown("m", {})),
            (Lines{"update ReservationName=m StartTime=2026-03-03T05:00:00 Duration=240"}));
  // The present occurrence began at another hour: that one stays.
  EXPECT_EQ(decide(weekly, shown("m", {{"StartTime", "2026-01-06T11:00:00"}, {"EndTime", "2026-01-06T15:00:00"}})),
            Lines{});
  EXPECT_EQ(decide(weekly, shown("m", {{"EndTime", "2026-01-13T08:00:00"}})),
            (Lines{"update ReservationName=m Duration=240"}));
}

TEST(DecideReservations, UpdatesWhatScontrolCanChange) {
  EXPECT_EQ(decide(weekly, shown("m", {{"Users", "root,alice"}})), (Lines{"update ReservationName=m Users=root"}));
  EXPECT_EQ(decide(weekly, shown("m", {{"Accounts", "physics"}})), (Lines{"update ReservationName=m Accounts="}));
  EXPECT_EQ(decide(weekly, shown("m", {{"Nodes", "cpu-0"}})), (Lines{"update ReservationName=m Nodes=cpu-[0-1]"}));
  EXPECT_EQ(decide(weekly, shown("m", {{"MaxStartDelay", "00:10:00"}})),
            (Lines{"update ReservationName=m MaxStartDelay=0"}));
  EXPECT_EQ(decide(weekly, shown("m", {{"Flags", "FLEX,IGNORE_JOBS,WEEKLY,SPEC_NODES"}})),
            (Lines{"update ReservationName=m Flags+=MAINT Flags-=FLEX,IGNORE_JOBS"}));
  EXPECT_EQ(decide(weekly, shown("m", {{"Flags", "MAINT,WEEKLY,SPEC_NODES,PURGE_COMP=00:05:00"}})),
            (Lines{"update ReservationName=m Flags-=PURGE_COMP"}));
  const std::string purged = std::string(weekly) + " PurgeComp=01:00:00 MaxStartDelay=1-00:00:00";
  EXPECT_EQ(decide(purged, shown("m", {{"Flags", "MAINT,WEEKLY,SPEC_NODES,PURGE_COMP=00:05:00"}})),
            (Lines{"update ReservationName=m Flags+=PURGE_COMP=01:00:00 MaxStartDelay=1-00:00:00"}));
  EXPECT_EQ(decide(purged, shown("m", {{"Flags", "MAINT,WEEKLY,SPEC_NODES,PURGE_COMP=01:00:00"},
                                       {"MaxStartDelay", "1-00:00:00"}})),
            Lines{});
}

TEST(DecideReservations, ReplacesWhatScontrolCannotChange) {
  const Lines again = {
      "replace: create reservation ReservationName=m StartTime=2026-01-13T05:00:00 Duration=240 Users=root "
      "Nodes=cpu-[0-1] Flags=MAINT,WEEKLY"};
  EXPECT_EQ(decide(weekly, shown("m", {{"Flags", "MAINT,DAILY,SPEC_NODES"}})), again);
  EXPECT_EQ(decide(weekly, shown("m", {{"Flags", "MAINT,OVERLAP,WEEKLY,SPEC_NODES"}})), again);
  EXPECT_EQ(decide(weekly, shown("m", {{"Flags", "MAINT,WEEKLY,SPEC_NODES,ALL_NODES"}})), again);
  EXPECT_EQ(decide(weekly, shown("m", {{"Flags", "MAINT,WEEKLY"}})), again);
  EXPECT_EQ(decide(weekly, shown("m", {{"PartitionName", "main"}})), again);
  EXPECT_EQ(decide(weekly, shown("m", {{"Groups", "hpc"}, {"Users", "(null)"}})), again);
  // One that was created manually is not deleted.
  EXPECT_EQ(decide(weekly, shown("m", {{"PartitionName", "main"}}), {}),
            (Lines{"m: it was created manually, and scontrol cannot change the partition: delete it, and it is created "
                   "as in the spec"}));
  EXPECT_EQ(decide(weekly, shown("m", {{"Users", "alice"}}), {}), (Lines{"update ReservationName=m Users=root"}));
}

TEST(DecideReservations, ComparesNodesThatSlurmChooses) {
  const std::string count =
      "StartTime=2026-02-01T00:00:00 Duration=04:00:00 Accounts=physics NodeCnt=2 Features=nvme&ib";
  const auto present = [](std::map<std::string, std::string> more) {
    more.insert({{"StartTime", "2026-02-01T00:00:00"},
                 {"EndTime", "2026-02-01T04:00:00"},
                 {"Users", "(null)"},
                 {"Accounts", "physics"},
                 {"Flags", ""},
                 {"Features", "ib&nvme"},
                 {"PartitionName", "main"}});
    return shown("m", more);
  };
  EXPECT_EQ(decide(count, present({{"Nodes", "cpu-[7-8]"}})), Lines{});
  EXPECT_EQ(decide(count, present({{"NodeCnt", "3"}})), (Lines{"update ReservationName=m NodeCnt=2"}));
  EXPECT_EQ(decide(count, present({{"Features", "ib"}})),
            (Lines{"replace: create reservation ReservationName=m StartTime=2026-02-01T00:00:00 Duration=240 "
                   "Accounts=physics NodeCnt=2 Features=nvme&ib"}));
}

TEST(DecideReservations, ComparesThePartOfEachNode) {
  const std::string part = std::string(weekly) + " TRESPerNode=gres/gpu=2,cpu=4";
  const auto present = [](std::map<std::string, std::string> more) {
    more.insert({{"PartitionName", "main"}, {"CoreCnt", "8"}, {"TRES", "cpu=16,gres/gpu:h100=4,gres/gpu=4"}});
    return shown("m", more);
  };
  // slurmctld adds the default partition.
  EXPECT_EQ(decide(part, present({})), Lines{});
  EXPECT_EQ(decide(part, present({{"Users", "alice"}})), (Lines{"update ReservationName=m Users=root"}));
  const Lines again = {
      "replace: create reservation ReservationName=m StartTime=2026-01-13T05:00:00 Duration=240 Users=root "
      "Nodes=cpu-[0-1] TRESPerNode=gres/gpu=2,cpu=4 Flags=MAINT,WEEKLY"};
  EXPECT_EQ(decide(part, present({{"TRES", "cpu=16,gres/gpu=6"}})), again);
  EXPECT_EQ(decide(part, present({{"TRES", "cpu=16"}})), again);
  EXPECT_EQ(decide(part, present({{"CoreCnt", "6"}})), again);
  // With GPUs, Slurm may take more cores.
  EXPECT_EQ(decide(part, present({{"CoreCnt", "9"}})), Lines{});
  EXPECT_EQ(decide(part, present({{"CoreCnt", "16"}}), {{"m", "StartTime=x\nTRESPerNode=gres/gpu=2,cpu=4\n"}}),
            Lines{});
  EXPECT_EQ(decide(part, present({{"CoreCnt", "16"}}), {{"m", "StartTime=x\nTRESPerNode=gres/gpu=2,cpu=8\n"}}), again);
  const std::string cores = with(part, "gres/gpu=2,cpu=4", "cpu=4");
  EXPECT_EQ(decide(cores, present({{"TRES", "cpu=16"}})), Lines{});
  for (const char* count : {"6", "9", "16"})
    EXPECT_EQ(decide(cores, present({{"TRES", "cpu=16"}, {"CoreCnt", count}})).front().substr(0, 8), "replace:");
  EXPECT_EQ(decide(part, present({{"Nodes", "cpu-[0-2]"}})), again);
  // Whole nodes instead of a part. Only the record says that it had cores alone.
  EXPECT_EQ(decide(weekly, shown("m", {{"TRES", "cpu=16,gres/gpu=4"}})).front().substr(0, 8), "replace:");
  EXPECT_EQ(decide(weekly, shown("m", {}), {{"m", "StartTime=x\nTRESPerNode=cpu=4"}}).front().substr(0, 8), "replace:");
  const std::string count = with(part, "Nodes=cpu-[0-1]", "NodeCnt=2");
  EXPECT_EQ(decide(count, present({{"Flags", "MAINT,WEEKLY"}})), Lines{});
  EXPECT_EQ(decide(with(count, "NodeCnt=2", "NodeCnt=1"), present({{"Flags", "MAINT,WEEKLY"}})).front().substr(0, 8),
            "replace:");
}

TEST(DecideReservations, ReplacesListsThatAnUpdateCannotSet) {
  const auto kind = [](const Lines& lines) { return lines.empty() ? "" : lines.front().substr(0, 8); };
  const std::string others = with(weekly, "Users=root", "Users=-alice,-bob");
  EXPECT_EQ(decide(others, shown("m", {{"Users", "-bob,-alice"}})), Lines{});
  EXPECT_EQ(kind(decide(others, shown("m", {{"Users", "-alice"}}))), "replace:");
  EXPECT_EQ(kind(decide(others, shown("m", {{"Users", "alice"}}))), "replace:");
  EXPECT_EQ(kind(decide(weekly, shown("m", {{"Users", "-root"}}))), "replace:");
  const std::string qos = std::string(weekly) + " QOS=normal,low AllowedPartitions=main";
  EXPECT_EQ(decide(qos, shown("m", {{"QOS", "low,normal"}, {"AllowedPartitions", "main"}})), Lines{});
  EXPECT_EQ(decide(qos, shown("m", {{"QOS", "low"}})),
            (Lines{"update ReservationName=m QOS=normal,low AllowedPartitions=main"}));
  EXPECT_EQ(kind(decide(weekly, shown("m", {{"QOS", "low"}}))), "replace:");
  EXPECT_EQ(kind(decide(weekly, shown("m", {{"AllowedPartitions", "main"}}))), "replace:");
}

TEST(DecideReservations, ComparesAllNodesByTheFlag) {
  const std::string all = with(weekly, "cpu-[0-1]", "ALL");
  EXPECT_EQ(decide(all, shown("m", {{"Nodes", "cpu-[0-9]"}, {"Flags", "MAINT,WEEKLY,SPEC_NODES,ALL_NODES"}})), Lines{});
  EXPECT_EQ(decide(all + " PartitionName=main",
                   shown("m", {{"PartitionName", "main"}, {"Flags", "MAINT,WEEKLY,SPEC_NODES,PART_NODES"}})),
            Lines{});
  EXPECT_EQ(decide(all, shown("m", {})).size(), 1U);
}

TEST(DecideReservations, ComparesLicensesWithTheirCounts) {
  const std::string licenses =
      "StartTime=2026-01-13T05:00:00 Duration=04:00:00 Users=root Licenses=fluent:10,ansys Flags=ANY_NODES";
  const auto present = [](const char* list) {
    return shown("m", {{"Licenses", list}, {"Flags", "ANY_NODES"}, {"Nodes", "(null)"}, {"NodeCnt", "0"}});
  };
  EXPECT_EQ(decide(licenses, present("ansys:1;fluent:10")), Lines{});
  EXPECT_EQ(decide(licenses, present("ansys,fluent:10")), Lines{});
  EXPECT_EQ(decide(licenses, present("fluent:9")), (Lines{"update ReservationName=m Licenses=fluent:10,ansys"}));
}

constexpr const char* once = "StartTime=2026-01-06T05:00:00 Duration=1-00:00:00 Users=root Nodes=cpu-[0-1]";

TEST(DecideReservations, CreatesTheRestOfAReservationThatHasBegun) {
  EXPECT_EQ(decide(once, "", {}), (Lines{"create reservation ReservationName=m StartTime=2026-01-06T12:00:00 "
                                         "EndTime=2026-01-07T05:00:00 Users=root Nodes=cpu-[0-1]"}));
  const std::string present =
      shown("m", {{"StartTime", "2026-01-06T12:00:00"}, {"EndTime", "2026-01-07T05:00:00"}, {"Flags", "SPEC_NODES"}});
  EXPECT_EQ(decide(once, present), Lines{});
}

TEST(DecideReservations, DoesNotCreateWhatIsOver) {
  EXPECT_EQ(decide(once, "", {}, now + 86400), (Lines{"m: its time has passed, so it is not created"}));
  // It was created, and has ended, perhaps before its time.
  const std::string options = policy::text_of(wanted(once).front().options);
  EXPECT_EQ(decide(once, "", {{"m", options}}, now + 86400), Lines{});
  EXPECT_EQ(decide(once, "", {{"m", options}}), Lines{});
  // Before its start, somebody deleted it.
  EXPECT_EQ(decide(once, "", {{"m", options}}, now - 86400).size(), 1U);
  // The spec has changed since.
  EXPECT_EQ(decide(with(once, "1-00", "2-00"), "", {{"m", options}}).size(), 1U);
}

TEST(DecideReservations, MovesAReservationThatOccursOnce) {
  const auto present = [](const char* start, const char* end) {
    return shown("m", {{"StartTime", start}, {"EndTime", end}, {"Flags", "SPEC_NODES"}});
  };
  const std::string later = with(once, "01-06T05", "01-20T05");
  EXPECT_EQ(decide(later, present("2026-01-20T05:00:00", "2026-01-21T05:00:00")), Lines{});
  EXPECT_EQ(decide(later, present("2026-01-22T05:00:00", "2026-01-23T05:00:00")),
            (Lines{"update ReservationName=m StartTime=2026-01-20T05:00:00 EndTime=2026-01-21T05:00:00"}));
  EXPECT_EQ(decide(later, present("2026-01-06T05:00:00", "2026-01-07T05:00:00")).front().substr(0, 8), "replace:");
  EXPECT_EQ(decide(once, present("2026-01-06T05:00:00", "2026-01-06T20:00:00")),
            (Lines{"update ReservationName=m EndTime=2026-01-07T05:00:00"}));
  EXPECT_EQ(decide(once, present("2026-01-06T20:00:00", "2026-01-07T05:00:00")),
            (Lines{"update ReservationName=m StartTime=2026-01-06T12:00:00 EndTime=2026-01-07T05:00:00"}));
}

TEST(DecideReservations, RemovesOnlyWhatItCreated) {
  const auto decision = decide_reservations({}, parse_shown_reservations(shown("mine", {}) + shown("theirs", {})),
                                            {{"mine", ""}, {"gone", ""}}, now);
  ASSERT_EQ(decision.calls.size(), 1U);
  EXPECT_EQ(joined(decision.calls[0].words, " "), "delete ReservationName=mine");
  EXPECT_EQ(decision.unlisted, Lines{"theirs"});
}

TEST(NextStart, SkipsTheDaysThatTheFlagLeavesOut) {
  const std::int64_t friday = at("2026-01-02T05:00:00"), saturday = at("2026-01-03T05:00:00");
  const auto next = [&](std::int64_t start, const char* flags, const char* from) {
    return print_utc(next_start(start, flags, at(from)));
  };
  EXPECT_EQ(next(friday, "", "2026-01-06T12:00:00"), "2026-01-02T05:00:00");
  EXPECT_EQ(next(friday, "HOURLY", "2026-01-06T12:00:01"), "2026-01-06T13:00:00");
  EXPECT_EQ(next(friday, "DAILY,MAINT", "2026-01-02T05:00:00"), "2026-01-02T05:00:00");
  EXPECT_EQ(next(friday, "MAINT,DAILY", "2026-01-02T05:00:01"), "2026-01-03T05:00:00");
  EXPECT_EQ(next(friday, "WEEKDAY", "2026-01-02T06:00:00"), "2026-01-05T05:00:00");
  EXPECT_EQ(next(saturday, "WEEKEND", "2026-01-04T06:00:00"), "2026-01-10T05:00:00");
  EXPECT_EQ(next(friday, "WEEKLY", "2026-01-02T06:00:00"), "2026-01-09T05:00:00");
}

TEST(RememberReservations, KeepsWhatSkiffCreated) {
  const Reservations spec = wanted(weekly);
  const std::string options = policy::text_of(spec.front().options);
  const auto there = parse_shown_reservations(shown("m", {}));
  EXPECT_EQ(remember_reservations(spec, {}, there, {}, {}), (ReservationMemory{{"m", options}}));
  EXPECT_EQ(remember_reservations(spec, there, there, {}, {}), ReservationMemory{});
  EXPECT_EQ(remember_reservations(spec, {}, {}, {}, {"m"}), ReservationMemory{});
  EXPECT_EQ(remember_reservations(spec, there, there, {{"m", "old"}}, {"m"}), (ReservationMemory{{"m", "old"}}));
  // It was removed to be created again, which failed: the next try must not take it for one that has ended.
  EXPECT_EQ(remember_reservations(spec, there, {}, {{"m", options}}, {"m"}), (ReservationMemory{{"m", ""}}));
  EXPECT_EQ(remember_reservations(spec, {}, {}, {{"m", options}}, {}), (ReservationMemory{{"m", options}}));
  EXPECT_EQ(remember_reservations({}, there, there, {{"m", options}}, {"m"}), (ReservationMemory{{"m", options}}));
  EXPECT_EQ(remember_reservations({}, there, {}, {{"m", options}}, {}), ReservationMemory{});
}

TEST(ReservationMemory, ReadsWhatItWrote) {
  for (const ReservationMemory& memory : {ReservationMemory{}, ReservationMemory{{"a", "Users=b\nNodes=c"}, {"d", ""}}})
    EXPECT_EQ(parse_reservation_memory(text_of_reservations(memory)), memory);
  for (const char* text : {"", "{}", "{\"reservations\":[1]}", "{\"reservations\":{\"a\":1}}"})
    EXPECT_THROW(parse_reservation_memory(text), std::runtime_error) << text;
}

TEST(ReservationsFile, ReportsTheLineAndTheError) {
  const auto error = [](const char* text) -> std::string {
    try {
      parse_reservations(text);
    } catch (const std::exception& caught) {
      return caught.what();
    }
    return "";
  };
  EXPECT_EQ(error("# x\n\nReservation=a Users=b\n"), "");
  EXPECT_EQ(error("Reservation=a Users\n"), "line 1: expected Key=value: Users");
  EXPECT_EQ(error("\nQOS=a\n"), "line 2: unknown key: QOS");
  EXPECT_EQ(error("Reservation=\n"), "line 1: Reservation without a name");
  EXPECT_EQ(decide("Users=root", "", {}), (Lines{"m: reservations.conf has no valid time for it"}));
}

TEST(ReservationText, ReadsOddRecords) {
  const auto read = [](const std::string& text) { return parse_shown_reservations(text); };
  EXPECT_TRUE(read("No reservations in the system\n").empty());
  EXPECT_TRUE(read("ReservationName=a StartTime=Unknown EndTime=2026-01-13T09:00:00\n").empty());
  const auto spaces = read(
      "ReservationName=two words StartTime=2026-01-13T05:00:00 EndTime=2026-01-13T09:00:00 Users=a "
      "Comment=x Accounts=y Flags=MAINT\n");
  ASSERT_EQ(spaces.size(), 1U);
  EXPECT_EQ(spaces[0].name, "two words");
  EXPECT_EQ(spaces[0].users, (std::set<std::string>{"a"}));
  EXPECT_TRUE(spaces[0].accounts.empty());
  EXPECT_TRUE(spaces[0].flags.empty());
}

TEST(ReservationText, ReadsCountsOfTres) {
  EXPECT_EQ(tres_count("cpu=16,gres/gpu:h100=4,gres/gpu=4", "gres/gpu"), 4);
  EXPECT_EQ(tres_count("cpu=16,gres/gpu=2K", "gres/gpu"), 2048);
  EXPECT_EQ(tres_count("gres/gpu=2,cpu=4", "cpu"), 4);
  for (const char* text : {"", "cpu", "cpu=", "cpu=x", "cpu=K", "cpu=99999999999999999999K", "xcpu=3"})
    EXPECT_EQ(tres_count(text, "cpu"), 0) << text;
}

TEST(ReservationText, ReadsSlurmTimes) {
  EXPECT_EQ(slurm_seconds("04:00:00"), 14400);
  EXPECT_EQ(slurm_seconds("7-00:00:01"), 604801);
  for (const char* text : {"", "(null)", "4:00:00", "-04:00:00", "x-04:00:00", "04:00", "99999999999-04:00:00"})
    EXPECT_EQ(slurm_seconds(text), std::nullopt) << text;
}

}  // namespace
}  // namespace skiff::sidecar
