# SPDX-License-Identifier: Apache-2.0
# Flags for our own code; third-party headers are included as SYSTEM. Sources are compiled together, so
# a name local to one file must not be reported as shadowing or as a conflicting type of another.
add_library(momentree_options INTERFACE)
target_compile_options(momentree_options INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow=local -Wno-subobject-linkage
    $<$<BOOL:${MOMENTREE_WERROR}>:-Werror>)
# GCC 12 gives false overlap and overflow warnings for `"text" + std::string` (bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(momentree_options INTERFACE -Wno-restrict -Wno-stringop-overflow)
endif()

# GCC collects garbage at 100 MB by default; templates need more, and each collection takes time.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(--param=ggc-min-heapsize=500000)
endif()

# Programs contain only the functions that they use, though folders are compiled together.
add_compile_options(-ffunction-sections -fdata-sections)
add_link_options(-Wl,--gc-sections)

if(MOMENTREE_SANITIZE)
    add_compile_options(-fsanitize=${MOMENTREE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${MOMENTREE_SANITIZE})
    # GCC's sanitizer instrumentation confuses these two flow analyses (false positives inside Eigen).
    add_compile_options(-Wno-maybe-uninitialized -Wno-array-bounds)
endif()

# Instruction set: x86-64-v3 (AVX2, FMA) if the building machine supports it, otherwise the
# compiler's baseline. Cross builds and MOMENTREE_BASELINE (for packages) use the baseline.
if(MOMENTREE_NATIVE)
    add_compile_options(-march=native)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT CMAKE_CROSSCOMPILING AND NOT MOMENTREE_BASELINE)
    include(CheckCXXSourceRuns)
    check_cxx_source_runs(
        "int main() { return __builtin_cpu_supports(\"x86-64-v3\") ? 0 : 1; }" MOMENTREE_CPU_IS_V3)
    if(MOMENTREE_CPU_IS_V3)
        add_compile_options(-march=x86-64-v3)
    endif()
endif()
if(MOMENTREE_BASELINE)
    # GCC notes that four doubles are passed in memory. All code is built with the same options.
    add_compile_options(-Wno-psabi)
endif()

# Eigen aligns data for the instruction set, and the layout of our types follows. Programs that link the
# solver may be compiled for another one: on x86-64, both sides align for AVX.
set(MOMENTREE_CALLER_DEFINITIONS "")
set(MOMENTREE_CALLER_OPTIONS "")
if(MOMENTREE_NATIVE)
    set(MOMENTREE_CALLER_OPTIONS -march=native)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    set(MOMENTREE_CALLER_DEFINITIONS EIGEN_MAX_ALIGN_BYTES=32 EIGEN_MAX_STATIC_ALIGN_BYTES=32)
    set(MOMENTREE_CALLER_OPTIONS -mno-avx512f)
endif()

find_program(CCACHE ccache)
if(CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# Links the program in a second instead of ten.
find_program(MOLD mold)
if(MOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CROSSCOMPILING)
    add_link_options(-fuse-ld=mold)
endif()
