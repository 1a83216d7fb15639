# SPDX-License-Identifier: Apache-2.0
# Debian packages of the components (`./dev package`, preset package). Included by cmake/install.cmake.
set(packages program=momentree board=momentree-board devel=libmomentree-dev python=python3-momentree)

# The person who builds the packages, in Debian's variables or in Git's.
set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
if("$ENV{DEBEMAIL}" STREQUAL "")
    execute_process(COMMAND sh -c "echo \"$(git config user.name) <$(git config user.email)>\"" OUTPUT_VARIABLE maintainer
        OUTPUT_STRIP_TRAILING_WHITESPACE WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endif()

# Files that Debian wants in every package. The date is that of the newest release.
file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md newest REGEX "^## \\[[0-9.]+\\] - " LIMIT_COUNT 1)
string(REGEX REPLACE ".* - " "" newest "${newest}")
execute_process(COMMAND env LC_ALL=C date -u -R -d "${newest} 12:00" OUTPUT_VARIABLE release_date
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
configure_file(${CMAKE_CURRENT_LIST_DIR}/changelog.in changelog @ONLY)
function(momentree_gzip from to)
    execute_process(COMMAND gzip -9nc ${from} OUTPUT_FILE ${CMAKE_CURRENT_BINARY_DIR}/${to} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
momentree_gzip(${CMAKE_CURRENT_BINARY_DIR}/changelog changelog.Debian.gz)
momentree_gzip(${PROJECT_SOURCE_DIR}/CHANGELOG.md changelog.gz)
foreach(pair ${packages})
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 component)
    list(GET pair 1 package)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/copyright ${CMAKE_CURRENT_BINARY_DIR}/changelog.Debian.gz
        ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
endforeach()
foreach(script postinst prerm)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/python3-momentree.${script} python/${script} COPYONLY)
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/momentree-board.postinst board/postinst COPYONLY)

# Packages with the libraries that a program needs which links the static library. Debian 12 knows some files
# of /usr/lib as files of /lib, which is a link to it.
foreach(library ${MOMENTREE_RUNTIME_FILES})
    file(REAL_PATH ${library} library)
    string(REGEX REPLACE "^/usr" "" alias ${library})
    execute_process(COMMAND dpkg-query --search ${library} ${alias} OUTPUT_VARIABLE owner ERROR_QUIET)
    if("${owner}" STREQUAL "")
        message(FATAL_ERROR "No package of Debian contains ${library}, which programs that link the library need")
    endif()
    string(REGEX REPLACE ":.*" "" owner "${owner}")
    list(APPEND needed ${owner})
endforeach()
list(REMOVE_DUPLICATES needed)
list(JOIN needed ", " needed)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME momentree)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL program board devel python)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 0local1)  # Debian itself would begin with 1
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME momentree)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "fonts-dejavu-core, libgl1-mesa-dri")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "qt6-wayland")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "momentree-board, python3-momentree, ffmpeg")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "laboratory for multibody dynamics
Draw linkages or open models, robots (URDF) and MuJoCo files (MJCF), watch
them move, and see their energy, their constraint drift and the time of every
phase of the computation. Formulations of the equations of motion and
integrators compute the same mechanism and can be compared. The command line
runs the same without a window.")

set(CPACK_DEBIAN_BOARD_PACKAGE_NAME momentree-board)
set(CPACK_DEBIAN_BOARD_PACKAGE_SECTION science)
set(CPACK_DEBIAN_BOARD_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/board/postinst)
set(CPACK_COMPONENT_BOARD_DESCRIPTION "accelerator of Momentree over TCP
This program serves an accelerator for planar mechanisms to Momentree: the
programmable logic of a board, or a software model of it on any machine.")

set(CPACK_DEBIAN_DEVEL_PACKAGE_NAME libmomentree-dev)
set(CPACK_DEBIAN_DEVEL_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVEL_PACKAGE_DEPENDS "libeigen3-dev (>= 3.4), libboost-dev (>= 1.74), libexpected-dev, ${needed}")
set(CPACK_DEBIAN_DEVEL_PACKAGE_SUGGESTS "cmake, pkg-config")
set(CPACK_COMPONENT_DEVEL_DESCRIPTION "solver of Momentree for C++ programs
Headers and a static library with the formulations, integrators, analyses and
file formats of Momentree, for CMake (find_package) and pkg-config.")

math(EXPR next "${Python_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-momentree)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= 3.${Python_VERSION_MINOR}~), python3 (<< 3.${next}), python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/python/postinst
    ${CMAKE_CURRENT_BINARY_DIR}/python/prerm)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "solver of Momentree for Python
The package momentree runs and analyses models of rigid multibody systems;
results are NumPy arrays without copies.")

# Compresses pages of the manual and adds the libraries of VTK.
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/before_packing.cmake)
include(CPack)
