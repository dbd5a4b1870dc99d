#include "kernel_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "common/files.h"
#include "text/number.h"

namespace skiff::health {
namespace {

constexpr std::int64_t most_uptime = 1'000'000'000'000;  // seconds

// Parses `6,1234,98765432,-;text`. Lines that begin with a space belong to the message above and are ignored.
std::optional<KernelMessage> message_of(const std::string& line) {
  const auto head = line.find(';');
  if (line.empty() || line[0] == ' ' || head == line.npos) return std::nullopt;
  const auto words = words_of(std::string_view(line).substr(0, head), ",");
  if (words.size() < 3) return std::nullopt;
  const auto sequence = to_number(words[1]), time = to_number(words[2]);
  if (!sequence || *sequence < 0 || *sequence == INT64_MAX || !time) return std::nullopt;
  return KernelMessage{*sequence, *time, line.substr(head + 1)};
}

}  // namespace

std::optional<std::vector<KernelMessage>> kernel_messages(const std::string& root) {
  const int device = open((root + "/dev/kmsg").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (device < 0) return std::nullopt;
  std::string text;
  errno = 0;
  char record[16384];
  for (;;) {
    const ssize_t count = read(device, record, sizeof record);
    if (count > 0) {
      text.append(record, static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EPIPE) {  // EPIPE: the record was overwritten; read the next one
      break;
    }
  }
  const bool good = errno == EAGAIN || errno == 0 || !text.empty();
  close(device);
  if (!good) return std::nullopt;
  std::vector<KernelMessage> messages;
  for (const auto& line : lines_of(text))
    if (auto message = message_of(line)) messages.push_back(std::move(*message));
  return messages;
}

std::optional<KernelEvents> kernel_events(const Node& node, std::string_view check) {
  const auto messages = kernel_messages(node.root);
  if (!messages) return std::nullopt;
  Counters memory = counters_of(node.remembered(check));
  if (!memory.contains("first")) {
    // In the first run, ignore old messages: their problems were handled, or are gone after a reset.
    const auto uptime = read_line(node.path("/proc/uptime"));
    const auto seconds = uptime ? to_number(std::string_view(*uptime).substr(0, uptime->find('.'))) : std::nullopt;
    const auto begin =
        (std::min(seconds.value_or(0), most_uptime) - threshold(node.settings.catalogue, "lookBack")) * 1000000;
    memory["first"] = messages->empty() ? 0 : messages->back().sequence + 1;
    for (auto at = messages->rbegin(); at != messages->rend() && at->microseconds >= begin; ++at)
      memory["first"] = at->sequence;
    memory["seen"] = memory["first"] - 1;
  }
  KernelEvents events;
  std::int64_t newest = memory["seen"];
  for (const auto& message : *messages) {
    newest = std::max(newest, message.sequence);
    if (message.sequence < memory["first"] || message.sequence <= node.acknowledged) continue;
    events.standing.push_back(message);
    if (message.sequence > memory["seen"]) events.fresh.push_back(message);
  }
  memory["seen"] = newest;
  events.memory = text_of(memory);
  return events;
}

}  // namespace skiff::health
