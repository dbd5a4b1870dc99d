#!/usr/bin/env bash
# Sourced: installs what a test lacks, so that each one runs on a bare Debian root.

# Installs those of the packages named that are missing; silent when none is.
need() {
  local pkg missing=()
  for pkg in "$@"; do
    # shellcheck disable=SC2016 # dpkg's own field
    if ! dpkg-query -W -f '${db:Status-Abbrev}' "$pkg" 2>/dev/null | grep -q '^ii'; then
      missing+=("$pkg")
    fi
  done
  if [ "${#missing[@]}" -eq 0 ]; then
    return 0
  fi
  # Another test may hold dpkg's lock; waiting beats failing.
  local apt=(apt-get -o DPkg::Lock::Timeout=300 -qq)
  if ! DEBIAN_FRONTEND=noninteractive "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >&2 </dev/null; then
    "${apt[@]}" update >&2
    DEBIAN_FRONTEND=noninteractive "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >&2 </dev/null
  fi
}
