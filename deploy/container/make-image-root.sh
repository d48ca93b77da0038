#!/bin/sh
# Fills a folder with what the image contains: the executable, the shared libraries that it loads, a user, the order in
# which names of hosts are looked up, and a folder for data.
#
#   make-image-root.sh EXECUTABLE FOLDER
set -eu
executable=$1
root=$2
mkdir -p "$root/data" "$root/tmp" "$root/etc"
chmod 1777 "$root/tmp"
cp "$executable" "$root/petstore"
chmod 755 "$root/petstore"
# ldd prints "NAME => PATH (ADDRESS)", and "PATH (ADDRESS)" for the loader.
ldd "$executable" | sed -n 's|^[^/]*\(/[^ ]*\) (0x.*|\1|p' | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
echo 'petstore:x:65532:65532::/:/petstore' >"$root/etc/passwd"
echo 'petstore:x:65532:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
