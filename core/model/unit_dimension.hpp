// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/model/description.hpp"
#include "core/model/dimension.hpp"

namespace momentree {

/// What a unit such as "mm/s" measures; nothing for none, or for a text that is no unit.
std::optional<Dimension> dimensionOfUnit(const std::string& unit);

/// Evaluates a coupling. All terms, the offset and the backlash measure the same: what the first
/// one with a unit does.
/// @param coordinate coordinate(term) is what the coordinate of a term measures, if it has one
/// @param number number(scalar, field, expected) evaluates; returns what is measured, if known
template <typename Coordinate, typename Number>
void evaluateCoupling(CouplingDescription& coupling, const Coordinate& coordinate,
                      const Number& number) {
    std::optional<Dimension> sum;
    const auto add = [&](Scalar& scalar, const char* field, const Dimension& of) {
        const auto expected = sum ? std::optional(*sum / of) : std::nullopt;
        const std::optional<Dimension> found = number(scalar, field, expected);
        if (!sum && found) sum = *found * of;
    };
    for (CouplingTermDescription& term : coupling.terms) {
        if (const std::optional<Dimension> of = coordinate(term))
            add(term.ratio, "ratio", *of);
        else
            number(term.ratio, "ratio", std::optional<Dimension>());
    }
    add(coupling.offset, "offset", dimensions::number);
    add(coupling.backlash, "backlash", dimensions::number);
    // The energy of a stiffness k is k x^2 / 2, the power of a damping c is c x'^2.
    const auto perSquare = [&](const Dimension& of) {
        return sum ? std::optional(of / (*sum * *sum)) : std::nullopt;
    };
    const Dimension energy = dimensions::force * dimensions::length;
    if (coupling.stiffness) number(*coupling.stiffness, "stiffness", perSquare(energy));
    number(coupling.damping, "damping", perSquare(energy * dimensions::time));
}

}  // namespace momentree
