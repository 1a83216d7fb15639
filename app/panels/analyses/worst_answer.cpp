// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/worst_answer.hpp"

#include <QBoxLayout>
#include <QComboBox>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QTableWidget>

#include "app/analyses/load_case_output.hpp"
#include "app/base/number_text.hpp"
#include "app/plots/plot_export.hpp"

namespace momentree::app {

WorstAnswer::WorstAnswer(Workspace& workspace, PoseStage& stage)
    : Answer(AnalysisKind::WorstLoads, workspace, stage, tr("Worst loads")),
      tableBox_(new QWidget),
      bodies_(new QComboBox),
      save_(new QPushButton(tr("Save its loads …"))) {
    setObjectName("worstAnswer");
    bodies_->setObjectName("bodyOfLoadCase");
    bodies_->setAccessibleName(tr("Body"));
    save_->setObjectName("saveLoadCase");
    save_->setToolTip(
        tr("Writes all loads on the body at the instant of its largest joint force, with weight "
           "and inertia, for CalculiX (.inp) or as JSON"));
    auto* box = new QVBoxLayout(tableBox_);
    box->setContentsMargins(0, 0, 0, 0);
    body_->addWidget(tableBox_, 1);
    auto* row = new QHBoxLayout;
    row->addWidget(bodies_);
    row->addWidget(save_);
    row->addStretch(1);
    body_->addLayout(row);
    connect(save_, &QPushButton::clicked, this, &WorstAnswer::askForLoadCase);
}

void WorstAnswer::present() {
    delete table_;
    table_ = makeTable(outcome()->output.tables.front(), tableBox_);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    tableBox_->layout()->addWidget(table_);
    connect(table_, &QTableWidget::currentCellChanged, this, &WorstAnswer::showPoses);
    const QString before = bodies_->currentText();
    bodies_->clear();
    for (const Body& body : outcome()->model->bodies)
        bodies_->addItem(QString::fromStdString(body.name));
    bodies_->setCurrentIndex(std::max(0, bodies_->findText(before)));
}

/// The largest force of the chosen joint, otherwise of all.
void WorstAnswer::showPoses() {
    const auto& joints = std::get<WorstLoads>(outcome()->found).joints;
    if (joints.empty()) return;
    const int row = table_->currentRow();
    const auto worst = row >= 0 ? joints.begin() + row
                                : std::ranges::max_element(joints, {}, [](const WorstLoad& load) {
                                      return load.force.value;
                                  });
    const JointElement& joint =
        outcome()->model->joints[static_cast<std::size_t>(worst - joints.begin())];
    stage_.show(worst->atForce.sample.bodies,
                PoseStage::Remark{joint.B, QStringLiteral("%1: %2 N")
                                               .arg(QString::fromStdString(joint.name),
                                                    shortText(worst->force.value, 4))});
}

bool WorstAnswer::saveLoadCase(std::size_t body, const QString& path, QString* why) const {
    const Model& model = *outcome()->model;
    const LoadInstant* worst = worstInstantOf(model, std::get<WorstLoads>(outcome()->found), body);
    if (worst == nullptr) {
        *why = tr("No joint holds this body.");
        return false;
    }
    const LoadCase loads = loadCaseOf(model, *worst, body);
    const bool json = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
    return saveText(
        QByteArray::fromStdString(json ? toJson(loads).print() : calculixOf(model.name, loads)),
        path, why);
}

void WorstAnswer::askForLoadCase() {
    if (!outcome() || bodies_->currentIndex() < 0) return;
    QString chosen;
    QString file = QFileDialog::getSaveFileName(
        this, tr("Save the loads on '%1'").arg(bodies_->currentText()),
        bodies_->currentText() + ".inp", tr("CalculiX (*.inp);;For scripts (*.json)"), &chosen);
    if (file.isEmpty()) return;
    if (!file.endsWith(".inp", Qt::CaseInsensitive) && !file.endsWith(".json", Qt::CaseInsensitive))
        file += chosen.contains("json") ? ".json" : ".inp";
    QString why;
    if (!saveLoadCase(static_cast<std::size_t>(bodies_->currentIndex()), file, &why))
        QMessageBox::warning(this, tr("The loads were not saved"), why);
}

}  // namespace momentree::app
