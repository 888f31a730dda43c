# Sourced by scenarios/run and tests/run: installs what building and testing needs on Debian and Ubuntu, and builds.
# Elsewhere, or without the right to install, it names what is missing and stops.

keycost_packages() {
  # package:what proves that it is there
  cat <<'LIST'
g++:command:g++
cmake:command:cmake
ninja-build:command:ninja
libfmt-dev:file:include/fmt/format.h
nlohmann-json3-dev:file:include/nlohmann/json.hpp
libcli11-dev:file:include/CLI/CLI.hpp
libxxhash-dev:file:include/xxhash.h
zlib1g-dev:file:include/zlib.h
libeigen3-dev:file:include/eigen3/Eigen/Core
catch2:file:include/catch2
python3:command:python3
parallel:command:parallel
python3-jsonschema:file:lib/python3/dist-packages/jsonschema
LIST
}

keycost_is_present() {
  local kind=$1 what=$2 prefix
  if [ "$kind" = command ]; then
    command -v "$what" >/dev/null 2>&1
    return
  fi
  for prefix in /usr /usr/local; do
    [ -e "$prefix/$what" ] && return 0
  done
  return 1
}

keycost_install_missing() {
  local missing="" package kind what
  while IFS=: read -r package kind what; do
    keycost_is_present "$kind" "$what" || missing="$missing $package"
  done < <(keycost_packages)
  # shellcheck disable=SC2086
  [ -z "$missing" ] || keycost_install $missing
}

# keycost_install PACKAGE...
keycost_install() {
  local as_root=""
  if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null 2>&1; then as_root=sudo; else as_root=none; fi
  fi
  if ! command -v apt-get >/dev/null 2>&1 || [ "$as_root" = none ]; then
    echo "keycost: these packages are missing (Debian's names): $*" >&2
    echo "keycost: install them and run this again." >&2
    exit 2
  fi
  echo "keycost: installing $*" >&2
  $as_root apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends "$@" >&2
}

# keycost_build PRESET [TARGET]: configures and builds into build/PRESET.
keycost_build() {
  local preset=$1 target=${2:-all}
  cmake --preset "$preset" >/dev/null
  cmake --build --preset "$preset" --target "$target"
}
