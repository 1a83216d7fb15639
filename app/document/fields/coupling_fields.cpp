// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/fields/coupling_fields.hpp"

#include <algorithm>

#include "app/base/text.hpp"
#include "app/document/edits/joints.hpp"
#include "app/document/fields/body_fields.hpp"

namespace momentree::app {
namespace {

/// Of a sum of lengths, as with radii for ratios; of a sum of angles.
constexpr double usualStiffness = 1e5, usualTorsion = 100.0;

bool sumsLengths(const ModelDescription& model, const CouplingDescription& coupling) {
    return std::ranges::any_of(coupling.terms, [&](const CouplingTermDescription& term) {
        const auto joint = std::ranges::find(model.joints, term.joint, &JointDescription::name);
        return joint != model.joints.end() && slidesInstead(joint->type, term.coordinate);
    });
}

Field transmissionField(std::size_t i) {
    Field field{tr("Transmission"),
                {},
                tr("A rigid coupling keeps the sum at the offset; an elastic one is a spring with "
                   "damping and backlash"),
                {},
                {},
                {"rigid", "elastic"}};
    field.text = [i](ModelDescription& m) {
        return m.couplings[i].stiffness ? QStringLiteral("elastic") : QStringLiteral("rigid");
    };
    field.take = [i](ModelDescription& m, const QString& text) {
        CouplingDescription& own = m.couplings[i];
        if (text == QLatin1String("rigid")) {
            own.stiffness.reset();
            own.damping = own.backlash = Scalar();
        } else if (!own.stiffness) {
            own.stiffness = Scalar(sumsLengths(m, own) ? usualStiffness : usualTorsion);
        }
        return QString();
    };
    return field;
}

}  // namespace

std::vector<Field> couplingFields(const ModelDescription& model, std::size_t i) {
    std::vector<Field> fields;
    const CouplingDescription& coupling = model.couplings[i];
    for (std::size_t k = 0; k < coupling.terms.size(); ++k) {
        const CouplingTermDescription& term = coupling.terms[k];
        const QString joint = QString::fromStdString(term.joint);
        fields.push_back(scalarField(
            tr("Ratio of %1").arg(joint), "",
            valueHelp(tr("Factor of coordinate %1 of %2 (rad or m): the sum over all joints of the "
                         "coupling is constant")
                          .arg(term.coordinate)
                          .arg(joint)),
            [i, k](ModelDescription& m) -> Scalar& { return m.couplings[i].terms[k].ratio; }));
    }
    fields.push_back(scalarField(
        tr("Offset"), "", valueHelp(tr("The sum of ratio times coordinate over its joints")),
        [i](ModelDescription& m) -> Scalar& { return m.couplings[i].offset; }));
    fields.push_back(transmissionField(i));
    if (!coupling.stiffness) return fields;
    fields.push_back(scalarField(
        tr("Stiffness"), "",
        valueHelp(tr("Effort for a unit of the sum; with radii in m as ratios: N/m at the teeth")),
        [i](ModelDescription& m) -> Scalar& { return *m.couplings[i].stiffness; }));
    fields.push_back(scalarField(
        tr("Damping"), "",
        valueHelp(tr("Effort for a unit of the rate of the sum; with backlash only where the teeth "
                     "touch")),
        [i](ModelDescription& m) -> Scalar& { return m.couplings[i].damping; }));
    fields.push_back(
        scalarField(tr("Backlash"), "",
                    valueHelp(tr("Range of the sum about the offset in which nothing acts")),
                    [i](ModelDescription& m) -> Scalar& { return m.couplings[i].backlash; }));
    return fields;
}

}  // namespace momentree::app
