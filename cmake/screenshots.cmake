# SPDX-License-Identifier: Apache-2.0
# momentree_metainfo(RESULT ADDRESS): the AppStream file with the pictures of resources/desktop/screenshots, which software
# centres fetch from the web address of that folder. Without an address it has no pictures.
function(momentree_metainfo result address)
    set(desktop ${PROJECT_SOURCE_DIR}/resources/desktop)
    file(READ ${desktop}/org.momentree.Momentree.metainfo.xml text)
    if(address)
        set(type " type=\"default\"")
        foreach(picture "run.png=A walking leg with its energy, drift and phase times" "draw.png=A Stewart platform and the drawing tools")
            string(REGEX MATCH "^([^=]+)=(.*)$" parts ${picture})
            string(APPEND screenshots "    <screenshot${type}>\n      <caption>${CMAKE_MATCH_2}</caption>\n"
                "      <image type=\"source\" width=\"1440\" height=\"850\">${address}/${CMAKE_MATCH_1}</image>\n    </screenshot>\n")
            set(type "")
        endforeach()
        string(REPLACE "  <releases>" "  <screenshots>\n${screenshots}  </screenshots>\n  <releases>" text "${text}")
    endif()
    file(WRITE ${result} "${text}")
endfunction()
