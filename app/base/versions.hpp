// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace momentree::app {

/// "momentree 0.1.0" and below it the libraries in use and what this build can do, a line each.
std::string versions();

}  // namespace momentree::app
