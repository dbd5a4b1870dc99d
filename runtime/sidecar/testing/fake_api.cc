// A stand-in for the API server in tests: three lists, stored as files, over plain HTTP. tests/kubernetes/node uses a
// real API server.
//   fake-api ADDRESS PORT FOLDER
// Files in FOLDER:
//   pods/NAME.json     a pod; tests may change it
//   podtemplates.json  the other list
//   nodes.NAME         the last condition of a Kubernetes node
//   machines.json      the list of Kubernetes nodes
//   machine/NAME.json  a single one
//   secrets/NAME       the token of a Secret, not encoded; an empty file is a Secret without data
//   made               the names of created pods
//   asked              one line per request: METHOD PATH TOKEN BODY
// These files in FOLDER change the behaviour:
//   away               each connection is closed
//   silent             nothing is answered
//   end-watches        each watch is ended
//   answer.KIND        the answer: the first line is the status, the rest is the body. KIND is pods, pods2 (the second
//                      page), podtemplates, nodes, watch, secret, POST, DELETE or PATCH
//   events             the events that were created, one per line: NAME TYPE REASON: MESSAGE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/files.h"

namespace {

using nlohmann::json;

struct Client {
  int handle = -1;
  std::string input;
  bool watches = false;
  std::map<std::string, std::string> seen;
};

class Api {
 public:
  explicit Api(std::string folder) : folder_(std::move(folder)) {}

  bool is(const std::string& name) const { return access((folder_ + "/" + name).c_str(), F_OK) == 0; }

  // Serves the complete requests in a client's input; false to close the connection.
  bool serve(Client& client) {
    if (is("silent")) return true;
    for (;;) {
      const auto end = client.input.find("\r\n\r\n");
      if (end == client.input.npos) return true;
      const std::string head = client.input.substr(0, end);
      const std::size_t length = std::strtoul(header(head, "Content-Length: ").c_str(), nullptr, 10);
      if (client.input.size() < end + 4 + length) return true;
      const std::string body = client.input.substr(end + 4, length);
      client.input.erase(0, end + 4 + length);
      const auto blank = head.find(' ');
      const std::string method = head.substr(0, blank);
      const std::string path = head.substr(blank + 1, head.find(' ', blank + 1) - blank - 1);
      std::ofstream(folder_ + "/asked", std::ios::app)
          << method << ' ' << path << ' ' << header(head, "Authorization: ") << ' ' << body << '\n';
      if (is("away")) return false;
      request(client, method, path, body);
    }
  }

  // Sends changes to a client that watches; false to close the connection.
  bool tell(Client& client) {
    if (is("away")) return false;
    if (is("silent")) return true;
    if (is("end-watches")) return false;
    std::map<std::string, std::string> now = pods();
    for (const auto& [name, text] : now) {
      const auto before = client.seen.find(name);
      if (before == client.seen.end())
        event(client, "ADDED", text);
      else if (before->second != text)
        event(client, "MODIFIED", text);
    }
    for (const auto& [name, text] : client.seen)
      if (!now.contains(name)) event(client, "DELETED", text);
    client.seen = std::move(now);
    return true;
  }

 private:
  static std::string header(const std::string& head, const std::string& name) {
    const auto at = head.find("\r\n" + name);
    if (at == head.npos) return "";
    const auto begin = at + 2 + name.size();
    return head.substr(begin, head.find("\r\n", begin) - begin);
  }

  // A file is read again only if it has changed, because there may be a thousand.
  std::map<std::string, std::string> pods() {
    std::map<std::string, std::string> found;
    for (const auto& name : skiff::names_in(folder_ + "/pods")) {
      if (!name.ends_with(".json")) continue;
      const std::string file = folder_ + "/pods/" + name;
      struct stat state {};
      stat(file.c_str(), &state);
      const std::array<std::int64_t, 4> version = {static_cast<std::int64_t>(state.st_ino), state.st_size,
                                                   state.st_mtim.tv_sec, state.st_mtim.tv_nsec};
      auto& [known, text] = read_[name];
      if (known != version) {
        const json pod = json::parse(skiff::read_text(file).value_or(""), nullptr, false);
        text = pod.is_discarded() ? "" : pod.dump();
        known = version;
      }
      if (!text.empty()) found[name] = text;
    }
    return found;
  }

  // The number after `key` in a query; 0 if there is none.
  static std::size_t number_in(const std::string& path, const std::string& key) {
    const auto at = path.find(key);
    return at == path.npos ? 0 : std::strtoul(path.c_str() + at + key.size(), nullptr, 10);
  }

  // One page of the last list.
  void list(Client& client, const std::string& path) {
    const std::size_t from = number_in(path, "continue=");
    const std::size_t limit = std::max<std::size_t>(number_in(path, "limit="), 1);
    if (from == 0) lists_.push_back(pods());
    const auto& all = lists_.back();
    std::string items, next;
    std::size_t number = 0;
    for (const auto& [name, text] : all) {
      if (number >= from && number < from + limit) items += (items.empty() ? "" : ",") + text;
      ++number;
    }
    if (from + limit < number) next = ",\"continue\":\"" + std::to_string(from + limit) + "\"";
    answer(client, 200,
           "{\"metadata\":{\"resourceVersion\":\"" + std::to_string(lists_.size() - 1) + "\"" + next + "},\"items\":[" +
               items + "]}");
  }

  static void write_all(Client& client, const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t count = send(client.handle, text.data() + at, text.size() - at, MSG_NOSIGNAL);
      if (count <= 0) return;
      at += static_cast<std::size_t>(count);
    }
  }
  static void answer(Client& client, int code, const std::string& body) {
    write_all(client, "HTTP/1.1 " + std::to_string(code) + " X\r\nContent-Type: application/json\r\nContent-Length: " +
                          std::to_string(body.size()) + "\r\n\r\n" + body);
  }
  static void chunk(Client& client, const std::string& text) {
    char size[32];
    snprintf(size, sizeof size, "%zx\r\n", text.size());
    write_all(client, size + text + "\r\n");
  }
  static void event(Client& client, const std::string& type, const std::string& pod) {
    chunk(client, "{\"type\":\"" + type + "\",\"object\":" + pod + "}\n");
  }

  bool instead(Client& client, const std::string& kind) const {
    const auto text = skiff::read_text(folder_ + "/answer." + kind);
    if (!text) return false;
    const auto end = text->find('\n');
    answer(client, std::atoi(text->c_str()), end == text->npos ? "" : text->substr(end + 1));
    return true;
  }

  void keep(const std::string& file, const json& pod) const { skiff::write_atomically(file, pod.dump(), 0666); }

  void request(Client& client, const std::string& method, const std::string& path, const std::string& body) {
    const std::string named = path.substr(0, path.find('?'));
    const bool watch = path.find("watch=true") != path.npos;
    if (method != "GET") {
      if (!instead(client, method)) change(client, method, named, body);
    } else if (watch) {
      if (instead(client, "watch")) return;
      // The watch continues from the list of that version.
      const std::size_t version = number_in(path, "resourceVersion=");
      if (version >= lists_.size()) return answer(client, 410, "{\"message\":\"too old resource version\"}");
      write_all(client, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.watches = true;
      client.seen = lists_[version];
    } else if (named.ends_with("/podtemplates")) {
      if (!instead(client, "podtemplates"))
        answer(client, 200,
               skiff::read_text(folder_ + "/podtemplates.json").value_or("{\"items\":[],\"metadata\":{}}"));
    } else if (named == "/api/v1/nodes") {
      if (!instead(client, "nodes"))
        answer(client, 200, skiff::read_text(folder_ + "/machines.json").value_or("{\"items\":[],\"metadata\":{}}"));
    } else if (named.starts_with("/api/v1/nodes/")) {
      const auto machine = skiff::read_text(folder_ + "/machine" + named.substr(named.rfind('/')) + ".json");
      answer(client, machine ? 200 : 404, machine.value_or("{\"message\":\"not found\"}"));
    } else if (named.find("/secrets/") != named.npos) {
      if (!instead(client, "secret")) secret(client, named);
    } else if (path.find("continue=second") != path.npos) {
      instead(client, "pods2");
    } else if (!instead(client, "pods")) {
      list(client, path);
    }
  }

  static std::string base64(const std::string& bytes) {
    constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
      unsigned bits = 0;
      for (std::size_t k = 0; k < 3; ++k)
        bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0);
      for (std::size_t k = 0; k < 4; ++k) text += k <= bytes.size() - i ? digits[bits >> (18 - 6 * k) & 63] : '=';
    }
    return text;
  }

  std::string secret_of(const std::string& path) const { return folder_ + "/secrets" + path.substr(path.rfind('/')); }

  void secret(Client& client, const std::string& path) const {
    const auto token = skiff::read_text(secret_of(path));
    if (!token) return answer(client, 404, "{\"message\":\"not found\"}");
    json body{{"kind", "Secret"}};
    if (!token->empty()) body["data"]["SLURM_JWT"] = base64(*token);
    answer(client, 200, body.dump());
  }

  void change(Client& client, const std::string& method, const std::string& path, const std::string& body) {
    const json asked = json::parse(body, nullptr, false);
    const std::string last = path.substr(path.rfind('/') + 1);
    if (asked.is_discarded()) return answer(client, 400, "{\"message\":\"no JSON\"}");
    if (method == "PATCH" && last == "status") {
      const std::string object = path.substr(0, path.size() - 7);
      const std::string name = object.substr(object.rfind('/') + 1);
      const json& conditions = asked["status"]["conditions"];
      if (object.starts_with("/api/v1/nodes/")) {
        std::ofstream(folder_ + "/nodes." + name) << conditions[0].dump() << '\n';
        return answer(client, 200, "{}");
      }
      return with_pod(client, name, [&](json& pod) { merge(pod["status"]["conditions"], conditions[0]); });
    }
    if (method == "PATCH" && path.find("/secrets/") != path.npos) {
      const bool known = access(secret_of(path).c_str(), F_OK) == 0;
      if (known) skiff::write_atomically(secret_of(path), asked["stringData"]["SLURM_JWT"].get<std::string>(), 0666);
      return answer(client, known ? 200 : 404, known ? "{}" : "{\"message\":\"not found\"}");
    }
    if (method == "POST" && last == "events") return keep_event(client, asked);
    if (method == "POST") return create(client, asked);
    if (method != "DELETE") return answer(client, 405, "{\"message\":\"not allowed\"}");
    const json before = json::parse(skiff::read_text(file_of(last)).value_or("null"), nullptr, false);
    if (before.is_object() && before["metadata"]["uid"] != asked["preconditions"]["uid"])
      return answer(client, 409, "{\"message\":\"another uid\"}");
    with_pod(client, last, [](json& pod) { pod["metadata"]["deletionTimestamp"] = "now"; });
  }

  std::string file_of(const std::string& name) const { return folder_ + "/pods/" + name + ".json"; }

  void with_pod(Client& client, const std::string& name, const auto& edit) {
    json pod = json::parse(skiff::read_text(file_of(name)).value_or("null"), nullptr, false);
    if (!pod.is_object()) return answer(client, 404, "{\"message\":\"not found\"}");
    edit(pod);
    keep(file_of(name), pod);
    answer(client, 200, "{}");
  }

  // Replaces the condition of the same type, or adds one, as a strategic merge patch does.
  static void merge(json& conditions, const json& condition) {
    for (json& each : conditions)
      if (each["type"] == condition["type"]) {
        each.update(condition);
        return;
      }
    conditions.push_back(condition);
  }

  void keep_event(Client& client, const json& event) const {
    const std::string name = event["metadata"]["name"];
    if (has_line(skiff::read_text(folder_ + "/events").value_or(""), name)) return answer(client, 409, "{}");
    std::ofstream(folder_ + "/events", std::ios::app)
        << name << ' ' << event["type"].get<std::string>() << ' ' << event["reason"].get<std::string>() << ": "
        << event["message"].get<std::string>() << '\n';
    answer(client, 201, "{}");
  }
  static bool has_line(const std::string& text, const std::string& name) {
    return ("\n" + text).find("\n" + name + " ") != std::string::npos;
  }

  // Stores a new pod, which is not scheduled yet.
  void create(Client& client, json pod) {
    const std::string name = pod["metadata"]["name"];
    if (access(file_of(name).c_str(), F_OK) == 0) return answer(client, 409, "{\"message\":\"exists\"}");
    char time_text[32];
    const time_t now = time(nullptr);
    tm parts{};
    strftime(time_text, sizeof time_text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
    pod["metadata"]["uid"] = std::to_string(++made_) + "-" + std::to_string(now) + "-" + name;
    pod["metadata"]["creationTimestamp"] = time_text;
    pod["status"] = {{"phase", "Pending"}};
    keep(file_of(name), pod);
    std::ofstream(folder_ + "/made", std::ios::app) << name << '\n';
    answer(client, 201, "{}");
  }

  const std::string folder_;
  std::vector<std::map<std::string, std::string>> lists_;  // by version
  std::map<std::string, std::pair<std::array<std::int64_t, 4>, std::string>> read_;
  int made_ = 0;
};

int listen_at(const char* address, const char* port) {
  const int handle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(static_cast<std::uint16_t>(std::atoi(port)));
  inet_pton(AF_INET, address, &at.sin_addr);
  if (bind(handle, reinterpret_cast<sockaddr*>(&at), sizeof at) != 0 || listen(handle, 64) != 0) {
    perror("fake-api");
    std::exit(1);
  }
  socklen_t size = sizeof at;
  getsockname(handle, reinterpret_cast<sockaddr*>(&at), &size);
  printf("%d\n", ntohs(at.sin_port));
  fflush(stdout);
  return handle;
}

}  // namespace

int main(int, char** words) {
  signal(SIGPIPE, SIG_IGN);
  const int listener = listen_at(words[1], words[2]);
  Api api(words[3]);
  std::vector<Client> clients;
  for (;;) {
    std::vector<pollfd> waited = {{listener, POLLIN, 0}};
    for (const Client& client : clients) waited.push_back({client.handle, POLLIN, 0});
    poll(waited.data(), waited.size(), 50);
    for (std::size_t i = 0; i < clients.size(); ++i) {
      Client& client = clients[i];
      bool open = true;
      if (waited[i + 1].revents) {
        char block[65536];
        const ssize_t count = recv(client.handle, block, sizeof block, 0);
        open = count > 0;
        if (open) client.input.append(block, static_cast<std::size_t>(count));
      }
      open = open && api.serve(client) && (!client.watches || api.tell(client));
      if (open) continue;
      close(client.handle);
      client.handle = -1;
    }
    std::erase_if(clients, [](const Client& client) { return client.handle < 0; });
    if (!waited[0].revents) continue;
    Client client;
    client.handle = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (client.handle >= 0) clients.push_back(std::move(client));
  }
}
