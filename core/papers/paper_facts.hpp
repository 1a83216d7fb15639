// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace momentree {

/// Numbers that are not measured in a run, by the name that papers use.
using PaperFacts = std::map<std::string, double>;

}  // namespace momentree
