// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/session/compliant_contacts.hpp"
#include "core/session/frictions.hpp"
#include "core/stepping/ode_system.hpp"

namespace momentree {

/// A model in which motions hold the coordinates that rest at their stops and the joints that stick
/// (`withHeldStops`), and the equations of that.
class HeldSystem {
public:
    using Make = std::function<std::unique_ptr<OdeSystem<double>>(std::shared_ptr<const Model>)>;

    HeldSystem(std::shared_ptr<const Model> model, Make make);

    /// Holds these stops and the frictions that are held, and no others. Returns whether the
    /// equations are new.
    bool hold(std::vector<int> stops, const Frictions& frictions,
              const CompliantContacts& contacts);
    /// To be called when contacts have begun or ended.
    void touch(const CompliantContacts& contacts) { contacts.writeTo(*changing_); }
    const std::vector<int>& resting() const { return resting_; }  ///< stops
    bool rests(std::size_t stop) const { return stopMotions_[stop] >= 0; }
    bool sticks(std::size_t friction) const { return frictionMotions_[friction] >= 0; }

    OdeSystem<double>& equations() { return *system_; }
    const OdeSystem<double>& equations() const { return *system_; }
    /// Evaluates a state, from which `sample` and the efforts follow.
    void measure(double t, const Eigen::VectorXd& y) { system_->observe(t, y, sample_); }
    const Sample& sample() const { return sample_; }
    /// That holds what rests or sticks, 0 for others [N m or N].
    double effortAt(std::size_t stop) const { return effortOf(stopMotions_[stop]); }
    double effortOn(std::size_t friction) const { return effortOf(frictionMotions_[friction]); }
    /// The state for the model as given, whose sizes `out` has.
    void observe(double t, const Eigen::VectorXd& y, Sample& out);

private:
    double effortOf(int motion) const;

    std::shared_ptr<const Model> model_;  ///< as given
    Make make_;
    std::vector<int> resting_;     ///< stops
    std::vector<char> held_;       ///< [frictions]
    std::vector<Slipping> sides_;  ///< [axialLoads], empty without frictions
    /// [stops], [frictions] index of its motion after those of the model, -1 for none
    std::vector<int> stopMotions_, frictionMotions_;
    std::shared_ptr<const Model> with_;          ///< what is held
    std::shared_ptr<Model> changing_;            ///< the same if there are contacts
    std::unique_ptr<OdeSystem<double>> system_;  ///< of `with_`
    Sample sample_;                              ///< of `with_`
};

}  // namespace momentree
