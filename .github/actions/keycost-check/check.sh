#!/usr/bin/env bash
# What the action does: builds keycost, unless KEYCOST names one, and checks the scenarios that SCENARIOS lists, one a
# line. Failed expectations become annotations at their own lines; the step's summary has all of them. Exits as
# `keycost check` does: 1 an expectation failed, 3 a scenario is invalid.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)

if [ -z "${KEYCOST:-}" ]; then
  (
    cd "$home"
    # shellcheck source=../../../.ci/prepare.sh
    . .ci/prepare.sh
    keycost_install_missing
    keycost_build release keycost
  ) >&2
  KEYCOST=$home/build/release/keycost
fi

arguments=()
while IFS= read -r line; do
  [ -z "$line" ] || arguments+=("$line")
done <<<"${SCENARIOS:-keycost}"
[ -z "${JUNIT:-}" ] || arguments+=(-o "junit:$JUNIT")
exec "$KEYCOST" check "${arguments[@]}" -o github
