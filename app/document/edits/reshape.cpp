// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "app/document/edits/draw.hpp"
#include "app/document/edits/references.hpp"
#include "app/document/shape_mass.hpp"

namespace momentree::app {

std::vector<MarkerReference> hingedWith(const ModelDescription& model,
                                        const MarkerReference& marker) {
    std::vector<MarkerReference> found{marker};
    const auto known = [&](const MarkerReference& reference) {
        return std::ranges::find(found, reference) != found.end();
    };
    for (std::size_t k = 0; k < found.size(); ++k) {
        for (const JointDescription& joint : model.joints) {
            if (joint.type != "revolute" && joint.type != "spherical" && joint.type != "universal")
                continue;
            for (const auto& [from, to] : {std::pair(&joint.a, &joint.b), {&joint.b, &joint.a}})
                if (found[k] == *from && !known(*to)) found.push_back(*to);
        }
    }
    return found;
}

std::string reshape(Drawing drawing, const std::vector<MarkerReference>& markers,
                    const Vector3d& to) {
    for (const MarkerReference& reference : markers) {
        MarkerDescription* marker = findMarker(drawing.description, reference);
        if (!marker) return reference.body + " is held at its own origin";
        for (const Scalar& coordinate : marker->position)
            if (!coordinate.text.empty())
                return reference.body + "." + reference.marker + " is placed by " + coordinate.text;
    }
    for (const MarkerReference& reference : markers) {
        const Frame frame = drawing.pose(reference.body);
        const Vector3d local = frame.R.transpose() * (to - frame.r);
        BodyDescription* body = findBody(drawing.description, reference.body);
        const std::optional<BodyDescription> before = body ? std::optional(*body) : std::nullopt;
        MarkerDescription* marker = findMarker(drawing.description, reference);
        for (std::size_t k = 0; k < 3; ++k)
            marker->position[k] = std::round(local[static_cast<Eigen::Index>(k)] * 1e6) / 1e6 + 0.0;
        if (before) followShape(*before, *body);
    }
    return {};
}

}  // namespace momentree::app
