// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/joints/joint_type.hpp"
#include "core/model/description.hpp"
#include "core/model/expression.hpp"

namespace momentree {

/// What the law of a force may read besides parameters, which come first: the time `t`; the
/// coordinate `q` of a torque or force between two markers and its rate `u`; probes of poses and
/// velocities by their columns.
class LawNames {
public:
    /// @param axial whether the force has a coordinate
    LawNames(const ModelDescription& description, bool axial)
        : description_(description), axial_(axial) {}

    /// Parameters and everything else that may stand in an expression, also if it is refused.
    ParameterNames with(const ParameterNames& parameters) const;
    /// The probe with this column, null if there is none or if the name is t, q or u.
    const ProbeDescription* probe(const std::string& name) const;
    /// Why a law cannot read this name.
    std::optional<Message> refusal(const std::string& name) const;
    /// What it measures.
    /// @param coordinate what q measures
    std::optional<Dimension> dimension(const std::string& name,
                                       const std::optional<Dimension>& coordinate) const;

private:
    JointType typeOf(const ProbeDescription& probe) const;
    bool turns(const ProbeDescription& probe) const;

    const ModelDescription& description_;
    bool axial_;
};

}  // namespace momentree
