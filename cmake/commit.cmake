# SPDX-License-Identifier: Apache-2.0
# Writes the present commit of SOURCE to the header HEADER, which changes only with the commit. Run in each build.
# Sources from an archive made by Git are no repository, but may lie in one; archived_commit.txt knows their commit.
if(EXISTS ${SOURCE}/.git)
    execute_process(COMMAND git describe --always --abbrev=12 --exclude=* --dirty=-modified WORKING_DIRECTORY ${SOURCE}
                    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
else()
    file(STRINGS ${SOURCE}/cmake/archived_commit.txt commit REGEX "^[0-9a-f]+$" LIMIT_COUNT 1)
    string(SUBSTRING "${commit}" 0 12 commit)
endif()
if(NOT commit)
    set(commit "no commit")
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define MOMENTREE_COMMIT \"${commit}\"\n")
