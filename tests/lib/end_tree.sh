#!/usr/bin/env bash
# Sourced by tests that run long programs: kills a program with all its descendants.

# Kills parents before their children, so that no parent sees its child exit and continues: end_tree PID
end_tree() {
  local child children
  children=$(pgrep -P "$1") || true
  kill -KILL "$1" 2>/dev/null || true
  for child in $children; do end_tree "$child"; done
}
