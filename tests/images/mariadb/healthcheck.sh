#!/usr/bin/env bash
# Replaces healthcheck.sh of the official image, for --connect and --innodb_initialized: succeeds if the server answers on its socket.
set -euo pipefail
mariadb-admin --no-defaults --socket=/run/mysqld/mysqld.sock ping >/dev/null 2>&1
