#!/usr/bin/env bash
# First process of the container: creates the data directory once, with the database and the user of the environment, then becomes mariadbd.
set -euo pipefail
if [ "${1:-}" = mariadbd ]; then
  shift
fi
if [ ! -d /var/lib/mysql/mysql ]; then
  mariadb-install-db --datadir=/var/lib/mysql --skip-test-db >&2
  password=$(cat "$MARIADB_PASSWORD_FILE")
  cat >/tmp/init.sql <<SQL
CREATE DATABASE IF NOT EXISTS \`$MARIADB_DATABASE\`;
CREATE USER IF NOT EXISTS '$MARIADB_USER'@'%' IDENTIFIED BY '${password//\'/\'\'}';
GRANT ALL ON \`$MARIADB_DATABASE\`.* TO '$MARIADB_USER'@'%';
SQL
  set -- --init-file=/tmp/init.sql "$@"
fi
exec mariadbd --no-defaults --datadir=/var/lib/mysql --socket=/run/mysqld/mysqld.sock --pid-file=/run/mysqld/mysqld.pid \
  --bind-address=0.0.0.0 "$@"
