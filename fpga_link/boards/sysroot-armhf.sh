#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sysroot-armhf.sh [FOLDER]: downloads the libraries needed by momentree-board for 32-bit ARM from
# Debian's archive into FOLDER (build/sysroot-armhf). The system is not changed: apt uses separate
# lists.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=$(realpath -m "${1-build/sysroot-armhf}")
packages=(zlib1g-dev nettle-dev libcli11-dev libexpected-dev busybox-static)

[ "$(cat "$folder/complete" 2>/dev/null)" != "${packages[*]}" ] || exit 0
mkdir -p "$folder"/apt/{lists/partial,archives/partial,packages}
: >"$folder/apt/status"
cat >"$folder/apt/apt.conf" <<END
APT::Architecture "armhf";
APT::Architectures { "armhf"; };
APT::Sandbox::User "";
Acquire::Languages "none";
Dir::State::Lists "$folder/apt/lists";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt";
END
export APT_CONFIG=$folder/apt/apt.conf
apt-get -q update >"$folder/apt/log" 2>&1 || true  # an unrelated source may know no armhf
(cd "$folder/apt/packages" && apt-get -q download "${packages[@]}") >>"$folder/apt/log" 2>&1 || {
    tail -n 5 "$folder/apt/log" >&2
    echo "sysroot-armhf.sh: Debian's packages for armhf could not be fetched" >&2
    exit 1
}
for package in "$folder"/apt/packages/*.deb; do dpkg-deb -x "$package" "$folder"; done
rm -r "$folder/apt"
echo "${packages[*]}" >"$folder/complete"
