#include "rules/directory_text.h"

#include <gtest/gtest.h>

#include <string>

namespace skiff {
namespace {

TEST(DistinguishedName, HasAttributesAndValues) {
  for (const char* name : {"dc=com", "dc=example,dc=com", "ou=People, dc=example, dc=com", "cn=a+uid=b,dc=c",
                           R"(cn=Smith\, Jane,dc=example)", "o=Universität,c=DE"})
    EXPECT_TRUE(is_distinguished_name(name)) << name;
  for (const char* name : {"", "example.com", "dc=", "dc=example,", ",dc=com", "dc=example,,dc=com", "=x", "dc=a,com",
                           R"(cn=a\)", "d c=x", "dc=a;dc=b", "cn=\"a\",dc=b", "cn=<a>", "dc= ,dc=com"})
    EXPECT_FALSE(is_distinguished_name(name)) << name;
}

TEST(LdapFilter, IsInParentheses) {
  for (const char* filter :
       {"(uid=*)", "(memberOf=cn=hpc,ou=groups,dc=example,dc=com)", "(&(a=b)(c=d))", "(|(a=b)(!(c=d)))", "(a>=1)",
        "(a~=b)", R"((cn=a\28b\29))", "(memberOf:1.2.840.113556.1.4.1941:=cn=hpc,dc=example)"})
    EXPECT_TRUE(is_ldap_filter(filter)) << filter;
  for (const char* filter : {"", "uid=*", "(uid=*", "uid=*)", "(uid)", "(=x)", "(uid=)", "(&)", "(&(a=b)", "(a=b)(c=d)",
                             "(!(a=b)(c=d))", "(a=(b))", R"((a=\2))", R"((a=\zz))", "(u id=x)", "(a=b))"})
    EXPECT_FALSE(is_ldap_filter(filter)) << filter;
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "(!";
  EXPECT_FALSE(is_ldap_filter(deep));
}

}  // namespace
}  // namespace skiff
