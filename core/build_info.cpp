// SPDX-License-Identifier: Apache-2.0
// MOMENTREE_COMMIT comes from a header that each build renews (cmake/commit.cmake).
#include "core/build_info.hpp"

namespace momentree {
namespace {

#if defined(__x86_64__)
constexpr const char* architecture = "x86_64";
#elif defined(__aarch64__)
constexpr const char* architecture = "aarch64";
#elif defined(__arm__)
constexpr const char* architecture = "arm";
#else
constexpr const char* architecture = "unknown";
#endif

#if defined(__x86_64__) && defined(__AVX512F__) && defined(__AVX512VL__)
constexpr const char* instructions = "x86-64-v4";
#elif defined(__x86_64__) && defined(__AVX2__) && defined(__FMA__)
constexpr const char* instructions = "x86-64-v3";
#elif defined(__x86_64__)
constexpr const char* instructions = "x86-64";
#else
constexpr const char* instructions = "baseline";
#endif

#if defined(__clang__)
constexpr const char* compiler = __VERSION__;  // begins with its name
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif

}  // namespace

const BuildInfo& buildInfo() {
    static const BuildInfo info{MOMENTREE_VERSION, MOMENTREE_COMMIT, architecture,
                                instructions,      compiler,         MOMENTREE_BUILD_TYPE};
    return info;
}

}  // namespace momentree
