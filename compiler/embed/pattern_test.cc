#include "embed/pattern.h"

#include <gtest/gtest.h>

namespace skiff::embed {
namespace {

TEST(Re2cExpression, WritesCharactersAsNumbers) {
  EXPECT_EQ(re2c_expression("^a$"), "[\\x61-\\x61]");
  EXPECT_EQ(re2c_expression("^\\.\\x2a$"), "[\\x2e-\\x2e][\\x2a-\\x2a]");
  EXPECT_EQ(re2c_expression("^[-a-c.]$"), "[\\x2d-\\x2e\\x61-\\x63]");
  EXPECT_EQ(re2c_expression("^[+-]$"), "[\\x2b-\\x2b\\x2d-\\x2d]");
  EXPECT_EQ(re2c_expression("^[^\\x00-\\x20\\\\]$"), "[\\x21-\\x5b\\x5d-\\xff]");
  EXPECT_EQ(re2c_expression("^(a{2,3}|[b]*)?$"), "([\\x61-\\x61]{2,3}|[\\x62-\\x62]*)?");
}

std::string fault(std::string_view pattern) {
  try {
    return "no fault: " + re2c_expression(pattern);
  } catch (const PatternFault& found) {
    return found.what();
  }
}

TEST(Re2cExpression, RefusesUnsupportedPatterns) {
  EXPECT_EQ(fault("a"), "a pattern must cover the whole value: ^...$");
  EXPECT_EQ(fault("^a|b$"), "alternatives need parentheses: ^(a|b)$");
  EXPECT_EQ(fault("^.$"), "list the allowed characters instead of .");
  EXPECT_EQ(fault("^(?:a)$"), "parentheses can only group: (...)");
  EXPECT_EQ(fault("^\\d$"), "unsupported escape: \\d; write a class, [...]");
  EXPECT_EQ(fault("^[a$"), "a class or an escape is incomplete");
  EXPECT_EQ(fault("^\\$"), "a class or an escape is incomplete");
  EXPECT_EQ(fault("^\\xg1$"), "\\x needs two hexadecimal digits");
  EXPECT_EQ(fault("^[z-a]$"), "a range must be in ascending order");
  EXPECT_EQ(fault("^[]$"), "a class must not be empty");
  EXPECT_EQ(fault("^[^a]$"), "a pattern must not match \\x00; exclude it: [^\\x00...]");
  EXPECT_EQ(fault("^\\x00$"), "a pattern must not match \\x00; exclude it: [^\\x00...]");
  EXPECT_EQ(fault("^[^\\x00]{2}$"), "a negated class cannot have a count");
  EXPECT_EQ(fault("^a{b}$"), "write a count as {n}, {n,} or {n,m}");
  EXPECT_EQ(fault("^\xC3\xA9$"), "a pattern must be ASCII");
}

}  // namespace
}  // namespace skiff::embed
