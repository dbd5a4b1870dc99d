// Stands between slurmdbd and a database server that is reached through TLS. slurmdbd connects to a socket of its pod.
// The program passes each connection on to the server, encrypted, after the server has proved with its certificate that
// it is the database. slurmdbd itself uses no TLS if the server does not offer it, and some builds of its client library
// accept any certificate.
//   skiff-database-tls LISTEN HOST PORT NAME CA [CERTIFICATE KEY]
//     LISTEN           path of the socket
//     NAME             what the server's certificate must be for
//     CA               file with the authorities that may sign it
//     CERTIFICATE KEY  files with which the client proves who it is
// Runs until it is killed. Exit status 1 if it cannot listen, 2 for a wrong command line.
#include <poll.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <thread>

#include "common/unix_socket.h"
#include "database-tls/session.h"

namespace {

using jail::Fd;
using skiff::database_tls::Database;

// slurmdbd has one connection for each of its clients and a few for itself.
constexpr int most_clients = 1000;

void say(const std::string& text) { std::fprintf(stderr, "skiff-database-tls: %s\n", text.c_str()); }

[[noreturn]] void serve(const Fd& listener, const Database& database) {
  std::atomic<int> clients = 0;
  for (;;) {
    pollfd one{listener.get(), POLLIN, 0};
    poll(&one, 1, -1);
    Fd client = skiff::accept_at(listener);
    if (!client) {
      // Without descriptors or memory, try again later. A client may also have gone already.
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      continue;
    }
    if (clients >= most_clients) {
      say("refuses a connection: it has " + std::to_string(most_clients) + " already");
      continue;
    }
    ++clients;
    std::thread([&database, &clients, mine = std::move(client)] {
      skiff::database_tls::serve_client(mine, database, say);
      --clients;
    }).detach();
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 6 && count != 8) {
    std::fputs("usage: skiff-database-tls LISTEN HOST PORT NAME CA [CERTIFICATE KEY]\n", stderr);
    return 2;
  }
  Database database{.host = words[2], .port = words[3], .name = words[4], .ca = words[5], .certificate = {}, .key = {}};
  if (count == 8) database.certificate = words[6], database.key = words[7];
  // OpenSSL writes to a socket without MSG_NOSIGNAL.
  signal(SIGPIPE, SIG_IGN);
  try {
    serve(skiff::listen_at(words[1]), database);
  } catch (const std::exception& failure) {
    say(failure.what());
  }
  return 1;
}
