# SPDX-License-Identifier: Apache-2.0
# Runs on the files of the packages before they are built: compresses pages of the manual, and gives the program
# the libraries of VTK that it needs. Debian's package of VTK depends on MPI, Tk and NetCDF, which the program
# does not use.
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*.1)
execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)

set(program ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/program)
execute_process(COMMAND /usr/bin/python3 ${CMAKE_CURRENT_LIST_DIR}/bundle.py libvtk9.1 ${program}/usr/bin/momentree
    COMMAND_ERROR_IS_FATAL ANY)
# dpkg-shlibdeps would name Debian's package for them.
set(folder ${program}/usr/lib/momentree/libvtk9.1)
file(GLOB libraries RELATIVE ${folder} ${folder}/*)
list(TRANSFORM libraries REPLACE "\\.so\\." " ")
list(JOIN libraries "\n" libraries)
file(WRITE ${program}/debian/shlibs.local "${libraries}\n")
