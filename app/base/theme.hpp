// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/theme/theme.hpp"
