// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/refusals.hpp"

#include "fpga_link/compiler/mechanism.hpp"

namespace momentree::fpga {

namespace {

Message stateLaw() {
    return MOMENTREE_TEXT("accelerator-state-law",
                          "has a law of the state; the accelerator computes laws of time only");
}
Message characteristic() {
    return MOMENTREE_TEXT("accelerator-characteristic",
                          "has a curve, friction or a motor's torque over speed; the accelerator "
                          "has constant stiffness and damping");
}

}  // namespace

Diagnostics neverOnBoard(const Model& model) {
    Diagnostics reasons;
    if (model.bodies.empty() || model.bodies.size() > static_cast<std::size_t>(maxBodies))
        reasons.push_back(error(
            Place::model(""),
            MOMENTREE_TEXT("accelerator-bodies", "has %1 bodies; the accelerator runs 1 to %2")(
                model.bodies.size(), maxBodies)));
    for (const JointDescription& joint : model.description.joints)
        if (!joint.limits.empty())
            reasons.push_back(error(Place::joint(joint.name),
                                    MOMENTREE_TEXT("accelerator-limits",
                                                   "the accelerator cannot limit its coordinate")));
    for (const Bushing& bushing : model.bushings)
        reasons.push_back(
            error(Place::force(bushing.name),
                  MOMENTREE_TEXT("accelerator-bushing", "the accelerator computes no bushings")));
    for (const ElasticCoupling& coupling : model.elasticCouplings)
        reasons.push_back(error(
            Place::coupling(coupling.name),
            MOMENTREE_TEXT("accelerator-elastic-coupling",
                           "the accelerator computes no couplings with stiffness; leave it out "
                           "for a rigid one")));
    for (const ForceDescription& force : model.description.forces)
        if (std::holds_alternative<ContactDescription>(force.law))
            reasons.push_back(error(
                Place::force(force.name),
                MOMENTREE_TEXT("accelerator-contact", "the accelerator computes no contacts")));
    return reasons;
}

std::optional<Message> refusalOf(const SpringDamper& spring) {
    if (!spring.curve.empty()) return characteristic();
    return {};
}
std::optional<Message> refusalOf(const AxialLoad& load) {
    if (!load.state.empty()) return stateLaw();
    if (!load.characteristic.empty()) return characteristic();
    if (!load.controller.empty())
        return MOMENTREE_TEXT("accelerator-controller",
                              "has a controller; the accelerator computes none");
    return {};
}
std::optional<Message> refusalOf(const AppliedLoad& load) {
    if (!load.state.empty()) return stateLaw();
    return {};
}
std::optional<Message> refusalOf(const Drag& drag) {
    if (drag.quadratic != 0.0 || drag.angularQuadratic != 0.0)
        return MOMENTREE_TEXT("accelerator-quadratic-drag",
                              "grows with the square of the speed; the accelerator has drag "
                              "proportional to it");
    return {};
}
std::optional<Message> refusalOf(const Law& law) {
    if (!law.times.empty())
        return MOMENTREE_TEXT("accelerator-table",
                              "has a law by a table; the accelerator computes polynomials and "
                              "sines of time");
    return {};
}
Message noSpringLength() {
    return MOMENTREE_TEXT("accelerator-no-spring-length",
                          "starts with length zero, which has no direction; start elsewhere");
}

}  // namespace momentree::fpga
