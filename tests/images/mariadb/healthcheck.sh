#!/usr/bin/env bash
# The official image's, for --connect and --innodb_initialized: the server answers on its socket.
set -euo pipefail
mariadb-admin --no-defaults --socket=/run/mysqld/mysqld.sock ping >/dev/null 2>&1
