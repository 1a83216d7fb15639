// SPDX-License-Identifier: Apache-2.0
#include "core/generate/load_equations.hpp"

#include "core/generate/equations.hpp"
#include "core/kinematics/turns.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

/// A marker in the world.
struct Spot {
    RecordedMatrix R{RecordedVector{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    RecordedVector r, v, w;
    RecordedVector z() const { return {R[0][2], R[1][2], R[2][2]}; }
};

class Loads {
public:
    Loads(const Model& model, const Recorded& t, std::span<const Recorded> q,
          std::span<const Recorded> starts, std::span<RecordedLink> links)
        : model_(model), t_(t), q_(q), starts_(starts), links_(links) {}

    void add() {
        for (const SpringDamper& spring : model_.springs) addSpring(spring);
        if (!model_.axialLoads.empty()) angles_ = countedAngles(model_);
        for (std::size_t k = 0; k < model_.axialLoads.size(); ++k) addAxial(k);
        for (const AppliedLoad& load : model_.appliedLoads) addApplied(load);
        for (const Drag& drag : model_.drags) addDrag(drag);
    }

private:
    std::size_t linkOf(int body) const { return toIndex(model_.tree.ofBody[toIndex(body)]); }
    /// From the origin of its link, in the link's axes.
    RecordedVector armOf(const Marker& marker) const {
        const TreeBody& body = model_.tree.bodies[linkOf(marker.body)];
        return recordedOf(Vector3d(body.c + body.toBody.R * marker.frame.r));
    }
    Spot spotOf(const Marker& marker) const {
        Spot spot;
        if (marker.body == ground) {
            spot.R = recordedOf(marker.frame.R);
            spot.r = recordedOf(marker.frame.r);
            return spot;
        }
        const std::size_t i = linkOf(marker.body);
        const RecordedLink& link = links_[i];
        const RecordedVector arm = armOf(marker);
        spot.R = link.R * recordedOf(Matrix3d(model_.tree.bodies[i].toBody.R * marker.frame.R));
        spot.r = link.O + link.R * arm;
        RecordedVector v = link.V.l;
        addCross(v, link.V.a, arm);
        spot.v = link.R * v;
        spot.w = link.R * link.V.a;
        return spot;
    }
    /// A force and a torque in the world, at a marker.
    void push(const Marker& at, const RecordedVector& force, const RecordedVector& torque) {
        if (at.body == ground) return;
        RecordedLink& link = links_[linkOf(at.body)];
        const RecordedMatrix back = transposed(link.R);
        const RecordedVector own = back * force;
        link.T.l = link.T.l + own;
        link.T.a = link.T.a + back * torque;
        addCross(link.T.a, armOf(at), own);
    }

    void addSpring(const SpringDamper& spring) {
        const Spot A = spotOf(spring.A), B = spotOf(spring.B);
        const RecordedVector d = B.r - A.r;
        const Recorded l = sqrt(dotOf(d, d));
        const RecordedVector e = inverseOrZero(l) * d;
        const Recorded rate = dotOf(e, B.v - A.v);
        const Recorded tension = Recorded(spring.k) * (l - Recorded(spring.l0)) +
                                 Recorded(spring.c) * rate + Recorded(spring.f0);
        push(spring.A, tension * e, {});
        push(spring.B, (-tension) * e, {});
    }

    /// The angle of a load: the sum of joint angles and the constant of the start.
    Recorded angleOf(std::size_t load) const {
        const CountedAngle& own = angles_.all[toIndex(angles_.ofLoad[load])];
        Recorded angle = starts_[load];
        if (own.motion >= 0) {
            const MotionElement& motion = model_.motions[toIndex(own.motion)];
            return angle + Recorded(motion.sign) * recordedLaw(motion.law, t_)[0];
        }
        for (const CountedAngle::Term& term : own.terms) {
            const TreeBody& body = model_.tree.bodies[toIndex(term.body)];
            const Recorded value = term.coordinate >= 0 ? q_[toIndex(term.coordinate)]
                                                        : prescribedMotion(model_, body, t_)[0];
            angle += Recorded(term.factor) * value;
        }
        return angle;
    }
    void addAxial(std::size_t k) {
        const AxialLoad& load = model_.axialLoads[k];
        const Spot A = spotOf(load.A), B = spotOf(load.B);
        const RecordedVector z = A.z(), d = B.r - A.r;
        Recorded x, rate;
        if (load.torque) {
            if (Tape::decide(load.isSpring())) x = angleOf(k);
            rate = dotOf(z, B.w - A.w);
        } else {
            x = dotOf(z, d);
            rate = dotOf(z, B.v - A.v) + dotOf(crossOf(A.w, z), d);
        }
        const Recorded effort = recordedLaw(load.law, t_)[0] - Recorded(load.c) * rate -
                                Recorded(load.k) * (x - Recorded(load.x0));
        const RecordedVector action = effort * z;
        if (load.torque) {
            push(load.B, {}, action);
            push(load.A, {}, Recorded(-1.0) * action);
        } else {  // both on the line through B's origin
            push(load.B, action, {});
            push(load.A, Recorded(-1.0) * action, Recorded(-1.0) * crossOf(d, action));
        }
    }

    void addApplied(const AppliedLoad& load) {
        RecordedVector action = recordedOf(load.direction);
        if (load.bodyAxes) {
            const std::size_t i = linkOf(load.at.body);
            action = links_[i].R * (recordedOf(model_.tree.bodies[i].toBody.R) * action);
        }
        action = recordedLaw(load.law, t_)[0] * action;
        push(load.at, load.torque ? RecordedVector() : action,
             load.torque ? action : RecordedVector());
    }

    static Recorded dragAt(double linear, double quadratic, const RecordedVector& v) {
        if (Recorded(quadratic).is(0.0)) return linear;
        return Recorded(linear) + Recorded(quadratic) * sqrt(dotOf(v, v));
    }
    void addDrag(const Drag& drag) {
        const Marker centre{drag.body, {}, {}};
        const Spot body = spotOf(centre);
        push(centre, (-dragAt(drag.linear, drag.quadratic, body.v)) * body.v,
             (-dragAt(drag.angular, drag.angularQuadratic, body.w)) * body.w);
    }

    const Model& model_;
    const Recorded& t_;
    std::span<const Recorded> q_, starts_;
    std::span<RecordedLink> links_;
    CountedAngles angles_;
};

}  // namespace

std::array<Recorded, 2> prescribedMotion(const Model& model, const TreeBody& body,
                                         const Recorded& t) {
    const auto [f, df] = recordedLaw(model.motions[toIndex(body.motion)].law, t);
    const Recorded sign(body.motionSign);
    return {sign * f + Recorded(body.motionOffset), sign * df};
}

void addRecordedLoads(const Model& model, const Recorded& t, std::span<const Recorded> q,
                      std::span<const Recorded> starts, std::span<RecordedLink> links) {
    Loads(model, t, q, starts, links).add();
}

std::vector<double> startNumbers(const Model& model, const InitialState& initial,
                                 const Eigen::VectorXd& q) {
    std::vector<double> numbers(model.axialLoads.size(), 0.0);
    Turns<double> turns(model, true);
    Eigen::VectorXd known = q;
    std::vector<double> thetas(toIndex(turns.size()));
    turns.start(initial, known.data(), thetas.data());
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const int angle = turns.angles().ofLoad[k];
        if (angle < 0) continue;
        const CountedAngle& own = turns.angles().all[toIndex(angle)];
        const double sum = own.motion >= 0
                               ? model.motions[toIndex(own.motion)].sign *
                                     model.motions[toIndex(own.motion)].law.at(initial.time).f
                               : sumOfTerms(model, own, initial.time, known.data());
        numbers[k] = turns.ofLoads()[k] - sum;
    }
    return numbers;
}

}  // namespace momentree
