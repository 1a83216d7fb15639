// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace momentree {

/// This build of the program.
struct BuildInfo {
    std::string version;       ///< "0.1.0"
    std::string commit;        ///< "0123456789ab"; "-modified" is appended to one with changes
    std::string architecture;  ///< "x86_64"
    std::string instructions;  ///< that the compiler may use: "x86-64", "x86-64-v3"
    std::string compiler;      ///< "GCC 12.2.0"
    std::string type;          ///< "Release", with a sanitizer "RelWithDebInfo thread"
};

const BuildInfo& buildInfo();

}  // namespace momentree
