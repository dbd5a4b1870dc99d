// A watch against the stand-in for the API server.
#include "sidecar/watch.h"

#include <gtest/gtest.h>
#include <poll.h>

#include "sidecar/testing/program.h"

namespace skiff::sidecar {
namespace {

struct WatchTest : ProgramTest {
  /// Waits until the watch has something to report.
  static bool reports(PodWatch& from) {
    for (int i = 0; i < 1200; ++i) {
      if (from.pump()) return true;
      pollfd waited = {from.handle(), from.events(), 0};
      ::poll(&waited, 1, 50);
    }
    return false;
  }
  Api client{server_of_environment().value(), tree.root + "/account"};
  PodWatch watch{client, "/api/v1/namespaces/slurm/pods?labelSelector=x"};
};

/// The two ways in which the API server says that it no longer has the changes since a version.
const char* too_old[] = {
    "410\n{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\",\"message\":\"too old resource version\"}",
    "200\n{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\",\"message\":\"too old\"}}\n"};

TEST_F(WatchTest, ThatIsTooOldIsNoErrorAndContinuesFromTheNextList) {
  for (const char* answer : too_old) {
    tree.write("/api/answer.watch", answer);
    watch.begin({}, "7");
    EXPECT_TRUE(watch.live()) << answer;
    EXPECT_TRUE(reports(watch)) << answer;
    EXPECT_FALSE(watch.live()) << "its pods are out of date: " << answer;
    EXPECT_EQ(watch.take_error(), "") << answer;
    tree.remove("/api/answer.watch");
    watch.begin({}, "8");
    EXPECT_TRUE(watch.live()) << "must not wait: " << answer;
    soon(
        [&] {
          watch.pump();
          return has("/api/asked", "resourceVersion=8");
        },
        "a watch that continues from the new list");
    tree.remove("/api/asked");
  }
}

TEST_F(WatchTest, ThatEndsWithAnotherErrorReportsIt) {
  tree.write("/api/answer.watch", "200\n{\"type\":\"ERROR\",\"object\":{\"code\":500,\"message\":\"etcd\"}}\n");
  watch.begin({}, "7");
  EXPECT_TRUE(reports(watch));
  EXPECT_FALSE(watch.live());
  EXPECT_EQ(watch.take_error(), "the API server ended a watch: etcd");
  EXPECT_EQ(watch.take_error(), "") << "reported once";
}

// Otherwise it would list all pods again and again without a pause.
TEST_F(WatchTest, ThatIsRefusedIsNotTriedAgainWithTheNextList) {
  for (const std::string refusal : {"403", "429", "500"}) {
    PodWatch refused(client, "/api/v1/namespaces/slurm/pods?labelSelector=x");
    tree.write("/api/answer.watch", refusal + "\n{\"message\":\"no\"}");
    refused.begin({}, "7");
    EXPECT_TRUE(reports(refused)) << refusal;
    EXPECT_EQ(refused.take_error(), "the API server refuses a watch, so it is polled every 15 s: " + refusal + " no");
    refused.begin({}, "8");
    EXPECT_FALSE(refused.live()) << refusal;
  }
}

}  // namespace
}  // namespace skiff::sidecar
