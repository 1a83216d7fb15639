#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The manual and the completions contain exactly the commands and options of the program. usage:
# completions.sh PROGRAM SOURCE_FOLDER
program=$(realpath "$1") desktop=$(realpath "$2")/resources/desktop failed=0
complain() { echo "$1"; failed=1; }
options() { grep -oE '(^|[ ,])--[a-z][a-z0-9-]*' | tr -d ' ,' | sort -u; }

commands="run compare replay check analyse synthesise grade paper cost list export generate board serve"
known=$({ "$program" --help; for c in $commands; do "$program" "$c" --help; done; } | options)
for file in momentree.1 completions/momentree.bash completions/_momentree completions/momentree.fish; do
    text=$(sed '/^set /d; s/\\-/-/g; s/ -l \([a-z][a-z0-9-]*\)/ --\1/g' "$desktop/$file")
    for word in $known $commands; do
        grep -qwe "$word" <<<"$text" || complain "$file does not know $word"
    done
    for option in $(grep -oE -- '--[a-z][a-z0-9-]*' <<<"$text" | sort -u); do
        grep -qxe "$option" <<<"$known" || complain "$file offers $option, which the program has not"
    done
done

bash -n "$desktop/completions/momentree.bash" || failed=1
# What bash completes, if it is available.
PATH=$(dirname "$program"):$PATH
cd "$(mktemp -d)" || exit 1  # where no file is offered
source "$desktop/completions/momentree.bash"
ask() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _momentree
    echo "${COMPREPLY[*]}"
}
[[ $(ask momentree com) == compare ]] || complain "bash does not complete 'com' to compare"
[[ $(ask momentree run model --formulation nau) == naudet ]] || complain "bash does not complete formulations"
[[ $(ask momentree run --dur) == --duration ]] || complain "bash does not complete options"
exit $failed
