// SPDX-License-Identifier: Apache-2.0
#include "render/link_series.hpp"

#include <set>

namespace momentree::render {

std::vector<int> LinkSeries::of(const Model& model) {
    std::set<int> taken;
    for (const Body& body : model.bodies)
        if (const auto known = places_.find(body.name); known != places_.end())
            taken.insert(known->second);
    std::vector<int> places;
    int next = 0;
    for (const Body& body : model.bodies) {
        const auto [known, isNew] = places_.try_emplace(body.name);
        if (isNew) {
            while (taken.contains(next)) ++next;
            known->second = next++;
        }
        places.push_back(known->second);
    }
    return places;
}

}  // namespace momentree::render
