#!/bin/sh
# Tries a release on this machine: its checksums, and that the executable starts, serves and stops.
#
#   try-release.sh FOLDER PLATFORM
set -eu
folder=$(cd -- "$1" && pwd)
scratch=$(mktemp -d)
service=
trap '[ -z "$service" ] || kill "$service" 2>/dev/null || true; rm -rf "$scratch"' EXIT

cd "$folder"
if command -v sha256sum >/dev/null; then sha256sum --check SHA256SUMS; else shasum -a 256 --check SHA256SUMS; fi

cd "$scratch"
tar -xzf "$folder"/petstore-*-"$2".tar.gz
petstore=$(echo "$scratch"/petstore-*/petstore)
env -i "$petstore" --version
touch output
env -i PORT=0 PETSTORE_WORKERS=2 "$petstore" serve >output 2>log & service=$!
seconds=0
until grep -q 'Stop with Ctrl-C' output; do
  seconds=$((seconds + 1))
  [ "$seconds" -lt 60 ] && kill -0 "$service" || { cat output log >&2; exit 1; }
  sleep 1
done
url=$(sed -n 's/^petstore listens on \([^ ]*\).*/\1/p' output)
key=$(cat data/first-key)
for page in / /docs /openapi.json; do curl -fsS -o /dev/null "$url$page"; done
curl -fsS -H "Authorization: Bearer $key" -H 'Content-Type: application/json' \
  -d '{"name": "Frank", "categoryId": 3}' "$url/v1/pets"
echo
kill "$service"
wait "$service"
service=
echo "the release works on $2"
