#pragma once

#include <string>
#include <string_view>

#include "database-tls/database.h"
#include "spank-chroot/kernel/fd.h"

namespace skiff::database_tls {

using jail::Fd;

/// Connects to the server within ten seconds. A lost server is noticed within a minute. Throws std::runtime_error with
/// the reason, which names the server.
Fd connect_to(const Database& database);

/// Sends and receives on a socket that waits for at most ten seconds. Throw std::runtime_error.
void send_all(const Fd& socket, std::string_view bytes);
void receive_some(const Fd& socket, std::string& received);

/// The encrypted connection to the server. The files are read for each connection, so that new ones need no restart.
class Tls {
 public:
  /// Shakes hands, within ten seconds. Throws std::runtime_error if a file cannot be read, or if the server does not prove
  /// that it is the database.
  Tls(const Database& database, const Fd& socket);
  Tls(const Tls&) = delete;
  Tls& operator=(const Tls&) = delete;
  ~Tls();

  /// The same on the encrypted connection.
  void send_all(std::string_view bytes);
  void receive_some(std::string& received);

  /// What an operation that does not wait came to.
  enum class Result { done, waits_to_read, waits_to_write, over };
  /// Appends what the server has sent.
  Result read(std::string& received);
  /// Sends a part, which it removes.
  Result write(std::string& bytes);

 private:
  Result result_of(int count);

  void* tls_ = nullptr;  ///< an SSL, whose header only server.cc needs
};

}  // namespace skiff::database_tls
