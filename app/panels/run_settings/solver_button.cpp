// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/run_settings/solver_button.hpp"

#include <QFormLayout>
#include <QFrame>
#include <QLabel>
#include <algorithm>
#include <cmath>

#include "app/base/choice_combo.hpp"
#include "app/base/quantity_field.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/panels/run_settings/more_settings.hpp"
#include "app/panels/run_settings/run_fields.hpp"
#include "app/runs/run_controller.hpp"
#include "app/runs/run_names.hpp"

namespace momentree::app {
namespace {

constexpr int sheetMargin = 16;

/// The power of ten above: "1e-6".
QString boundText(double value) {
    return QStringLiteral("1e%1").arg(static_cast<int>(std::ceil(std::log10(value))));
}

}  // namespace

SolverButton::SolverButton(RunController& run, RunFields& fields, QWidget* parent)
    : QToolButton(parent), run_(run), sheet_(makeSheet(fields)) {
    setObjectName("solver");
    setAccessibleDescription(tr("Integrator, step, duration and tolerances"));
    setToolTip(tr("Integrator, step, duration and tolerances of the run"));
    setFocusPolicy(Qt::TabFocus);
    connect(this, &QToolButton::clicked, this, &SolverButton::openSheet);
    for (const auto followed : {&Playback::figuresChanged, &Playback::stateChanged})
        connect(&run.playback(), followed, this, &SolverButton::follow);
    connect(&run, &RunController::runChanged, this, &SolverButton::follow);
    follow();
}

QWidget* SolverButton::makeSheet(RunFields& fields) {
    auto* sheet = new QFrame(this, Qt::Popup);
    sheet->setObjectName("solverSheet");
    sheet->setFrameShape(QFrame::StyledPanel);
    auto* layout = new QVBoxLayout(sheet);
    layout->setContentsMargins(0, sheetMargin, 0, 0);
    auto* form = new QFormLayout;
    form->setContentsMargins(14, 0, 14, 0);
    form->addRow(tr("Integrator"), fields.integrator);
    form->addRow(tr("Step"), fields.step);
    form->addRow(tr("Duration"), fields.durationRow());
    layout->addLayout(form);
    layout->addWidget(fields.more);
    sheet->setFocusProxy(fields.integrator);
    return sheet;
}

void SolverButton::openSheet() {
    sheet_->adjustSize();
    const QPoint corner = mapToGlobal(QPoint(width() - sheet_->width(), height() + 4));
    sheet_->move(std::max(corner.x(), window()->mapToGlobal(QPoint(0, 0)).x()), corner.y());
    sheet_->show();
    sheet_->setFocus();
}

/// With room around the words, which have no icon beside them.
QSize SolverButton::sizeHint() const {
    return QToolButton::sizeHint() + QSize(metric::buttonPadding, 0);
}

QString SolverButton::accuracyText() {
    const RunExtremes& extremes = extremes_.of(run_);
    if (keepsEnergy(run_.model()) && extremes.energyError > 0.0)
        return tr("energy within %1 J").arg(boundText(extremes.energyError));
    if (extremes.driftPosition > 0.0)
        return tr("closed to %1 m").arg(boundText(extremes.driftPosition));
    return {};
}

void SolverButton::follow() {
    const auto spec = run_.settings();
    setEnabled(spec.has_value());
    if (!spec) return setText(tr("Settings"));
    QStringList words{QString::fromStdString(spec->integrator)};
    words << finenessText(*spec);
    if (run_.hasRun())
        if (const QString accuracy = accuracyText(); !accuracy.isEmpty()) words << accuracy;
    const QString text = words.join(QStringLiteral(", "));
    if (text == this->text()) return;
    setText(text);
    setAccessibleName(tr("How it is computed: %1").arg(text));
}

}  // namespace momentree::app
