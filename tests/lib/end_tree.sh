#!/usr/bin/env bash
# Sourced by tests that run long programs: ends a program with everything that it started.

# Leaves last, so that nobody finds its child gone and goes on: end_tree PID
end_tree() {
  local child children
  children=$(pgrep -P "$1") || true
  kill -KILL "$1" 2>/dev/null || true
  for child in $children; do end_tree "$child"; done
}
