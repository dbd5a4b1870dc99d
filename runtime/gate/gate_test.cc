// Tests of the program: a target that answers with the user whom it sees, and clients of several users. The tests with
// other users run only as root.
#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "common/unix_socket.h"
#include "gate/socket.h"

namespace skiff::gate {
namespace {

constexpr uid_t somebody = 1234, slurm = 64030;
constexpr gid_t some_group = 4321;

// An answer, or nothing if the connection ends without one.
using Answer = std::optional<std::string>;

void send_all(const Fd& to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = send(to.get(), text.data(), text.size(), MSG_NOSIGNAL);
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string read_all(const Fd& from) {
  std::string text;
  char part[4096];
  for (ssize_t count; (count = recv(from.get(), part, sizeof part, 0)) > 0;)
    text.append(part, static_cast<std::size_t>(count));
  return text;
}

Fd client_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  Fd made(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  // Nothing here takes longer than this: a test fails instead of hanging.
  const timeval limit{10, 0};
  setsockopt(made.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  if (connect(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return {};
  return made;
}

// Sends a text, ends the sending direction, and returns all that comes back.
Answer ask(const std::string& path, std::string_view text) {
  const Fd client = client_of(path);
  if (!client) return std::nullopt;
  send_all(client, text);
  shutdown(client.get(), SHUT_WR);
  const std::string answer = read_all(client);
  return answer.empty() ? std::nullopt : Answer(answer);
}

// The same as another user, in a process of this user.
Answer ask_as(uid_t user, gid_t group, const std::string& path, std::string_view text) {
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) {
    if (setgroups(0, nullptr) != 0 || setgid(group) != 0 || setuid(user) != 0) _exit(1);
    const Answer answer = ask(path, text);
    if (answer && write(ends[1], answer->data(), answer->size()) < 0) _exit(1);
    _exit(0);
  }
  close(ends[1]);
  std::string answer;
  char part[4096];
  for (ssize_t count; (count = read(ends[0], part, sizeof part)) > 0;)
    answer.append(part, static_cast<std::size_t>(count));
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return answer.empty() ? std::nullopt : Answer(answer);
}

// A server that answers `USER:GROUP:` and what it received.
class Target {
 public:
  explicit Target(const std::string& path) : listener_(listen_at(path)), thread_([this] { run(); }) {}
  ~Target() {
    stop_ = true;
    thread_.join();
    for (std::thread& each : answers_) each.join();
  }
  int seen() const { return seen_; }

 private:
  void run() {
    while (!stop_) {
      pollfd polled{listener_.get(), POLLIN, 0};
      if (poll(&polled, 1, 20) <= 0) continue;
      Fd client(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (!client) continue;
      ++seen_;
      answers_.emplace_back([client = std::move(client)] {
        const Peer peer = peer_of(client);
        send_all(client, std::to_string(peer.user) + ':' + std::to_string(peer.group) + ':' + read_all(client));
      });
    }
  }

  Fd listener_;
  std::atomic<bool> stop_ = false;
  std::atomic<int> seen_ = 0;
  std::vector<std::thread> answers_;
  std::thread thread_;
};

class Gate : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/gate.XXXXXX";
    folder_ = mkdtemp(name);
    std::filesystem::permissions(folder_, std::filesystem::perms(0755));
  }
  void TearDown() override {
    if (child_ > 0) end();
    std::filesystem::remove_all(folder_);
  }

  std::string listen() const { return folder_ + "/gate.socket"; }
  std::string target() const { return folder_ + "/target.socket"; }

  void start(const std::vector<uid_t>& refused) {
    std::vector<std::string> words{SKIFF_GATE, listen(), target()};
    for (const uid_t user : refused) words.push_back(std::to_string(user));
    run(words);
    for (int tries = 0; tries < 500 && !client_of(listen()); ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

  void run(const std::vector<std::string>& words) {
    child_ = fork();
    if (child_ != 0) return;
    const int log = open((folder_ + "/log").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(log, STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
  }

  int wait_for_exit() {
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  int end() {
    kill(child_, SIGTERM);
    return wait_for_exit();
  }

  std::string log() const {
    std::ifstream file(folder_ + "/log");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string folder_;
  pid_t child_ = -1;
};

std::string mine(std::string_view text) {
  return std::to_string(geteuid()) + ':' + std::to_string(getegid()) + ':' + std::string(text);
}

TEST_F(Gate, PassesOnWhatAUserAsksAndTheAnswer) {
  const Target target(this->target());
  start({slurm});
  EXPECT_EQ(ask(listen(), "hello"), mine("hello"));
  EXPECT_EQ(ask(listen(), "again"), mine("again"));
}

TEST_F(Gate, PassesOnMoreThanItHolds) {
  const Target target(this->target());
  start({slurm});
  const std::string much(3'000'000, 'x');
  // The target answers after the end of the question, so the answer does not wait for room in the question.
  EXPECT_EQ(ask(listen(), much), mine(much));
}

TEST_F(Gate, ServesManyAtOnce) {
  const Target target(this->target());
  start({slurm});
  std::vector<std::thread> clients;
  std::atomic<int> good = 0;
  for (int number = 0; number < 50; ++number)
    clients.emplace_back(
        [&, number] { good += ask(listen(), std::to_string(number)) == mine(std::to_string(number)); });
  for (std::thread& each : clients) each.join();
  EXPECT_EQ(good, 50);
}

TEST_F(Gate, ClosesTheConnectionOfARefusedUser) {
  const Target target(this->target());
  start({geteuid(), slurm});
  EXPECT_EQ(ask(listen(), "hello"), std::nullopt);
  EXPECT_EQ(target.seen(), 0);
  EXPECT_NE(log().find("user " + std::to_string(geteuid()) + " may not use " + this->target() + " from here"),
            std::string::npos)
      << log();
}

TEST_F(Gate, TheTargetSeesTheUserWhoConnects) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root";
  const Target target(this->target());
  start({0, slurm});
  EXPECT_EQ(ask_as(somebody, some_group, listen(), "hello"), "1234:4321:hello");
  EXPECT_EQ(ask_as(0, some_group, listen(), "hello"), std::nullopt);
  EXPECT_EQ(ask_as(slurm, some_group, listen(), "hello"), std::nullopt);
  // The gate has not stayed the user of an earlier connection.
  EXPECT_EQ(ask_as(somebody + 1, 0, listen(), "hello"), "1235:0:hello");
}

TEST_F(Gate, CannotReachATargetThatTheUserCannotReach) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root";
  const Target target(this->target());
  std::filesystem::permissions(this->target(), std::filesystem::perms(0600));
  start({slurm});
  EXPECT_EQ(ask_as(somebody, some_group, listen(), "hello"), std::nullopt);
  EXPECT_EQ(ask(listen(), "hello"), mine("hello"));
}

TEST_F(Gate, OneUserDoesNotKeepOthersOut) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root";
  const Target target(this->target());
  start({slurm});
  std::vector<Fd> idle;
  for (int number = 0; number < 150; ++number) idle.push_back(client_of(listen()));
  EXPECT_EQ(ask(listen(), "hello"), std::nullopt);
  EXPECT_EQ(ask_as(somebody, some_group, listen(), "hello"), "1234:4321:hello");
  EXPECT_NE(log().find("has 100 connections already"), std::string::npos) << log();
}

TEST_F(Gate, ClosesTheConnectionWithoutATarget) {
  start({slurm});
  EXPECT_EQ(ask(listen(), "hello"), std::nullopt);
  EXPECT_NE(log().find("cannot connect to " + this->target()), std::string::npos) << log();
  const Target target(this->target());
  EXPECT_EQ(ask(listen(), "hello"), mine("hello"));
}

TEST_F(Gate, WaitsForATargetThatIsBusy) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, target().c_str(), sizeof address.sun_path - 1);
  const Fd busy(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(bind(busy.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  // Room for one connection that is not accepted yet. start() itself makes the first ones.
  ASSERT_EQ(::listen(busy.get(), 0), 0);
  start({slurm});
  std::vector<Fd> clients;
  for (int number = 0; number < 10; ++number) {
    clients.push_back(client_of(listen()));
    send_all(clients.back(), "hello");
    shutdown(clients.back().get(), SHUT_WR);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  int served = 0;
  while (served < 10) {
    pollfd polled{busy.get(), POLLIN, 0};
    if (poll(&polled, 1, 5000) <= 0) break;
    const Fd client(accept4(busy.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (read_all(client) == "hello") ++served;
  }
  EXPECT_EQ(served, 10);
}

TEST_F(Gate, ReplacesTheSocketOfAnEarlierRun) {
  const Target target(this->target());
  start({slurm});
  kill(child_, SIGKILL);
  wait_for_exit();
  ASSERT_TRUE(std::filesystem::is_socket(listen()));
  start({slurm});
  EXPECT_EQ(ask(listen(), "hello"), mine("hello"));
}

TEST_F(Gate, ReplacesNothingElse) {
  std::ofstream(listen()) << "precious";
  run({SKIFF_GATE, listen(), target(), "0"});
  EXPECT_EQ(wait_for_exit(), 1);
  EXPECT_NE(log().find("listen at " + listen()), std::string::npos) << log();
  EXPECT_EQ(std::filesystem::file_size(listen()), 8u);
}

TEST_F(Gate, EndsWhenItIsTold) {
  start({slurm});
  EXPECT_EQ(end(), 0);
}

TEST_F(Gate, RefusesAWrongCommandLine) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{SKIFF_GATE},
                                                                                     {SKIFF_GATE, "/a", "/b"},
                                                                                     {SKIFF_GATE, "a", "/b", "0"},
                                                                                     {SKIFF_GATE, "/a", "/b", "root"},
                                                                                     {SKIFF_GATE, "/a", "/b", "-1"}}) {
    run(words);
    EXPECT_EQ(wait_for_exit(), 2);
  }
}

}  // namespace
}  // namespace skiff::gate
