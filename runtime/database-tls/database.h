#pragma once

#include <string>

namespace skiff::database_tls {

/// The server, and how both sides prove who they are.
struct Database {
  std::string host, port;
  std::string name;              ///< that the server's certificate must have: a host name or an address
  std::string ca;                ///< path of the certificates of authorities, in PEM
  std::string certificate, key;  ///< paths of the client's, in PEM; both empty if the server asks for none
};

}  // namespace skiff::database_tls
