// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/aba/aba.hpp"

#include "core/formulations/aba/system.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

template <typename S>
class Aba final : public AbaSystem<S, AbaWork<S>> {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    Aba(std::shared_ptr<const Model> model, const RunSpec& spec) : Base(std::move(model), spec) {}

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        driver_.begin();
        work_.aim(t, y, &ydot);
        this->loops() ? driver_.run(typename Table::OfLoops{}, work_, clock)
                      : driver_.run(typename Table::OfTree{}, work_, clock);
        work_.state.angleRates(ydot);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

private:
    using Base = AbaSystem<S, AbaWork<S>>;
    using Table = typename Base::Table;
    using Base::driver_;
    using Base::work_;
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeAba(std::shared_ptr<const Model> model, const RunSpec& spec) {
    return std::make_unique<Aba<S>>(std::move(model), spec);
}
template std::unique_ptr<OdeSystem<double>> makeAba(std::shared_ptr<const Model>, const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeAba(std::shared_ptr<const Model>, const RunSpec&);

}  // namespace momentree
