// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/sensitivity_answer.hpp"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>

#include "app/base/number_text.hpp"
#include "app/base/when_shown.hpp"
#include "app/plots/xy_plot.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

constexpr double percent = 0.01;

/// What a parameter grows by: one percent of it, or the number itself if it is zero.
double growthOf(double value) { return percent * (value == 0.0 ? 1.0 : value); }

}  // namespace

SensitivityAnswer::SensitivityAnswer(Workspace& workspace, PoseStage& stage)
    : ParameterAnswer(AnalysisKind::Sensitivity, workspace, stage, tr("Sensitivity"),
                      QStringLiteral("sensitivity")),
      column_(new QComboBox) {
    setObjectName("sensitivityAnswer");
    column_->setObjectName("sensitivityColumn");
    column_->setAccessibleName(tr("Quantity"));
    column_->setToolTip(tr("The quantity of the run whose change is shown"));
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("Change of")));
    row->addWidget(column_);
    row->addWidget(new QLabel(tr("if a parameter grows by 1 %")));
    row->addStretch(1);
    addChoices(row);
    connect(column_, &QComboBox::activated, this, &SensitivityAnswer::compute);
    auto* offered = new WhenShown(this, [this] { offer(); });
    connect(&workspace.live, &LiveModel::changed, offered, &WhenShown::request);
    offered->request();
}

/// By default a probe, or how the first joint moves.
void SensitivityAnswer::offer() {
    const CheckedModel& checked = workspace_.live.checked();
    if (!checked.assembled) return;  // what cannot run has no columns
    const RowLayout layout(*checked.model);
    const int usual = layout.probeCount() > 0         ? layout.probe(0)
                      : checked.model->joints.empty() ? layout.kinetic()
                                                      : layout.jointQ(0);
    choices_ =
        offerColumns(*column_, *checked.model,
                     QString::fromStdString(layout.names()[static_cast<std::size_t>(usual)]));
}

QString SensitivityAnswer::ask(Inquiry& inquiry) const {
    if (inquiry.description->parameters.empty()) return noParameters();
    inquiry.column = column_->currentText().toStdString();
    return {};
}

void SensitivityAnswer::draw() {
    const auto& found = std::get<Sensitivities>(outcome()->found);
    const QString column = QString::fromStdString(found.columns.front());
    const auto choice = std::ranges::find(*choices_, column, &ColumnChoice::name);
    if (choice == choices_->end()) return;
    std::vector<XyLine> lines;
    double most = -1.0;
    std::size_t strongest = 0;
    for (std::size_t p = 0; p < found.parameters.size(); ++p) {
        XyLine line;
        line.name = QString::fromStdString(found.parameters[p]);
        line.style = static_cast<int>(p);
        line.x = found.times;
        const double factor = growthOf(found.parameterValues[p]) * choice->perRecorded;
        for (const double slope : found.slopes[p].col(0)) line.y.push_back(factor * slope);
        for (const double change : line.y)
            if (std::abs(change) > most) most = std::abs(change), strongest = p;
        lines.push_back(std::move(line));
    }
    const QString unit = choice->unit.isEmpty() ? QString() : QStringLiteral(" ") + choice->unit;
    plot_->setAxes({tr("Time [s]"), 1.0, "time"},
                   {choice->unit.isEmpty() ? tr("Change of %1").arg(column)
                                           : tr("Change of %1 [%2]").arg(column, choice->unit),
                    1.0, "change"},
                   tr("No parameters"));
    plot_->setLines(std::move(lines));
    plot_->resetZoom();
    subtitle_->setText(
        tr("%1 changes it most: by up to %2 for 1 %")
            .arg(QString::fromStdString(found.parameters[strongest]), shortText(most, 3) + unit));
}

}  // namespace momentree::app
