// SPDX-License-Identifier: Apache-2.0
#include "support/integrate.hpp"

#include <QtGlobal>

#include "core/session/catalogue.hpp"

namespace momentree::test {

std::vector<std::string> formulations() {
    std::vector<std::string> ids;
    for (const Choice& choice : Catalogue().formulations())
        if (choice.id != "soft") ids.push_back(choice.id);
    return ids;
}

std::vector<std::string> formulationsOf(const Model& model) {
    std::vector<std::string> ids;
    for (const Choice& choice : Catalogue().formulations(&model))
        if (!choice.refusal && choice.id != "soft") ids.push_back(choice.id);
    return ids;
}

std::vector<std::string> odeFormulations() {
    const Catalogue catalogue;
    std::vector<std::string> ids = formulations();
    std::erase_if(ids, [&](const std::string& id) { return !catalogue.find(id)->make; });
    return ids;
}

std::unique_ptr<System> makeSystem(const std::string& id, std::shared_ptr<const Model> model,
                                   double baumgarte, bool correction) {
    RunSpec spec;
    spec.formulation = id;
    spec.baumgarte = baumgarte;
    spec.correction = correction;
    const Catalogue catalogue;
    const Formulation* formulation = catalogue.find(id);
    if (formulation != nullptr && formulation->make)
        return formulation->make(std::move(model), spec);
    qFatal("no formulation '%s'", id.c_str());
}

Eigen::VectorXd startOf(System& system, const InitialState& initial) {
    Eigen::VectorXd y(system.size());
    const Result<void> started = system.start(initial, y);
    if (!started) qFatal("start refused: %s", toString(started.error().front()).c_str());
    return y;
}

Eigen::VectorXd stateOf(const System& system, const Eigen::VectorXd& x, const Eigen::VectorXd& v) {
    Eigen::VectorXd y = Eigen::VectorXd::Zero(system.size());
    y.head(x.size()) = x;
    y.tail(v.size()) = v;
    return y;
}

Eigen::VectorXd derivativeOf(System& system, double t, const Eigen::VectorXd& y) {
    Eigen::VectorXd ydot(y.size());
    PhaseClock clock;
    const StepStatus status = system.derivative(t, y, ydot, clock);
    if (status != StepStatus::Reached) qFatal("derivative: %s", statusName(status));
    return ydot;
}

Sample sampleOf(System& system, const Model& model, double t, const Eigen::VectorXd& y) {
    Sample sample;
    sample.resize(model);
    system.observe(t, y, sample);
    return sample;
}

RungeKutta::RungeKutta(System& system, Eigen::VectorXd y, double h)
    : system_(system), y_(std::move(y)), h_(h) {}

void RungeKutta::step() {
    const double t = time();
    const Eigen::VectorXd k1 = derivativeOf(system_, t, y_);
    const Eigen::VectorXd k2 = derivativeOf(system_, t + h_ / 2, y_ + h_ / 2 * k1);
    const Eigen::VectorXd k3 = derivativeOf(system_, t + h_ / 2, y_ + h_ / 2 * k2);
    const Eigen::VectorXd k4 = derivativeOf(system_, t + h_, y_ + h_ * k3);
    y_ += h_ / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    ++steps_;
    system_.retract(time() - h_, time(), y_);
}

}  // namespace momentree::test
