#!/bin/sh
# Makes the program ready to run, and does nothing, in some milliseconds, when it is.
# Installs the locked dependencies once for each state of the lock file: those of the program, or with the word
# "development" those of its tests and benchmarks too. Then builds the program and its console, each when something that
# it is made of has changed since.
# Not `npm ci`: it refuses a lock file that lacks the packages of platforms which a registry does not carry.
set -e
cd "$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")"
lock=package-lock.json
program=node_modules/.installed
development=node_modules/.installed-development

install() {
  cmp -s "$lock" "$development" && return
  if [ "$1" = development ]; then omit= mark=$development; else omit=--omit=dev mark=$program; fi
  cmp -s "$lock" "$mark" && return
  echo "petstore: installing dependencies ..." >&2
  rm -f "$program" "$development"
  npm install --no-save --no-audit --no-fund --loglevel=error $omit >&2
  cp "$lock" "$mark"
}

# build NAME SOURCES: makes build/NAME, if one of its sources is newer.
build() {
  name=$1
  shift
  maker=scripts/build-$name.ts
  [ -d "build/$name" ] && [ -z "$(find "$@" "$maker" "$lock" -newer "build/$name" -print -quit)" ] && return
  node_modules/bun/bin/bun.exe "$maker"
}

install "$1"
build program src client package.json
build console console client
