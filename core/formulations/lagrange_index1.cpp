// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/lagrange_index1.hpp"

#include "core/dynamics/observer.hpp"

namespace momentree {
namespace {

template <typename S>
class LagrangeIndex1 final : public OdeSystem<S> {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    LagrangeIndex1(std::shared_ptr<const Model> model, double beta)
        : model_(std::move(model)),
          n_(static_cast<int>(model_->bodies.size())),
          beta_(beta),
          bodies_(model_->bodies.size()),
          memory_{std::vector<double>(model_->axialLoads.size(), 0.0)},
          newtonEuler_(*model_),
          observer_(*model_, beta) {}

    int size() const override { return 13 * n_; }
    int positionSize() const override { return 7 * n_; }
    int bodyOf(int entry) const override {
        return entry < 7 * n_ ? entry / 7 : (entry - 7 * n_) / 6;
    }

    Result<void> start(const InitialState& initial, Out y) override {
        for (int i = 0; i < n_; ++i) {
            const BodyState& body = initial.bodies[static_cast<std::size_t>(i)];
            y.template segment<3>(7 * i) = body.r.cast<S>();
            y.template segment<4>(7 * i + 3) = body.e.cast<S>();
            y.template segment<3>(7 * n_ + 6 * i) = body.v.cast<S>();
            y.template segment<3>(7 * n_ + 6 * i + 3) = body.w.cast<S>();
        }
        unpack(y);
        remember<S>(*model_, bodies_, memory_);
        return {};
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        unpack(y);
        newtonEuler_.evaluate(t, bodies_, memory_, beta_, &clock);  // accelerations and multipliers
        for (int i = 0; i < n_; ++i) {
            const BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            ydot.template segment<3>(7 * i) = body.v;
            ydot.template segment<4>(7 * i + 3) = quaternionRate<S>(
                y.template segment<4>(7 * i + 3), Vec3<S>(body.R.transpose() * body.w));
            ydot.template segment<6>(7 * n_ + 6 * i) =
                newtonEuler_.acceleration[static_cast<std::size_t>(i)];
        }
        clock.lap(Phase::Derivatives);
        return ydot.allFinite() ? StepStatus::Reached : StepStatus::NotFinite;
    }

    void retract(double /*t*/, Out y) override {
        for (int i = 0; i < n_; ++i) y.template segment<4>(7 * i + 3).normalize();
        unpack(y);
        remember<S>(*model_, bodies_, memory_);
    }

    void observe(double t, const In& y, Sample& out) override {
        out.time = t;
        for (int i = 0; i < n_; ++i) {
            BodyState& body = out.bodies[static_cast<std::size_t>(i)];
            body.r = y.template segment<3>(7 * i).template cast<double>();
            body.e = y.template segment<4>(7 * i + 3).template cast<double>().normalized();
            body.v = y.template segment<3>(7 * n_ + 6 * i).template cast<double>();
            body.w = y.template segment<3>(7 * n_ + 6 * i + 3).template cast<double>();
        }
        observer_.complete(out);
    }

private:
    void unpack(const In& y) {
        for (int i = 0; i < n_; ++i) {
            BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            body.r = y.template segment<3>(7 * i);
            body.R = rotationOf<S>(y.template segment<4>(7 * i + 3));
            body.v = y.template segment<3>(7 * n_ + 6 * i);
            body.w = y.template segment<3>(7 * n_ + 6 * i + 3);
        }
    }

    std::shared_ptr<const Model> model_;
    int n_;
    double beta_;
    std::vector<BodyKinematics<S>> bodies_;
    AngleMemory memory_;
    NewtonEuler<S> newtonEuler_;
    Observer observer_;
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeLagrangeIndex1(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec) {
    return std::make_unique<LagrangeIndex1<S>>(std::move(model), spec.baumgarte);
}
template std::unique_ptr<OdeSystem<double>> makeLagrangeIndex1(std::shared_ptr<const Model>,
                                                               const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeLagrangeIndex1(std::shared_ptr<const Model>,
                                                              const RunSpec&);

std::string lagrangeIndex1Refusal(const Model& /*model*/) { return {}; }

}  // namespace momentree
