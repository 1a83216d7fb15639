// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "core/fmi/binary/equations.hpp"
#include "core/fmi/variables.hpp"
#include "core/session/run.hpp"

namespace momentree::fmi {

/// An instance of a unit, for both versions of FMI: a run for co-simulation, or equations of motion
/// for model exchange. Errors say what the importer or the model did wrong.
class Instance {
public:
    /// @param resources folder with the model
    /// @param token from modelDescription.xml, must fit the model
    static Result<std::unique_ptr<Instance>> create(const std::string& resources,
                                                    const std::string& token, bool exchange);

    Result<void> get(std::span<const unsigned> references, double* values);
    Result<void> set(std::span<const unsigned> references, const double* values);
    /// Parameters and inputs may still be set until `start`; values are known from here on.
    void initialise(double startTime, double tolerance);
    Result<void> start();
    void reset();

    /// Co-simulation: from the present time [s] on for `length` [s].
    Result<void> step(double from, double length);
    double time() const { return time_; }
    bool exchanges() const { return exchange_; }

    /// Model exchange.
    Result<Equations*> equations();
    Result<void> setTime(double time);
    Result<void> setStates(std::span<const double> y);

private:
    Instance() = default;
    Result<const Variable*> find(unsigned reference) const;
    Result<void> setOne(const Variable& variable, double value);
    Result<void> valueOf(const Variable& variable, double& value);
    Result<void> prepare();
    Result<void> prepareModel();
    Result<void> prepareRun(const RunSpec& spec, const LaterStart& from);

    Catalogue catalogue_;
    ModelDescription original_, description_;  ///< of the file; with the parameters set since
    std::vector<Variable> variables_;
    std::vector<double> inputs_, defaults_;  ///< of `Model::inputs`
    bool exchange_ = false, started_ = false;
    double begin_ = 0.0, time_ = 0.0, tolerance_ = 0.0;
    /// Made when needed, null after a parameter has changed.
    std::shared_ptr<const Model> model_;
    std::unique_ptr<Run> run_;
    std::unique_ptr<Equations> equations_;
};

}  // namespace momentree::fmi
