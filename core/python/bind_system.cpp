// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostics/column_units.hpp"
#include "core/diagnostics/probes.hpp"
#include "core/generate/generated.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/number_text.hpp"
#include "core/python/convert.hpp"
#include "core/trace/tracer.hpp"

namespace momentree::python {
namespace {

py::dict toPython(const TracedNode& node) {
    py::dict facts;
    facts["joined"] = node.kind == TracedNode::Kind::Joined;
    facts["parent"] = node.parent;
    facts["absorbed"] = node.absorbed;
    facts["bodies"] = node.bodies;
    facts["joint"] = node.joint;
    return facts;
}

/// The results of each node, in the order of the passes.
py::list resultsOf(const EvaluationTrace& trace) {
    py::list results;
    for (const TracedSweep& sweep : trace.sweeps)
        for (const TracedWork& work : sweep.work)
            for (const TracedResult& result : work.results) {
                py::dict facts;
                facts["node"] = work.node;
                facts["pass"] = py::str(sweep.pass->title.data(), sweep.pass->title.size());
                const TracedEquation& equation = *result.equation;
                facts["equation"] = py::str(equation.number.data(), equation.number.size());
                facts["formula"] = py::str(equation.formula.data(), equation.formula.size());
                facts["says"] = py::str(equation.says.data(), equation.says.size());
                facts["symbol"] = py::str(result.symbol.data(), result.symbol.size());
                facts["value"] = result.value;
                results.append(facts);
            }
    return results;
}

/// The equations of motion of a formulation, dy/dt = f(t, y).
class LoadedSystem {
public:
    LoadedSystem(const LoadedModel& model, const Pairs& settings)
        : model_(model),
          spec_(specOf(catalogue(), *model.model, settingsOf(settings))),
          system_(valueOf(catalogue().makeSystem(model.model, spec_), model.file)),
          layout_(*model.model),
          start_(system_->size()),
          row_(static_cast<std::size_t>(layout_.width())) {
        const InitialState initial = valueOf(assemble(*model.model), model.file);
        valueOf(system_->start(initial, start_), model.file);
        units_ = system_->units();
        sample_.resize(*model.model);
    }
    LoadedSystem(const LoadedSystem&) = delete;
    LoadedSystem& operator=(const LoadedSystem&) = delete;

    Eigen::VectorXd start() const { return start_; }
    Eigen::VectorXd units() const { return units_; }
    int size() const { return system_->size(); }
    int positionSize() const { return system_->positionSize(); }
    const RunSpec& spec() const { return spec_; }

    Eigen::VectorXd derivative(double t, const Eigen::Ref<const Eigen::VectorXd>& y) {
        check(y);
        Eigen::VectorXd ydot(size());
        reached(t, system_->derivative(t, y, ydot, clock_));
        return ydot;
    }

    /// (dy/dt, its slopes by y, its slopes by parameters) of generated code.
    py::tuple gradient(double t, const Eigen::Ref<const Eigen::VectorXd>& y,
                       const std::vector<std::string>& parameters) {
        check(y);
        if (!slopes_ || parameters != parameters_) prepareSlopes(parameters);
        Eigen::VectorXd ydot(size());
        reached(t, slopes_->evaluate(t, y, ydot));
        using Matrix = GeneratedSlopes::Jacobian;
        return py::make_tuple(ydot, Matrix(slopes_->slopes()),
                              Matrix(slopes_->slopesByParameters()));
    }

    Eigen::VectorXd project(double t, const Eigen::Ref<const Eigen::VectorXd>& y) {
        Eigen::VectorXd projected = derivative(t, y);  // the last evaluation must be nearby
        projected = y;
        reached(t, system_->retract(t, t, projected).status);
        return projected;
    }

    /// The columns of a CSV at (t, y).
    Eigen::VectorXd observe(double t, const Eigen::Ref<const Eigen::VectorXd>& y) {
        check(y);
        system_->observe(t, y, sample_);
        evaluateProbes(*model_.model, sample_);
        layout_.write(sample_, row_);
        return Eigen::Map<const Eigen::VectorXd>(row_.data(), layout_.csvWidth());
    }

    /// (nodes, results) of one evaluation.
    py::tuple trace(double t, const Eigen::Ref<const Eigen::VectorXd>& y) {
        check(y);
        auto* traced = dynamic_cast<Traceable*>(system_.get());
        if (traced == nullptr)
            raise({error(Place::setting("formulation", spec_.formulation),
                         MOMENTREE_TEXT("formulation-not-traced", "does not report its work"))});
        Tracer tracer(true);
        Eigen::VectorXd ydot(size());
        traced->trace(&tracer);
        const StepStatus status = system_->derivative(t, y, ydot, clock_);
        traced->trace(nullptr);
        reached(t, status);
        const EvaluationTrace trace = tracer.take();
        py::list nodes;
        for (const TracedNode& node : trace.nodes) nodes.append(toPython(node));
        return py::make_tuple(nodes, resultsOf(trace));
    }

    std::vector<std::string> columns() const { return columnNames(layout_, layout_.csvWidth()); }

private:
    void prepareSlopes(const std::vector<std::string>& parameters) {
        if (spec_.formulation != "naudet")
            raise({error(Place::setting("formulation", spec_.formulation),
                         MOMENTREE_TEXT("formulation-no-slopes",
                                        "has no slopes of its rates; naudet has"))});
        slopes_ = valueOf(GeneratedSlopes::make(model_.model, parameters), model_.file);
        parameters_ = parameters;
        Eigen::VectorXd y(size());
        valueOf(slopes_->start(valueOf(assemble(*model_.model), model_.file), y), model_.file);
    }
    void check(const Eigen::Ref<const Eigen::VectorXd>& y) const {
        if (y.size() != size())
            throw std::invalid_argument("y has " + std::to_string(y.size()) +
                                        " entries; the state has " + std::to_string(size()));
    }
    static void reached(double t, StepStatus status) {
        if (status == StepStatus::Reached) return;
        raise({error(Place::run(), MOMENTREE_TEXT("derivative-failed",
                                                  "the state at t = %1 s has no derivative: %2")(
                                       numberText(t, 6), statusName(status)))});
    }

    LoadedModel model_;
    RunSpec spec_;
    std::unique_ptr<OdeSystem<double>> system_;
    std::unique_ptr<GeneratedSlopes> slopes_;  ///< from the first use on
    std::vector<std::string> parameters_;      ///< of `slopes_`
    RowLayout layout_;
    Eigen::VectorXd start_, units_;
    std::vector<double> row_;
    Sample sample_;
    PhaseClock clock_;
};

}  // namespace

void bindSystem(py::module_& module) {
    py::class_<LoadedSystem>(module, "System")
        .def(py::init<const LoadedModel&, const Pairs&>())
        .def_property_readonly("size", &LoadedSystem::size)
        .def_property_readonly("position_size", &LoadedSystem::positionSize)
        .def_property_readonly("settings", [](const LoadedSystem& s) { return toPython(s.spec()); })
        .def_property_readonly("columns", &LoadedSystem::columns)
        .def_property_readonly("units", &LoadedSystem::units)
        .def("start", &LoadedSystem::start)
        .def("derivative", &LoadedSystem::derivative)
        .def("gradient", &LoadedSystem::gradient)
        .def("trace", &LoadedSystem::trace)
        .def("project", &LoadedSystem::project)
        .def("observe", &LoadedSystem::observe);
}

}  // namespace momentree::python
