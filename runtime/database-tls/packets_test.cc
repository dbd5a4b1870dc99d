#include "database-tls/packets.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace skiff::database_tls {
namespace {

/// The greeting of a server whose capabilities have this second byte.
std::string greeting(char flags) {
  std::string text =
      "\x0a"
      "11.8.9-MariaDB";
  text += '\0';
  text += "\x05" + std::string(3, '\0') + "abcdefgh" + '\0';
  text += '\xfe';
  text += flags;
  return text + "more";
}

/// A client's answer whose capabilities have this second byte.
std::string answer(char flags) {
  std::string text = "\x85";
  text += flags;
  return text + std::string(30, '\1') + "slurm" + '\0' + "proof";
}

TEST(DatabasePackets, AreReadAsTheyAreSent) {
  const std::string payload(300, 'x');
  std::string bytes = bytes_of({3, payload}) + bytes_of({255, ""}) + "\1";
  EXPECT_EQ(bytes.substr(0, 4), std::string("\x2c\x01\x00\x03", 4));
  const auto first = take_packet(bytes);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->number, 3);
  EXPECT_EQ(first->payload, payload);
  const auto second = take_packet(bytes);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->number, 255);
  EXPECT_EQ(second->payload, "");
  EXPECT_FALSE(take_packet(bytes));
  EXPECT_EQ(bytes, "\1");
  std::string part = bytes_of({0, "ab"}).substr(0, 5);
  EXPECT_FALSE(take_packet(part));
  EXPECT_EQ(part.size(), 5U);
}

TEST(DatabasePackets, ThatAreTooLongAreRefused) {
  std::string bytes("\x01\x00\x01\x00", 4);
  EXPECT_THROW(take_packet(bytes), std::runtime_error);
}

TEST(DatabasePackets, TheOfferOfTlsIsFoundAndRemoved) {
  EXPECT_TRUE(offers_tls(greeting('\xff')));
  EXPECT_FALSE(offers_tls(greeting('\xf7')));
  EXPECT_EQ(without_tls(greeting('\xff')), greeting('\xf7'));
  EXPECT_EQ(without_tls(greeting('\xf7')), greeting('\xf7'));
}

TEST(DatabasePackets, WhatIsNoGreetingIsRefused) {
  const std::string whole = greeting('\xff');
  for (const std::string& bad : {std::string(), std::string("SSH-2.0-OpenSSH"),
                                 std::string("\x0a"
                                             "11.8"),
                                 whole.substr(0, 30)})
    EXPECT_THROW(offers_tls(bad), std::runtime_error) << bad;
}

TEST(DatabasePackets, ARequestForTlsIsTheBeginningOfTheAnswer) {
  EXPECT_EQ(with_tls(answer('\xa2')), answer('\xaa'));
  EXPECT_EQ(tls_request(answer('\xa2')), answer('\xaa').substr(0, 32));
  EXPECT_THROW(with_tls(answer('\xa0')), std::runtime_error);
  EXPECT_THROW(tls_request(answer('\xa2').substr(0, 31)), std::runtime_error);
}

TEST(DatabasePackets, ThePhaseEndsWithTheServersVerdict) {
  EXPECT_TRUE(ends_phase(std::string(1, '\0')));
  EXPECT_TRUE(ends_phase("\xff"));
  EXPECT_TRUE(ends_phase(""));
  // Another plugin, and more data for it.
  EXPECT_FALSE(
      ends_phase("\xfe"
                 "mysql_native_password"));
  EXPECT_FALSE(ends_phase("\x01\x03"));
  EXPECT_TRUE(is_error(error_payload("no")));
  EXPECT_EQ(error_payload("no"), "\xff\x51\x04#HY000no");
}

}  // namespace
}  // namespace skiff::database_tls
