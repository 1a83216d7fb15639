// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include "core/model/description.hpp"

namespace momentree::app {

/// Calls `visit(Scalar&)` for every number of a description.
template <typename Visit>
class ScalarWalk {
public:
    explicit ScalarWalk(Visit visit) : visit_(std::move(visit)) {}

    void operator()(Scalar& scalar) { visit_(scalar); }
    template <typename T, std::size_t N>
    void operator()(std::array<T, N>& list) {
        for (T& item : list) (*this)(item);
    }
    template <typename T>
    void operator()(std::vector<T>& list) {
        for (T& item : list) (*this)(item);
    }
    template <typename T>
    void operator()(std::optional<T>& item) {
        if (item) (*this)(*item);
    }
    void operator()(ParameterDescription& p) { all(p.value); }
    void operator()(MarkerDescription& m) { all(m.position, m.orientation, m.z, m.x); }
    void operator()(PartDescription& p) { all(p.size, p.position, p.orientation); }
    void operator()(BodyDescription& b) {
        all(b.mass, b.com, b.inertia, b.markers, b.shape.size, b.shape.parts, b.shape.collisions);
    }
    void operator()(PlaneCurveDescription& c) { all(c.points, c.x, c.y, c.from, c.to); }
    void operator()(JointDescription& j) { all(j.length, j.semiAxes, j.limits, j.curve); }
    void operator()(LawDescription& l) {
        all(l.offset, l.rate, l.amplitude, l.frequency, l.phase, l.coefficients, l.times, l.values);
    }
    void operator()(MotionDescription& m) { all(m.law); }
    void operator()(CouplingTermDescription& t) { all(t.ratio); }
    void operator()(CouplingDescription& c) {
        all(c.terms, c.offset, c.stiffness, c.damping, c.backlash);
    }
    void operator()(CurveDescription& c) { all(c.positions, c.values); }
    void operator()(ControllerDescription& c) {
        all(c.setPoint, c.proportional, c.integral, c.derivative, c.filter, c.limit);
    }
    void operator()(CharacteristicDescription& c) {
        all(c.kineticFriction, c.staticFriction, c.frictionSpeed, c.stribeckSpeed, c.frictionRadius,
            c.guideLength, c.stall, c.noLoadSpeed, c.curve, c.controller);
    }
    void operator()(SpringDamperDescription& f) {
        all(f.stiffness, f.damping, f.length, f.preload, f.curve);
    }
    void operator()(AxialTorqueDescription& f) {
        all(f.stiffness, f.angle, f.damping, f.law, f.characteristic);
    }
    void operator()(AxialForceDescription& f) {
        all(f.stiffness, f.length, f.damping, f.law, f.characteristic);
    }
    void operator()(AppliedForceDescription& f) { all(f.direction, f.law); }
    void operator()(DragDescription& f) {
        all(f.linear, f.angular, f.quadratic, f.angularQuadratic);
    }
    void operator()(LimitDescription& l) {
        all(l.least, l.most, l.restitution, l.stiffness, l.damping);
    }
    void operator()(ContactDescription& c) {
        all(c.radius, c.radiusA, c.restitution, c.stiffness, c.damping, c.friction, c.slip);
    }
    void operator()(BushingDescription& b) { all(b.stiffness, b.damping, b.curves); }
    void operator()(ForceDescription& f) { std::visit(*this, f.law); }
    void operator()(JointStart& s) { all(s.q, s.u); }
    void operator()(BodyStart& s) { all(s.position, s.orientation, s.velocity, s.angularVelocity); }
    void operator()(ModelDescription& m) {
        all(m.parameters, m.gravity, m.groundMarkers, m.bodies, m.joints, m.motions, m.couplings,
            m.forces, m.jointStarts, m.bodyStarts);
    }

private:
    template <typename... Parts>
    void all(Parts&... parts) {
        ((*this)(parts), ...);
    }
    Visit visit_;
};

}  // namespace momentree::app
