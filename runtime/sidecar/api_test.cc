#include "sidecar/api.h"

#include <gtest/gtest.h>
#include <signal.h>

#include "common/testing/tree.h"
#include "sidecar/testing/tls_server.h"

namespace skiff::sidecar {
namespace {

const std::string good = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

/// Sends a request to a server that has the certificate `has`. The client trusts `trusted`.
Answer asked(const Certificate& has, const Certificate& trusted, const std::string& answer = good) {
  signal(SIGPIPE, SIG_IGN);
  Tree tree;
  tree.write("/token", "secret\n");
  trusted.write(tree.root + "/ca.crt");
  TlsServer server(has, answer);
  Api api({"127.0.0.1", server.port, true}, tree.root);
  const std::atomic<bool> stop = false;
  return api.send({{"GET", "/"}}, 1, stop).front();
}

TEST(Api, ConnectsToATrustedServerWithTheRightAddress) {
  const Certificate certificate("127.0.0.1");
  const Answer answer = asked(certificate, certificate);
  EXPECT_EQ(answer.error, "");
  EXPECT_EQ(std::to_string(answer.status) + answer.body, "200{}");
}

TEST(Api, RejectsAnUntrustedCertificateAndAnotherAddress) {
  const Certificate certificate("127.0.0.1"), other("127.0.0.1"), elsewhere("127.0.0.2");
  EXPECT_NE(asked(certificate, other).error.find("TLS: "), std::string::npos);
  EXPECT_EQ(asked(certificate, other).status, 0);
  EXPECT_EQ(asked(elsewhere, elsewhere).error, "connect: TLS: IP address mismatch");
}

TEST(Api, RejectsAnIncompleteResponseOverTls) {
  const Certificate certificate("127.0.0.1");
  EXPECT_EQ(asked(certificate, certificate, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}").error,
            "the connection was closed before the response was complete");
}

TEST(Api, ReportsWhyItCannotConnect) {
  Tree tree;
  const std::atomic<bool> stop = false;
  EXPECT_NE(Api({"127.0.0.1", "1", true}, tree.root)
                .send({{"GET", "/"}}, 1, stop)
                .front()
                .error.find("ca.crt cannot be loaded"),
            std::string::npos);
  EXPECT_EQ(Api({"127.0.0.1", "1", false}, tree.root).send({{"GET", "/"}}, 1, stop).front().error,
            "connect: Connection refused");
  EXPECT_EQ(Api({"no-address", "1", false}, tree.root).send({{"GET", "/"}}, 1, stop).front().error,
            "connect to no-address: Cannot assign requested address");
}

TEST(Api, FindsTheServerInTheEnvironment) {
  unsetenv("SKIFF_API");
  setenv("KUBERNETES_SERVICE_HOST", "fd00::1", 1);
  setenv("KUBERNETES_SERVICE_PORT", "443", 1);
  const auto server = server_of_environment();
  ASSERT_TRUE(server);
  EXPECT_EQ(server->host + " " + server->port, "fd00::1 443");
  EXPECT_TRUE(server->tls);
  unsetenv("KUBERNETES_SERVICE_HOST");
  EXPECT_FALSE(server_of_environment());
  EXPECT_EQ(escaped("a/b=c,d e"), "a%2Fb%3Dc%2Cd%20e");
}

}  // namespace
}  // namespace skiff::sidecar
