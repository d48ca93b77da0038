#!/bin/sh
# Makes the program ready to run, and does nothing, in some milliseconds, when it is.
# Installs the locked dependencies once for each state of the lock file: those of the program, or with the word
# "development" those of its tests and benchmarks too. Then builds the program when its sources have changed since.
# Not `npm ci`: it refuses a lock file that lacks the packages of platforms which a registry does not carry.
set -e
home=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
lock=$home/package-lock.json
program=$home/node_modules/.installed
development=$home/node_modules/.installed-development

install() {
  cmp -s "$lock" "$development" && return
  if [ "$1" = development ]; then omit= mark=$development; else omit=--omit=dev mark=$program; fi
  cmp -s "$lock" "$mark" && return
  echo "petstore: installing dependencies ..." >&2
  rm -f "$program" "$development"
  (cd "$home" && npm install --no-save --no-audit --no-fund --loglevel=error $omit >&2)
  cp "$lock" "$mark"
}

build() {
  cd "$home"
  [ -d build ] && [ -z "$(find src client scripts package.json package-lock.json -newer build -print -quit)" ] && return
  node_modules/bun/bin/bun.exe scripts/build.ts
}

install "$1"
build
