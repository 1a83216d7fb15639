// SPDX-License-Identifier: Apache-2.0
// Loads by their power: every load is a magnitude times the rate of one scalar, and its generalised
// force is the magnitude times the derivative of that rate with respect to a joint speed.
#include <cmath>

#include "support/mechanics.hpp"

namespace momentree::test {

namespace {

/// The scalar along which a load works, and its rate.
struct Worked {
    double value = 0.0;
    Jet rate;
};

Worked distanceBetween(const Configuration& at, const Marker& A, const Marker& B) {
    const Jet3 d = poseOf(at, B).r - poseOf(at, A).r;
    const Jet length = sqrt(d.dot(d));
    return {length.value(), length.derivative(Motion)};
}

/// Along z of A, from A to B.
Worked displacement(const Configuration& at, const Marker& A, const Marker& B) {
    const Pose a = poseOf(at, A);
    const Jet x = Jet3(a.R.col(2)).dot(poseOf(at, B).r - a.r);
    return {x.value(), x.derivative(Motion)};
}

/// Angle about z of A from x of A to x of B, in (-pi, pi].
Worked angle(const Configuration& at, const Marker& A, const Marker& B) {
    const Moving a = velocityOf(poseOf(at, A)), b = velocityOf(poseOf(at, B));
    const Jet3 x = b.R.col(0);
    return {std::atan2(x.dot(Jet3(a.R.col(1))).value(), x.dot(Jet3(a.R.col(0))).value()),
            Jet3(a.R.col(2)).dot(b.w - a.w)};
}

Worked axial(const Configuration& at, const AxialLoad& load) {
    return load.torque ? angle(at, load.A, load.B) : displacement(at, load.A, load.B);
}

Jet appliedRate(const Configuration& at, const AppliedLoad& load) {
    const Moving m = velocityOf(poseOf(at, load.at));
    Jet3 direction = load.direction.cast<Jet>();
    if (load.bodyAxes && load.at.body != ground)
        direction = at.bodies[static_cast<std::size_t>(load.at.body)].R * direction;
    return direction.dot(load.torque ? m.w : m.v);
}

}  // namespace

std::vector<Jet> loadRates(const Model& model, const Configuration& at) {
    std::vector<Jet> rates;
    for (const Moving& body : at.bodies) rates.push_back(model.gravity.cast<Jet>().dot(body.v));
    for (const SpringDamper& s : model.springs) rates.push_back(distanceBetween(at, s.A, s.B).rate);
    for (const AxialLoad& a : model.axialLoads) rates.push_back(axial(at, a).rate);
    for (const AppliedLoad& a : model.appliedLoads) rates.push_back(appliedRate(at, a));
    for (const Drag& d : model.drags) {
        const Moving& b = at.bodies[static_cast<std::size_t>(d.body)];
        rates.insert(rates.end(), b.v.begin(), b.v.end());
        rates.insert(rates.end(), b.w.begin(), b.w.end());
    }
    return rates;
}

std::vector<double> loadMagnitudes(const Model& model, const Configuration& at) {
    const double t = at.time.value();
    std::vector<double> forces;
    for (const Body& body : model.bodies) forces.push_back(body.mass);
    for (const SpringDamper& s : model.springs) {
        const Worked l = distanceBetween(at, s.A, s.B);
        forces.push_back(-(s.k * (l.value - s.l0) + s.c * l.rate.value() + s.f0));
    }
    for (const AxialLoad& a : model.axialLoads) {
        const Worked x = axial(at, a);
        forces.push_back(lawAt(a.law, t).value() - a.k * (x.value - a.x0) - a.c * x.rate.value());
    }
    for (const AppliedLoad& a : model.appliedLoads) forces.push_back(lawAt(a.law, t).value());
    for (const Drag& d : model.drags) {
        const Moving& b = at.bodies[static_cast<std::size_t>(d.body)];
        for (const Jet& v : b.v) forces.push_back(-d.linear * v.value());
        for (const Jet& w : b.w) forces.push_back(-d.angular * w.value());
    }
    return forces;
}

double potentialEnergy(const Model& model, const Configuration& at) {
    double V = 0.0;
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
        for (int k = 0; k < 3; ++k)
            V -= model.bodies[i].mass * model.gravity[k] * at.bodies[i].r[k].value();
    for (const SpringDamper& s : model.springs) {
        const double stretch = distanceBetween(at, s.A, s.B).value - s.l0;
        V += 0.5 * s.k * stretch * stretch + s.f0 * (stretch + s.l0);
    }
    for (const AxialLoad& a : model.axialLoads) {
        const double x = axial(at, a).value - a.x0;
        V += 0.5 * a.k * x * x;
    }
    return V;
}

}  // namespace momentree::test
