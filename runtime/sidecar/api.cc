#include "sidecar/api.h"

#include <poll.h>
#include <stdlib.h>

#include <algorithm>
#include <stdexcept>

#include "common/files.h"
#include "text/ascii.h"
#include "text/number.h"

namespace skiff::sidecar {
namespace {

constexpr std::size_t most_answer = 64 * 1024 * 1024;
constexpr std::chrono::seconds time_to_connect(5), time_to_answer(30);

bool may_be_in_a_token(char c) { return is_alnum(c) || c == '.' || c == '_' || c == '-'; }

// One of several concurrent requests.
struct Lane {
  std::size_t number = 0;
  std::unique_ptr<Exchange> exchange;
  Clock::time_point begun;
  bool late(Clock::time_point now) { return now - begun > (exchange->connected() ? time_to_answer : time_to_connect); }
};

Answer answer_of(Exchange& exchange) {
  Answer answer;
  answer.error = exchange.error();
  if (!answer.error.empty()) return answer;
  answer.status = exchange.reader().status;
  answer.body = std::move(exchange.reader().body);
  return answer;
}

}  // namespace

Exchange::Exchange(std::unique_ptr<Connection> connection, const std::string& text, std::size_t most_body)
    : connection_(std::move(connection)), text_(text), reader_(most_body) {}

std::unique_ptr<Connection> Exchange::release() { return std::move(connection_); }

void Exchange::step() {
  if (over_) return;
  connected_ = connected_ || connection_->connect();
  if (connected_) {
    while (sent_ < text_.size()) {
      const std::size_t count = connection_->send(std::string_view(text_).substr(sent_));
      if (count == 0) break;
      sent_ += count;
    }
    // Receive only after the complete request was sent: receive() makes the connection wait for input, not for output.
    std::string came;
    if (sent_ == text_.size()) connection_->receive(came);
    reader_.feed(came);
    if (connection_->closed() && !reader_.complete()) reader_.end();
  }
  over_ = !connection_->error().empty() || !reader_.error.empty() || reader_.complete();
}

std::string Exchange::error() const {
  if (reader_.complete()) return "";
  if (!connection_->error().empty()) return connection_->error();
  return reader_.error.empty() ? "no answer in time" : reader_.error;
}

std::string Api::text_of(const Request& request) const {
  std::string token;
  for (const char c : read_text(account_ + "/token").value_or(""))
    if (may_be_in_a_token(c)) token += c;
  const bool v6 = server_.host.find(':') != std::string::npos;
  std::string text = request.method + " " + request.path + " HTTP/1.1\r\nHost: " + (v6 ? "[" : "") + server_.host +
                     (v6 ? "]" : "") + ":" + server_.port +
                     "\r\nUser-Agent: skiff-sidecar\r\nAccept: " + request.accept + "\r\nAuthorization: Bearer " +
                     token + "\r\n";
  if (!request.type.empty())
    text += "Content-Type: " + request.type + "\r\nContent-Length: " + std::to_string(request.body.size()) + "\r\n";
  return text + "\r\n" + request.body;
}

std::unique_ptr<Exchange> Api::open(const Request& request) {
  // Needed only to connect: the connection keeps its own reference to the TLS context.
  std::unique_ptr<Trust> trust;
  if (server_.tls) trust = std::make_unique<Trust>(account_ + "/ca.crt");
  return std::make_unique<Exchange>(std::make_unique<Connection>(server_, trust.get()), text_of(request), most_answer);
}

std::vector<Answer> Api::send(const std::vector<Request>& requests, std::size_t at_once,
                              const std::atomic<bool>& stop) {
  std::vector<Answer> answers(requests.size());
  std::unique_ptr<Trust> trust;
  try {
    if (server_.tls) trust = std::make_unique<Trust>(account_ + "/ca.crt");
  } catch (const std::runtime_error& error) {
    for (Answer& answer : answers) answer.error = error.what();
    return answers;
  }
  std::vector<Lane> lanes;
  std::vector<std::unique_ptr<Connection>> idle;
  std::size_t next = 0;
  while (!stop && (next < requests.size() || !lanes.empty())) {
    while (next < requests.size() && lanes.size() < at_once) {
      auto connection = idle.empty() ? std::make_unique<Connection>(server_, trust.get()) : std::move(idle.back());
      if (!idle.empty()) idle.pop_back();
      auto exchange = std::make_unique<Exchange>(std::move(connection), text_of(requests[next]), most_answer);
      lanes.push_back({next++, std::move(exchange), Clock::now()});
    }
    for (Lane& lane : lanes) {
      lane.exchange->step();
      if (!lane.exchange->over() && !lane.late(Clock::now()) && !stop) continue;
      answers[lane.number] = answer_of(*lane.exchange);
      if (lane.exchange->reader().keeps_alive()) idle.push_back(lane.exchange->release());
      lane.exchange.reset();
    }
    std::erase_if(lanes, [](const Lane& lane) { return !lane.exchange; });
    if (lanes.empty()) continue;
    std::vector<pollfd> waited;
    for (const Lane& lane : lanes) waited.push_back({lane.exchange->handle(), lane.exchange->events(), 0});
    if (lanes.size() == at_once || next == requests.size()) poll(waited.data(), waited.size(), 200);
  }
  for (Answer& answer : answers)
    if (answer.status == 0 && answer.error.empty()) answer.error = "told to stop";
  return answers;
}

std::optional<Server> server_of_environment() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = getenv(name);
    return value ? value : "";
  };
  if (std::string given = variable("SKIFF_API"); given.starts_with("http://")) {
    given.erase(0, 7);
    const auto colon = given.rfind(':');
    if (colon == given.npos) return std::nullopt;
    return Server{given.substr(0, colon), given.substr(colon + 1), false};
  }
  Server server{variable("KUBERNETES_SERVICE_HOST"), variable("KUBERNETES_SERVICE_PORT"), true};
  return server.host.empty() || !to_number<std::uint16_t>(server.port) ? std::nullopt : std::optional(server);
}

std::string escaped(std::string_view text) {
  static const char* digits = "0123456789ABCDEF";
  std::string made;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (may_be_in_a_token(c))
      made += c;
    else
      made += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return made;
}

}  // namespace skiff::sidecar
