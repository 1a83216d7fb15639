# SPDX-License-Identifier: GPL-3.0-or-later
# The command line alone, with what it needs of the rooms below it: Qt's core, no widgets, no VTK.
find_package(Qt6 6.4 REQUIRED COMPONENTS Core)
find_package(CLI11 REQUIRED)
file(GLOB sources CONFIGURE_DEPENDS cli/*.cpp analyses/*.cpp runs/reference_*.cpp)
list(FILTER sources EXCLUDE REGEX "/(picture|series|board_command|reference_set)\\.cpp$")
foreach(file fpga_link/offload/function_facts.cpp fpga_link/offload/offload_report.cpp fpga_link/offload/bar_chain.cpp)
    list(APPEND sources ${PROJECT_SOURCE_DIR}/${file})
    set_source_files_properties(${PROJECT_SOURCE_DIR}/${file} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endforeach()
add_executable(momentree main_without_window.cpp ${sources} base/resources_dir.cpp base/text_table.cpp
    document/view_section.cpp runs/record_budget.cpp)
target_include_directories(momentree PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(momentree PRIVATE MOMENTREE_VERSION="${PROJECT_VERSION}" MOMENTREE_RESOURCES="${PROJECT_SOURCE_DIR}/resources")
target_link_libraries(momentree PRIVATE momentree_options momentree_core momentree_fpga Qt6::Core CLI11::CLI11)
add_dependencies(momentree momentree_fmu)  # `momentree export` copies it
if(WIN32)
    target_sources(momentree PRIVATE ${MOMENTREE_WINDOWS_MANIFEST})
endif()
momentree_unity(momentree 8)
