#include "common/log.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <time.h>

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <regex>

#include "common/files.h"

namespace skiff {
namespace {

using nlohmann::json;

std::string written(const std::string& level, LogFormat format, const std::function<void(const Log&)>& use) {
  testing::internal::CaptureStderr();
  {
    const Log log(level, format);
    use(log);
  }
  return testing::internal::GetCapturedStderr();
}

std::string info(LogFormat format, const std::string& text) {
  return written("info", format, [&](const Log& log) { log.info("power", text); });
}

/// The clock that the log uses. time() lags behind it by up to one tick of the kernel.
time_t now() { return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()); }

/// The seconds since 1970 of a time in UTC; fails the test if it is not RFC 3339 with milliseconds.
std::int64_t seconds_of(const std::string& text) {
  EXPECT_TRUE(std::regex_match(text, std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"))) << text;
  tm parts{};
  strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  return timegm(&parts);
}

TEST(Log, TextHasTheTimeTheLevelThePartAndTheMessage) {
  const std::string line = info(LogFormat::text, "a-0: powering up; created its pod");
  const auto blank = line.find(' ');
  EXPECT_EQ(line.substr(blank), " info power: a-0: powering up; created its pod\n");
}

TEST(Log, JsonHasTheTimeTheLevelThePartAndTheMessage) {
  const json line = json::parse(info(LogFormat::json, "a-0: powering up; created its pod"));
  EXPECT_EQ(line.size(), 4u);
  EXPECT_EQ(line["level"], "info");
  EXPECT_EQ(line["part"], "power");
  EXPECT_EQ(line["message"], "a-0: powering up; created its pod");
  EXPECT_TRUE(line.contains("time"));
}

TEST(Log, EachMessageIsOneLineOfJsonWhateverItContains) {
  struct Case {
    std::string text, shown;
  };
  const Case cases[] = {
      {"", ""},
      {R"(quotes " and ' and \ and {} and %v)", R"(quotes " and ' and \ and {} and %v)"},
      {"lines\nof\r\ntext\t", "lines\nof\r\ntext\t"},
      {std::string("NUL \0 ESC \x1b DEL \x7f", 17), std::string("NUL \0 ESC \x1b DEL \x7f", 17)},
      {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x9a\xa3", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x9a\xa3"},
      {"invalid \xff\xfe and cut \xe2\x82", "invalid \xef\xbf\xbd\xef\xbf\xbd and cut \xef\xbf\xbd"},
  };
  for (const Case& one : cases) {
    const std::string line = info(LogFormat::json, one.text);
    ASSERT_TRUE(line.ends_with("\n"));
    EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
    const json parsed = json::parse(line, nullptr, false);
    ASSERT_TRUE(parsed.is_object()) << line;
    EXPECT_EQ(parsed["message"], one.shown) << line;
  }
}

TEST(Log, EachMessageIsOneLineOfTextWithoutControlCharacters) {
  const std::string line = info(LogFormat::text, "one\ntwo\r\x1b[31m \"quoted\" {} %v\x7f");
  EXPECT_TRUE(line.ends_with(" info power: one two  [31m \"quoted\" {} %v \n")) << line;
}

TEST(Log, TimesAreUtcInEveryTimeZone) {
  const char* before = getenv("TZ");
  const std::string saved = before ? before : "";
  for (const char* zone : {"UTC0", "EAST-13", "WEST+11:30"}) {
    setenv("TZ", zone, 1);
    tzset();
    for (const LogFormat format : {LogFormat::text, LogFormat::json}) {
      const time_t from = now();
      const std::string line = info(format, "x");
      const std::string shown =
          format == LogFormat::json ? json::parse(line)["time"].get<std::string>() : line.substr(0, line.find(' '));
      EXPECT_GE(seconds_of(shown), from) << zone;
      EXPECT_LE(seconds_of(shown), now()) << zone;
    }
  }
  if (before)
    setenv("TZ", saved.c_str(), 1);
  else
    unsetenv("TZ");
  tzset();
}

TEST(Log, ALevelHidesTheLevelsBelowIt) {
  struct Case {
    const char *level, *levels;
  };
  // The levels that the schema allows.
  const Case cases[] = {
      {"debug", "debug info warning "}, {"info", "info warning "}, {"warning", "warning "}, {"error", ""}};
  for (const Case& one : cases)
    for (const LogFormat format : {LogFormat::text, LogFormat::json}) {
      const std::string lines = written(one.level, format, [](const Log& log) {
        log.debug("power", "1");
        log.info("power", "2");
        log.warning("power", "3");
      });
      std::string levels;
      for (const auto& line : lines_of(lines))
        levels += (format == LogFormat::json ? json::parse(line)["level"].get<std::string>() : words_of(line)[1]) + " ";
      EXPECT_EQ(levels, one.levels) << one.level;
    }
}

}  // namespace
}  // namespace skiff
