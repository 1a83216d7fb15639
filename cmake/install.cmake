# SPDX-License-Identifier: Apache-2.0
# Places of files installed by `cmake --install build/release --prefix PREFIX`;
# app/base/resources_dir.cpp relies on share/momentree.
include(GNUInstallDirs)
set(id org.momentree.Momentree)
set(desktop ${CMAKE_SOURCE_DIR}/resources/desktop)

if(TARGET momentree)
    install(TARGETS momentree RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
foreach(folder examples schema studies lessons exercises help formulas)
    install(DIRECTORY ${CMAKE_SOURCE_DIR}/resources/${folder}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/momentree OPTIONAL
        PATTERN node_modules EXCLUDE PATTERN "*.mjs" EXCLUDE PATTERN "package*.json" EXCLUDE)
endforeach()
install(FILES ${desktop}/${id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${desktop}/${id}.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES ${desktop}/${id}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES ${CMAKE_SOURCE_DIR}/resources/icons/momentree.svg RENAME ${id}.svg
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES ${CMAKE_SOURCE_DIR}/resources/icons/momentree-symbolic.svg
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
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/CHANGELOG.md
    ${CMAKE_SOURCE_DIR}/LICENSES/Apache-2.0.txt ${CMAKE_SOURCE_DIR}/LICENSES/GPL-3.0-or-later.txt
    DESTINATION ${CMAKE_INSTALL_DOCDIR})
