// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "app/editor/copying.hpp"
#include "app/inspector/field.hpp"
#include "app/theme/theme.hpp"

namespace momentree::app {
namespace {

constexpr int mostCopies = 200;
constexpr double usualShift = 0.1;  ///< [m]

QString tr(const char* text) { return QCoreApplication::translate("momentree::app", text); }

QLineEdit* addField(QFormLayout* form, const char* name, const QString& label, const QString& text,
                    const QString& help) {
    auto* field = new QLineEdit(text);
    field->setObjectName(QString::fromLatin1(name));
    field->setAccessibleName(label);
    field->setToolTip(help);
    form->addRow(label, field);
    return field;
}

}  // namespace

void askForArray(Sketcher& sketcher, QWidget* window) {
    if (!linksAreSelected(sketcher)) return;
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
    const QString shiftHelp = tr("From each copy to the next: 12 cm, 2*L1");
    const DisplayUnit length = displayUnit(QStringLiteral("m"));
    auto* x = addField(form, "shiftX", tr("Shift in x [%1]").arg(length.label),
                       QString::number(usualShift * length.perSi), shiftHelp);
    auto* y = addField(form, "shiftY", tr("Shift in y [%1]").arg(length.label), "0", shiftHelp);
    auto* turn =
        addField(form, "turn", tr("Turn [%1]").arg(displayUnit(QStringLiteral("rad")).label), "0",
                 tr("About the origin, from each copy to the next: 30 deg"));
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
        const ModelDescription& model = sketcher.document.description();
        const auto right = typedLength(model, x->text()), up = typedLength(model, y->text());
        const auto angle = typedQuantity(model, turn->text(), QStringLiteral("rad"));
        if (!right || !up || !angle) {
            problem->setText(tr("Give lengths and an angle: 12 cm, 2*L1, 30 deg"));
            return problem->show();
        }
        Placement step;
        step.shift = {*right, *up, 0.0};
        step.turn = *angle;
        dialog.accept();
        arraySelection(sketcher, copies->value(), step);
    });
    dialog.exec();
}

}  // namespace momentree::app
