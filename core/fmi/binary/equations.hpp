// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/later_start.hpp"

namespace momentree::fmi {

/// The equations of motion at a time and a state that an importer sets.
class Equations {
public:
    /// @param tolerance of corrections, relative to the units of y
    static Result<std::unique_ptr<Equations>> create(const Catalogue& catalogue,
                                                     const std::shared_ptr<const Model>& model,
                                                     const RunSpec& spec, const LaterStart& from,
                                                     double tolerance);

    int size() const { return system_->size(); }
    std::span<const double> state() const {
        return {y_.data(), static_cast<std::size_t>(y_.size())};
    }
    void setTime(double time);  ///< [s]
    void setState(std::span<const double> y);
    /// Call after an input has changed.
    void inputsChanged() { current_ = observed_ = false; }
    Result<const double*> derivatives();                      ///< [size]
    Result<const double*> row();                              ///< the columns of a recorded row
    const double* nominals() const { return units_.data(); }  ///< [size]
    /// After a step of the importer: whether y is off its constraints, so that `correct` has to
    /// move it back.
    Result<bool> completeStep();
    /// Whether y has changed.
    bool correct();

private:
    using Vector = OdeSystem<double>::Vector;
    Equations() = default;
    Message failed(StepStatus status) const;

    std::shared_ptr<const Model> model_;  ///< from `begin_` on
    std::unique_ptr<OdeSystem<double>> system_;
    std::unique_ptr<RowLayout> layout_;
    double begin_ = 0.0, time_ = 0.0, completed_ = 0.0, tolerance_ = 0.0;
    Vector y_, rates_, corrected_, units_;
    bool current_ = false, observed_ = false, corrects_ = false;
    Sample sample_;
    std::vector<double> row_;
    PhaseClock clock_;
};

}  // namespace momentree::fmi
