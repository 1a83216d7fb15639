// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// One choice of a picker.
struct Choice {
    std::string id;
    std::string title;                    ///< "Naudet's recursion in canonical momenta"
    std::string summary;                  ///< one sentence
    std::optional<Message> refusal = {};  ///< why this model cannot use it, none if it can
    std::string group = {};               ///< heading in lists, "Recursive"; may be empty
};

/// A formulation in the catalogue.
struct Formulation {
    template <typename Product>
    using Factory =
        std::function<std::unique_ptr<Product>(std::shared_ptr<const Model>, const RunSpec&)>;

    std::string id, title, summary;
    /// Why it cannot do a model, none if it can; null where it can do every model.
    std::function<std::optional<Message>(const Model&)> refusal = {};
    Factory<OdeSystem<double>> make = {};      ///< empty if `makeStepper` is set
    Factory<OdeSystem<float>> makeFloat = {};  ///< for `float32`, may be empty
    /// For a formulation with a built-in integrator (`trapezoidal` or `newmark`), in the precision
    /// of the spec's backend.
    Factory<Stepper> makeStepper = {};
    bool threads = false;    ///< whether it supports the threads of `parallel`
    std::string group = {};  ///< heading in lists; those of one group stand together
};

/// A backend beside those of every machine: a board, which creates the stepper itself, or another
/// way to compute the equations of a formulation.
struct Backend {
    using Models = std::vector<std::shared_ptr<const Model>>;

    std::string id;  ///< also matches "id:..."
    std::string title, summary;
    std::string formulation = {};               ///< the only formulation it supports
    std::vector<std::string> integrators = {};  ///< the integrators it supports
    /// Why it cannot be chosen on this machine or, if there is one, for a model; null if it always
    /// can. For pickers: must be quick.
    std::function<std::optional<Message>(const Model*)> unavailable = {};
    /// What prevents a run, empty if nothing does; asked for its own formulation and integrators.
    std::function<Diagnostics(const Model&, const RunSpec&)> refusal = {};
    Formulation::Factory<Stepper> makeStepper = {};
    /// Instead of `makeStepper`: the equations, for all integrators of the formulation.
    Formulation::Factory<OdeSystem<double>> makeSystem = {};
    std::size_t together = 1;  ///< most runs that it may compute at once
    /// Steppers of several runs with the same settings that it computes at once, the first and one
    /// more at least; null for others; none if the first runs alone. Results as of single runs.
    std::function<std::vector<std::unique_ptr<Stepper>>(const Models&, const RunSpec&)>
        makeTogether = {};
};

/// The ids of contract section 2 in this build, with their factories.
class Catalogue {
public:
    Catalogue();
    /// One more formulation; of equal ids the first wins.
    void add(Formulation formulation);
    void add(Backend backend);
    /// All choices, with the reason where the model (or the formulation, for integrators and
    /// backends) does not allow one. Without a model, only features missing from this build are
    /// refused.
    std::vector<Choice> formulations(const Model* model = nullptr) const;
    std::vector<Choice> backends(const std::string& formulation = {},
                                 const Model* model = nullptr) const;
    std::vector<Choice> integrators(const std::string& formulation = {},
                                    const Model* model = nullptr) const;
    std::vector<Choice> joints() const;

    /// The file's settings, completed by defaults of the formulation: the file's, or `formulation`
    /// if that is set; then the file's integrator is used only if that formulation supports it.
    /// Likewise `backend`. Does not check the result.
    RunSpec defaults(const Model& model, const std::string& formulation = {},
                     const std::string& backend = {}) const;
    /// Times, ids and combinations; every problem with its setting. Warnings are appended to
    /// `warnings`.
    Result<void> check(const Model& model, const RunSpec& spec,
                       Diagnostics* warnings = nullptr) const;
    /// Creates a stepper ready for `initialise`, or returns the reasons against it.
    Result<std::unique_ptr<Stepper>> make(std::shared_ptr<const Model> model,
                                          const RunSpec& spec) const;
    /// The equations of motion by themselves, in double precision, ready for `start`; the
    /// integrator of `spec` is ignored. An error also for a formulation with a built-in integrator.
    Result<std::unique_ptr<OdeSystem<double>>> makeSystem(std::shared_ptr<const Model> model,
                                                          RunSpec spec) const;

    /// Null if there is none.
    const Formulation* find(const std::string& id) const;
    /// Most runs that a backend may compute at once, 1 if it computes each alone.
    std::size_t together(const std::string& backend) const;
    /// As `Backend::makeTogether`; none for other backends.
    std::vector<std::unique_ptr<Stepper>> makeTogether(const Backend::Models& models,
                                                       const RunSpec& spec) const;

private:
    const Backend* findBackend(const std::string& id) const;
    std::optional<Message> integratorRefusal(const std::string& formulation,
                                             const std::string& integrator,
                                             const Model* model = nullptr) const;
    std::optional<Message> backendRefusal(const RunSpec& spec) const;
    /// The ids of the formulations that satisfy a condition: "hdca, naudet and aba".
    template <typename Condition>
    std::string idsWith(const Condition& condition) const;
    std::vector<Formulation> formulations_;
    std::vector<Backend> added_;
};

}  // namespace momentree
