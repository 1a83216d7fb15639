// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace momentree::app {

/// "momentree 0.1.0", followed by one line for each library in use and each optional feature.
std::string versions();

}  // namespace momentree::app
