#pragma once

#include <functional>
#include <string>

#include "database-tls/database.h"
#include "spank-chroot/kernel/fd.h"

namespace skiff::database_tls {

/// Serves a client on a socket that does not wait, until one side ends the connection. The client gets the server's
/// greeting and answers it, and everything that it sends to the server is encrypted. If the server does not offer TLS or
/// is not the database, the client gets a refusal in the server's place, and `say` the reason.
void serve_client(const jail::Fd& client, const Database& database, const std::function<void(const std::string&)>& say);

}  // namespace skiff::database_tls
