# SPDX-License-Identifier: Apache-2.0
# Runs on the files of each package before it is built: compresses pages of the manual.
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*.1)
if(pages)
    execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
