// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/array_dialog.hpp"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <array>
#include <vector>

#include "app/base/text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/document/fields/field.hpp"

namespace momentree::app {
namespace {

constexpr int mostCopies = 200;
constexpr double usualShift = 0.1;  ///< [m]

QLineEdit* addField(QFormLayout* form, const char* name, const QString& label, const QString& text,
                    const QString& help) {
    auto* field = new QLineEdit(text);
    field->setObjectName(QString::fromLatin1(name));
    field->setAccessibleName(label);
    field->setToolTip(help);
    form->addRow(label, field);
    return field;
}

/// A direction of translation with its distance.
struct Shift {
    Vector3d along;
    QString label;
    QLineEdit* field = nullptr;
};

/// Right, up and out of the plane; world axes if the plane is parallel to them.
std::array<Shift, 3> shiftsAlong(const Matrix3d& plane) {
    const Matrix3d size = plane.cwiseAbs();
    if (size.colwise().maxCoeff().minCoeff() < 1.0 - 1e-9)
        return {{{plane.col(0), tr("Shift to the right [%1]")},
                 {plane.col(1), tr("Shift up [%1]")},
                 {plane.col(2), tr("Shift out of the plane [%1]")}}};
    const QString world[]{tr("Shift in x [%1]"), tr("Shift in y [%1]"), tr("Shift in z [%1]")};
    std::array<Shift, 3> shifts;
    for (int k = 0; k < 3; ++k) {
        Eigen::Index axis = 0;
        size.col(k).maxCoeff(&axis);
        shifts[static_cast<std::size_t>(k)] = {Vector3d::Unit(axis), world[axis]};
    }
    return shifts;
}

std::vector<Shift> addShifts(QFormLayout* form, const DrawingPlane& plane) {
    const QString help = tr("From each copy to the next, for example 12 cm or 2*L1");
    const DisplayUnit length = displayUnit(QStringLiteral("m"));
    const char* const names[]{"shiftX", "shiftY", "shiftOut"};
    std::vector<Shift> shifts;
    for (Shift shift : shiftsAlong(plane.get().base.R)) {
        const std::size_t k = shifts.size();
        if (k == 2 && plane.planar()) break;
        shift.field = addField(form, names[k], shift.label.arg(length.label),
                               QString::number(k == 0 ? usualShift * length.perSi : 0.0), help);
        shifts.push_back(shift);
    }
    return shifts;
}

/// The sum of the entered distances, world [m]; empty if one is not a length.
std::optional<Vector3d> typedShift(const ModelDescription& model,
                                   const std::vector<Shift>& shifts) {
    Vector3d sum = Vector3d::Zero();
    for (const Shift& shift : shifts) {
        const auto length = typedLength(model, shift.field->text());
        if (!length) return std::nullopt;
        sum += *length * shift.along;
    }
    return sum;
}

QLineEdit* addTurn(QFormLayout* form, const WorkPlane& plane) {
    return addField(
        form, "turn", tr("Turn [%1]").arg(displayUnit(QStringLiteral("rad")).label), "0",
        plane.isFlat() ? tr("About the origin, from each copy to the next, for example 30 deg")
                       : tr("About the normal of the work plane at its origin, from each copy to "
                            "the next, for example 30 deg"));
}

}  // namespace

std::optional<Array> askForArray(const Edits& edits, const DrawingPlane& plane, QWidget* window) {
    std::optional<Array> array;
    QDialog dialog(window);
    dialog.setObjectName("arrayDialog");
    dialog.setWindowTitle(tr("Array of the selected links"));
    auto* form = new QFormLayout(&dialog);
    dialog.setMinimumWidth(360);  // as wide as its title
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    auto* copies = new QSpinBox;
    copies->setObjectName("copies");
    copies->setRange(1, mostCopies);
    copies->setValue(3);
    form->addRow(tr("Copies"), copies);
    const std::vector<Shift> shifts = addShifts(form, plane);
    auto* turn = addTurn(form, plane.get());
    auto* problem = new QLabel;
    problem->setWordWrap(true);
    QPalette red = problem->palette();
    red.setColor(QPalette::WindowText, themeColors(isDark()).error);
    problem->setPalette(red);
    problem->hide();
    form->addRow(problem);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Copy"));
    form->addRow(buttons);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, [&] {
        const ModelDescription& model = edits.description();
        const auto shift = typedShift(model, shifts);
        const auto angle = typedQuantity(model, turn->text(), QStringLiteral("rad"));
        if (!shift || !angle) {
            problem->setText(tr("Enter lengths and an angle, for example 12 cm, 2*L1 and 30 deg"));
            return problem->show();
        }
        Placement& step = array.emplace().step;
        array->copies = copies->value();
        step.axes = plane.get().base.R;
        step.about = plane.get().origin();
        step.shift = *shift;
        step.turn = *angle;
        dialog.accept();
    });
    dialog.exec();
    return array;
}

}  // namespace momentree::app
