#!/usr/bin/env bash
# Sourced: installs packages that are missing, so that everything here starts from a bare Debian or Ubuntu.

# Prints the packages that the file `packages` lists for these uses and this release.
packages_for() {
  # shellcheck source=/dev/null # Debian's own
  awk -v uses=" $* " -v release="$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")" '
    $1 ~ /^#/ || !index(uses, " " $1 " ") { next }
    NF == 2 || index($0 " ", " " release " ") { print $2 }' "$(dirname "${BASH_SOURCE[0]}")/packages"
}

# Prints those of the packages named that are not installed, one a line. One call of dpkg for all of them, as it is slow.
missing_of() {
  # shellcheck disable=SC2016 # dpkg's own fields
  dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "$@" 2>/dev/null |
    awk -v wanted="$*" '$1 == "ii" { have[$2] } END { n = split(wanted, all, " "); for (i = 1; i <= n; i++) if (!(all[i] in have)) print all[i] }'
}

# Runs a command as root: directly, or through sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo -- "$@"
  fi
}

# Runs apt-get as root and in silence, unless it fails. Tests side by side install one after the other, and wait where
# another program holds dpkg's lock. env, as sudo drops the environment.
apt_get() {
  local log status=0
  log=$(mktemp)
  as_root flock /var/lib/apt env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq "$@" \
    >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 20 "$log" >&2
  fi
  rm -f "$log"
  return "$status"
}

# Installs those of the packages named that are missing; silent when none is.
need() {
  local missing
  if ! command -v dpkg-query >/dev/null; then
    echo "need: this is neither Debian nor Ubuntu; install what tests/lib/packages names" >&2
    return 1
  fi
  mapfile -t missing < <(missing_of "$@")
  if [ "${#missing[@]}" -eq 0 ]; then
    return 0
  fi
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    echo "need: neither root nor sudo is here; as root, run: apt-get install -y ${missing[*]}" >&2
    return 1
  fi
  echo "installing ${missing[*]}" >&2
  # The lists may be missing or out of date: a second try with fresh ones.
  apt_get install -y --no-install-recommends "${missing[@]}" 2>/dev/null ||
    { apt_get update && apt_get install -y --no-install-recommends "${missing[@]}"; }
}

# Makes the headers of a package usable without what the package depends on, and prints the folder for CMake's search:
# the package unpacked into the cache, or nothing where it is installed. libvalijson-dev would bring the whole of Qt.
headers_of() {
  local package=$1 folder
  folder=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/headers/$package
  if [ -z "$(missing_of "$package")" ]; then
    return 0
  fi
  if [ ! -e "$folder/usr" ]; then
    rm -rf "$folder.new"
    mkdir -p "$folder.new"
    (
      cd "$folder.new" || exit
      # As root: the folder is not apt's own user's.
      fetch=(apt-get -qq -o APT::Sandbox::User=root download "$package")
      "${fetch[@]}" >&2 2>/dev/null || { apt_get update && "${fetch[@]}" >&2; }
      dpkg-deb -x ./*.deb .
    )
    rm -rf "$folder"
    mv "$folder.new" "$folder"
  fi
  printf '%s\n' "$folder/usr"
}
