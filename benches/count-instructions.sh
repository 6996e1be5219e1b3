#!/usr/bin/env bash
# Counts the instructions of fixed workloads under callgrind, and writes a table.
#
#   bash benches/count-instructions.sh [FILE]
#
# The table goes to standard output and, if named, to FILE.
# Counts of one compiler repeat to about ten instructions (alignment of memory differs), so two
# revisions compare by their tables; a changed digest means changed answers.
# Needs valgrind; takes about a minute.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v valgrind >/dev/null || {
  echo "valgrind is missing; install it with the package manager of the system" >&2
  exit 1
}
cargo build --quiet --release -p astride-bench
binary=${CARGO_TARGET_DIR:-target}/release/astride-bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

table() {
  echo "# Instructions"
  echo
  echo "\`benches/count-instructions.sh\`, $(rustc --version | cut -d' ' -f1-2), plain build."
  echo "Counted inside the searches alone, first allocation of the search memory included."
  echo
  echo "| workload | instructions | digest of the answers |"
  echo "|---|--:|---|"
  local name digest count
  for name in $("$binary" count --list); do
    digest=$(valgrind --tool=callgrind --toggle-collect='*::counted' --callgrind-out-file="$work/$name" \
      "$binary" count "$name" 2>"$work/log" | cut -d' ' -f2) || {
      cat "$work/log" >&2
      return 1
    }
    count=$(awk '/^(summary|totals):/ { n = $2 } END { print n }' "$work/$name")
    echo "| $name | $count | $digest |"
  done
}

table | tee "${1:-/dev/null}"
