#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# archived_commit.sh SOURCE FOLDER CMAKE: sources from an archive know their commit, not that of a repository around them
# (FOLDER is in one). The header has what `momentree --version` prints.
set -eu
rm -rf "$2"
mkdir -p "$2/sources/cmake"
commit() {
    echo "$1" >"$2/sources/cmake/archived_commit.txt"
    "$4" -DSOURCE="$2/sources" -DHEADER="$2/commit.hpp" -P "$3/cmake/commit.cmake"
    cat "$2/commit.hpp"
}
[ "$(commit 0123456789abcdef0123456789abcdef01234567 "$2" "$1" "$3")" = '#define MOMENTREE_COMMIT "0123456789ab"' ]
[ "$(commit '$Format:%H$' "$2" "$1" "$3")" = '#define MOMENTREE_COMMIT "no commit"' ]
