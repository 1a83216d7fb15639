# SPDX-License-Identifier: Apache-2.0
# momentree_moc(TARGET FILES ...): runs Qt's moc on each of the files that changed, before the target is compiled.
# What it writes for headers is compiled as one source; X.cpp includes "X.moc" itself. Files without Q_OBJECT give
# empty output, so that one that gains or loses the macro needs no new configuration.
# AUTOMOC takes a second or more for each target, mostly to read Qt's headers, which our classes do not need.
function(momentree_moc target)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc)
    file(MAKE_DIRECTORY ${folder})
    foreach(file ${ARGN})
        cmake_path(ABSOLUTE_PATH file)
        cmake_path(GET file STEM name)
        cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
        if(file MATCHES "\\.hpp$")
            set(options -f${path})
            string(APPEND includes "#include \"${name}.moc\"\n")
        else()
            set(options -i)
        endif()
        add_custom_command(OUTPUT ${folder}/${name}.moc COMMAND Qt6::moc --no-notes ${options} ${file} -o ${folder}/${name}.moc
            DEPENDS ${file} COMMENT "" VERBATIM)
        list(APPEND outputs ${folder}/${name}.moc)
    endforeach()
    # A target of its own, which does not wait for the libraries.
    add_custom_target(${target}_moc DEPENDS ${outputs})
    add_dependencies(${target} ${target}_moc)
    target_include_directories(${target} PRIVATE ${folder})
    if(includes)
        file(CONFIGURE OUTPUT ${folder}/headers.cpp CONTENT "${includes}")
        target_sources(${target} PRIVATE ${folder}/headers.cpp)
    endif()
endfunction()
