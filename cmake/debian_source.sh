# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts that build a library from Debian's source package.

# debian_source LISTS PACKAGES...: unpacks source packages in the current folder. The system is not changed: apt uses
# separate lists, in the folder LISTS.
debian_source() {
    local lists=$1
    shift
    mkdir -p "$lists"/{lists/partial,archives/partial}
    echo 'deb-src http://deb.debian.org/debian bookworm main' >"$lists/sources.list"
    cat >"$lists/apt.conf" <<APT
APT::Sandbox::User "";
Acquire::Languages "none";
Dir::State::Lists "$lists/lists";
Dir::Cache "$lists";
Dir::Etc::SourceList "$lists/sources.list";
Dir::Etc::SourceParts "/dev/null";
APT
    APT_CONFIG=$lists/apt.conf apt-get -q update && APT_CONFIG=$lists/apt.conf apt-get -q source "$@"
}
