// SPDX-License-Identifier: Apache-2.0
#include "core/model/description.hpp"

namespace momentree {

#define MOMENTREE_SPECIAL_MEMBERS(T)         \
    T::T() = default;                        \
    T::T(const T&) = default;                \
    T::T(T&&) noexcept = default;            \
    T& T::operator=(const T&) = default;     \
    T& T::operator=(T&&) noexcept = default; \
    T::~T() = default;                       \
    bool operator==(const T&, const T&) = default;

MOMENTREE_SPECIAL_MEMBERS(ParameterDescription)
MOMENTREE_SPECIAL_MEMBERS(MarkerDescription)
MOMENTREE_SPECIAL_MEMBERS(PartDescription)
MOMENTREE_SPECIAL_MEMBERS(ShapeDescription)
MOMENTREE_SPECIAL_MEMBERS(BodyDescription)
MOMENTREE_SPECIAL_MEMBERS(LimitDescription)
MOMENTREE_SPECIAL_MEMBERS(PlaneCurveDescription)
MOMENTREE_SPECIAL_MEMBERS(JointDescription)
MOMENTREE_SPECIAL_MEMBERS(LawDescription)
MOMENTREE_SPECIAL_MEMBERS(MotionDescription)
MOMENTREE_SPECIAL_MEMBERS(CouplingDescription)
MOMENTREE_SPECIAL_MEMBERS(SpringDamperDescription)
MOMENTREE_SPECIAL_MEMBERS(ControllerDescription)
MOMENTREE_SPECIAL_MEMBERS(CharacteristicDescription)
MOMENTREE_SPECIAL_MEMBERS(AppliedForceDescription)
MOMENTREE_SPECIAL_MEMBERS(ContactDescription)
MOMENTREE_SPECIAL_MEMBERS(BushingDescription)
MOMENTREE_SPECIAL_MEMBERS(BodyStart)
MOMENTREE_SPECIAL_MEMBERS(ProbeDescription)
MOMENTREE_SPECIAL_MEMBERS(RunSettings)
MOMENTREE_SPECIAL_MEMBERS(ModelDescription)

}  // namespace momentree
