#!/bin/sh
# Installs the locked dependencies once for each state of the lock file: those of the program, or with the word
# "development" those of its tests and benchmarks too. Does nothing, in a millisecond, when they stand.
# Not `npm ci`: it refuses a lock file that lacks the packages of platforms which a registry does not carry.
set -e
home=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
lock=$home/package-lock.json
program=$home/node_modules/.installed
development=$home/node_modules/.installed-development
cmp -s "$lock" "$development" && exit 0
if [ "$1" = development ]; then omit= mark=$development; else omit=--omit=dev mark=$program; fi
cmp -s "$lock" "$mark" && exit 0
echo "petstore: installing dependencies ..." >&2
rm -f "$program" "$development"
(cd "$home" && npm install --no-save --no-audit --no-fund --loglevel=error $omit >&2)
cp "$lock" "$mark"
