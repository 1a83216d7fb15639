// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree {

/// How robot descriptions become models.
struct ImportOptions {
    bool freeBase = false;  ///< URDF: the root is free instead of fixed to ground
    std::string root =
        {};               ///< link that is fixed to ground in place of the file's root; empty: none
    bool limits = false;  ///< limits of joints become limits of the model, without rebound
    std::map<std::string, std::string> packages = {};  ///< folders of "package://NAME"
};

/// What the options are called where they are set; the window has names of its own for them.
Message limitsOption();
Message freeBaseOption();
Message rootOption();

/// Reads a robot description in XML, recognised by its first element. `name` is the file's name.
Result<ModelDescription> readRobot(std::string_view text, const std::string& name,
                                   Diagnostics& notes, const ImportOptions& options);

}  // namespace momentree
