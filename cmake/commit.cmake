# SPDX-License-Identifier: Apache-2.0
# Writes the present commit of SOURCE to the header HEADER, which changes only with the commit. Run in each build.
execute_process(COMMAND git describe --always --abbrev=12 --exclude=* --dirty=-modified WORKING_DIRECTORY ${SOURCE}
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
    set(commit "no commit")
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define MOMENTREE_COMMIT \"${commit}\"\n")
