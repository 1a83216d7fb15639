// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/model.hpp"

namespace momentree::render {

/// Assigns each link a colour of the series, which it keeps while others come and go.
class LinkSeries {
public:
    /// New links get the first free places, in the model's order.
    /// @return the place of each body
    std::vector<int> of(const Model& model);

private:
    std::map<std::string, int> places_;  ///< including removed links, which may return
};

}  // namespace momentree::render
