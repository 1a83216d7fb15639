// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

#include "app/editing/references.hpp"
#include "core/model/expression.hpp"

namespace momentree::app {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("momentree::app", text); }

/// Calls `visit(Scalar&)` for every number of a description.
template <typename Visit>
class ScalarWalk {
public:
    explicit ScalarWalk(Visit visit) : visit_(std::move(visit)) {}

    void operator()(Scalar& scalar) { visit_(scalar); }
    template <typename T, std::size_t N>
    void operator()(std::array<T, N>& list) {
        for (T& item : list) (*this)(item);
    }
    template <typename T>
    void operator()(std::vector<T>& list) {
        for (T& item : list) (*this)(item);
    }
    template <typename T>
    void operator()(std::optional<T>& item) {
        if (item) (*this)(*item);
    }
    void operator()(ParameterDescription& p) { all(p.value); }
    void operator()(MarkerDescription& m) { all(m.position, m.orientation, m.z, m.x); }
    void operator()(BodyDescription& b) { all(b.mass, b.com, b.inertia, b.markers, b.shape.size); }
    void operator()(JointDescription& j) { all(j.length); }
    void operator()(LawDescription& l) {
        all(l.offset, l.rate, l.amplitude, l.frequency, l.phase, l.coefficients, l.times, l.values);
    }
    void operator()(MotionDescription& m) { all(m.law); }
    void operator()(SpringDamperDescription& f) {
        all(f.stiffness, f.damping, f.length, f.preload);
    }
    void operator()(AxialTorqueDescription& f) { all(f.stiffness, f.angle, f.damping, f.law); }
    void operator()(AxialForceDescription& f) { all(f.stiffness, f.length, f.damping, f.law); }
    void operator()(AppliedForceDescription& f) { all(f.direction, f.law); }
    void operator()(DragDescription& f) { all(f.linear, f.angular); }
    void operator()(ForceDescription& f) { std::visit(*this, f.law); }
    void operator()(JointStart& s) { all(s.q, s.u); }
    void operator()(BodyStart& s) { all(s.position, s.orientation, s.velocity, s.angularVelocity); }
    void operator()(ModelDescription& m) {
        all(m.parameters, m.gravity, m.groundMarkers, m.bodies, m.joints, m.motions, m.forces,
            m.jointStarts, m.bodyStarts);
    }

private:
    template <typename... Parts>
    void all(Parts&... parts) {
        ((*this)(parts), ...);
    }
    Visit visit_;
};

}  // namespace

QString renameParameter(ModelDescription& model, const std::string& from, const QString& to) {
    const std::string name = to.trimmed().toStdString();
    if (const std::string problem = parameterNameProblem(name); !problem.empty())
        return QString::fromStdString(problem);
    const auto taken = [&](const auto& p) { return p.name == name && name != from; };
    if (std::ranges::any_of(model.parameters, taken))
        return tr("'%1' is taken; choose another name").arg(to.trimmed());
    const QRegularExpression word("\\b" + QRegularExpression::escape(QString::fromStdString(from)) +
                                  "\\b");
    ScalarWalk walk([&](Scalar& scalar) {
        if (scalar.text.empty()) return;
        scalar.text = QString::fromStdString(scalar.text).replace(word, to.trimmed()).toStdString();
    });
    walk(model);
    for (ParameterDescription& parameter : model.parameters)
        if (parameter.name == from) parameter.name = name;
    return {};
}

}  // namespace momentree::app
