# SPDX-License-Identifier: Apache-2.0
# momentree_wide_registers(TARGET SOURCE SYMBOL): adds a source that is compiled for AVX-512 where the
# compiler can, whatever processor the rest is compiled for. Its callers ask whether there is AVX-512.
#
# Inline functions have a copy in each object, of which a program keeps one. So that this is never one for
# AVX-512, all symbols of the object become local, except those whose mangled names match SYMBOL.
function(momentree_wide_registers target source symbol)
    include(CheckCXXCompilerFlag)
    set(options -march=x86-64-v3 -mavx512f -mavx512dq -mavx512vl)
    if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND CMAKE_SYSTEM_NAME STREQUAL "Linux"
       AND NOT MOMENTREE_NATIVE AND NOT MOMENTREE_SANITIZE)
        check_cxx_compiler_flag("${options}" MOMENTREE_COMPILES_FOR_AVX512)
    endif()
    if(NOT MOMENTREE_COMPILES_FOR_AVX512)
        target_sources(${target} PRIVATE ${source})
        return()
    endif()
    set(wide ${target}_wide)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${wide}.o)
    add_library(${wide} OBJECT ${source})
    set_target_properties(${wide} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON)
    target_compile_features(${wide} PRIVATE cxx_std_20)
    # Without errno, roots are computed side by side. Types have the layout that they have elsewhere.
    target_compile_options(${wide} PRIVATE ${options} -fno-math-errno -Wno-array-bounds)
    target_compile_definitions(${wide} PRIVATE EIGEN_MAX_ALIGN_BYTES=32 EIGEN_MAX_STATIC_ALIGN_BYTES=32)
    target_include_directories(${wide} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${wide} PRIVATE momentree_options momentree_planar Eigen3::Eigen tl::expected)
    add_custom_command(OUTPUT ${object} DEPENDS ${wide} $<TARGET_OBJECTS:${wide}> VERBATIM
        COMMAND ${CMAKE_LINKER} -r --force-group-allocation $<TARGET_OBJECTS:${wide}> -o ${object}.all
        COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=${symbol} ${object}.all ${object}
        COMMENT "Making inline functions of ${source} local")
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    target_sources(${target} PRIVATE ${object})
endfunction()
