// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace momentree {

struct LibraryVersion {
    std::string name, version;
};

/// The libraries that core was built with; a missing one has the version "none" and a reason.
std::vector<LibraryVersion> libraryVersions();

}  // namespace momentree
