// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/model.hpp"

namespace momentree::render {

/// Which colour of the series each link has: links keep theirs while others come and go.
class LinkSeries {
public:
    /// New links get the first places that are free, in the model's order. @return of each body
    std::vector<int> of(const Model& model);

private:
    std::map<std::string, int> places_;  ///< of links that are gone too: they may come back
};

}  // namespace momentree::render
