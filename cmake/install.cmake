# SPDX-License-Identifier: Apache-2.0
# Places of files installed by `cmake --install build/release --prefix PREFIX`, in the components program,
# board, devel and python (`--component NAME` installs one). app/base/resources_dir.cpp relies on
# share/momentree. Targets that are not built are left out.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME devel)
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/Momentree)
set(sdk ${PROJECT_SOURCE_DIR}/resources/sdk)

# The solver for C++ programs. Includes are written as in the sources: "core/session/run.hpp".
install(TARGETS momentree_core momentree_planar EXPORT momentree ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core DESTINATION ${MOMENTREE_INCLUDE_DIR} FILES_MATCHING PATTERN "*.hpp"
    PATTERN python EXCLUDE PATTERN fmi EXCLUDE
    # These include libraries that are used only inside.
    REGEX "/io/(hdf5_handle|sha256|xml_reader|robot_elements|urdf|sdf[a-z_]*|mjcf[a-z_]*|xml_writer|xml_include|xacro|freecad_document)\\.hpp$" EXCLUDE)
install(EXPORT momentree NAMESPACE Momentree:: FILE MomentreeTargets.cmake DESTINATION ${config})
configure_package_config_file(${sdk}/MomentreeConfig.cmake.in MomentreeConfig.cmake INSTALL_DESTINATION ${config})
write_basic_package_version_file(MomentreeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
list(TRANSFORM MOMENTREE_CALLER_DEFINITIONS PREPEND -D OUTPUT_VARIABLE flags)
list(JOIN flags " " flags)
list(JOIN MOMENTREE_CALLER_OPTIONS " " options)
list(JOIN MOMENTREE_RUNTIME " " runtime)
file(RELATIVE_PATH relative /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${sdk}/momentree.pc.in momentree.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/MomentreeConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/MomentreeConfigVersion.cmake
    DESTINATION ${config})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/momentree.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(examples ${CMAKE_INSTALL_DOCDIR}/examples)
if(MOMENTREE_PACKAGE)
    set(examples ${CMAKE_INSTALL_DATADIR}/doc/libmomentree-dev/examples)
endif()
install(DIRECTORY ${sdk}/example/ DESTINATION ${examples}/energy)

if(NOT TARGET momentree)
    return()
endif()
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
set(id org.momentree.Momentree)
set(desktop ${PROJECT_SOURCE_DIR}/resources/desktop)

install(TARGETS momentree RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
foreach(folder examples schema studies lessons exercises papers help formulas)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/resources/${folder}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/momentree OPTIONAL
        PATTERN node_modules EXCLUDE PATTERN "*.mjs" EXCLUDE PATTERN "package*.json" EXCLUDE)
endforeach()
install(FILES ${desktop}/${id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${desktop}/${id}.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
set(MOMENTREE_SCREENSHOTS "" CACHE STRING "Web address of resources/desktop/screenshots, for software centres")
include(screenshots)
momentree_metainfo(${CMAKE_CURRENT_BINARY_DIR}/${id}.metainfo.xml "${MOMENTREE_SCREENSHOTS}")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${id}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/momentree.svg RENAME ${id}.svg
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/momentree-symbolic.svg
    RENAME ${id}-symbolic.svg
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/symbolic/apps)
install(FILES ${desktop}/${id}.thumbnailer DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers)
install(FILES ${desktop}/momentree.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${desktop}/completions/momentree.bash RENAME momentree
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${desktop}/completions/_momentree
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${desktop}/completions/momentree.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
if(MOMENTREE_PACKAGE)  # has the licences and changes in Debian's places
    include(${PROJECT_SOURCE_DIR}/resources/packaging/package.cmake)
else()
    install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/LICENSE
        ${PROJECT_SOURCE_DIR}/LICENSES/Apache-2.0.txt ${PROJECT_SOURCE_DIR}/LICENSES/GPL-3.0-or-later.txt
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
