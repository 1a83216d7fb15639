#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# man_page.sh AGENT PAGE: checks that the manual page contains exactly the options of the agent's help.
options=$("$1" --help | grep -oE '^ +(-h,)?--[a-z-]+' | grep -oE '\-\-[a-z-]+' | sort)
described=$(sed -n 's/^\.It //p' "$2" | grep -oE 'Fl -[a-z-]+' | sed 's/^Fl -/--/' | sort)
[ -n "$options" ] && [ "$options" = "$described" ] && exit 0
printf 'help:\n%s\nmanual page:\n%s\n' "$options" "$described"
exit 1
