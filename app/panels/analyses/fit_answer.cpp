// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/fit_answer.hpp"

#include <QBoxLayout>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include "app/base/diagnostic_text.hpp"
#include "app/base/number_text.hpp"
#include "app/base/when_shown.hpp"
#include "app/document/fields/field.hpp"
#include "app/plots/xy_plot.hpp"
#include "app/workspace/workspace.hpp"
#include "core/io/text_file.hpp"

namespace momentree::app {

FitAnswer::FitAnswer(Workspace& workspace, PoseStage& stage)
    : ParameterAnswer(AnalysisKind::Fit, workspace, stage, tr("Fit"), QStringLiteral("fit")),
      file_(new QPushButton(tr("Measurement …"))),
      use_(new QPushButton(tr("Use these values"))),
      parameters_(new QPushButton),
      measured_(new QComboBox),
      column_(new QComboBox),
      menu_(new QMenu(parameters_)) {
    setObjectName("fitAnswer");
    file_->setObjectName("fitFile");
    file_->setToolTip(
        tr("A table over time: names in the line before the numbers, the time [s] first; CSV, or "
           "text of Tracker"));
    measured_->setObjectName("fitMeasured");
    measured_->setAccessibleName(tr("Measured column"));
    column_->setObjectName("fitColumn");
    column_->setAccessibleName(tr("Quantity of the run"));
    parameters_->setObjectName("fitParameters");
    parameters_->setMenu(menu_);
    parameters_->setToolTip(tr("The parameters to be found, from their present values"));
    use_->setObjectName("fitUse");
    use_->setToolTip(tr("Gives the model the values that were found"));
    auto* row = new QHBoxLayout;
    for (QWidget* part :
         {static_cast<QWidget*>(file_), static_cast<QWidget*>(measured_),
          static_cast<QWidget*>(new QLabel(tr("is"))), static_cast<QWidget*>(column_),
          static_cast<QWidget*>(new QLabel(tr("find"))), static_cast<QWidget*>(parameters_)})
        row->addWidget(part);
    row->addStretch(1);
    row->addWidget(use_);
    addChoices(row);
    connect(file_, &QPushButton::clicked, this, &FitAnswer::askForFile);
    connect(use_, &QPushButton::clicked, this, &FitAnswer::useValues);
    for (QComboBox* box : {measured_, column_})
        connect(box, &QComboBox::activated, this, &FitAnswer::compute);
    connect(menu_, &QMenu::triggered, this, [this] {
        offerParameters();
        compute();
    });
    auto* offered = new WhenShown(this, [this] { offer(); });
    connect(&workspace.live, &LiveModel::changed, offered, &WhenShown::request);
    connect(this, &Answer::answered, this, [this] { use_->setEnabled(outcome() != nullptr); });
    use_->setEnabled(false);
    offered->request();
}

void FitAnswer::offer() {
    offerParameters();
    offerQuantities();
}

/// Keeps what is checked; at first, the first one is.
void FitAnswer::offerParameters() {
    QStringList chosen;
    for (const QAction* one : menu_->actions())
        if (one->isChecked()) chosen << one->text();
    menu_->clear();
    const auto& all = workspace_.document.description().parameters;
    for (const ParameterDescription& one : all) {
        QAction* action = menu_->addAction(QString::fromStdString(one.name));
        action->setCheckable(true);
        action->setChecked(chosen.contains(action->text()));
    }
    if (chosen.isEmpty() && !all.empty()) {
        menu_->actions().first()->setChecked(true);
        chosen << menu_->actions().first()->text();
    }
    parameters_->setText(chosen.join(QStringLiteral(", ")));
    parameters_->setEnabled(!all.empty());
}

/// By default, a measured column is the quantity that has its name.
void FitAnswer::offerQuantities() {
    const CheckedModel& checked = workspace_.live.checked();
    if (!checked.assembled) return;  // what cannot run has no columns
    offerColumns(*column_, *checked.model, measured_->currentText());
    for (QWidget* part : {measured_, column_}) part->setEnabled(data_ != nullptr);
}

bool FitAnswer::readData(const QString& file, QString* why) {
    const auto text = readTextFile(file.toStdString());
    if (!text) {
        *why = editText(text.error().front());
        return false;
    }
    auto data = readMeasured(*text);
    if (!data) {
        *why = editText(data.error().front());
        return false;
    }
    data_ = std::make_shared<const MeasuredData>(std::move(*data));
    file_->setText(QFileInfo(file).fileName());
    measured_->clear();
    for (const std::string& name : data_->names) measured_->addItem(QString::fromStdString(name));
    column_->clear();
    offerQuantities();
    compute();
    return true;
}

void FitAnswer::askForFile() {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Read a measurement"), {}, tr("Tables (*.csv *.txt *.tsv);;All files (*)"));
    QString why;
    if (!file.isEmpty() && !readData(file, &why))
        QMessageBox::warning(this, tr("The measurement was not read"), why);
}

QString FitAnswer::ask(Inquiry& inquiry) const {
    if (inquiry.description->parameters.empty()) return noParameters();
    if (!data_)
        return tr(
            "Choose a measurement: a table of columns over time, with a line of names before the "
            "numbers and the time [s] first.");
    for (const QAction* one : menu_->actions())
        if (one->isChecked()) inquiry.parameters.push_back(one->text().toStdString());
    // Other columns are not compared, even if the run has their names.
    const auto column = static_cast<std::size_t>(measured_->currentIndex());
    inquiry.data = {data_->times, {data_->names[column]}, {data_->series[column]}};
    inquiry.column = column_->currentText().toStdString();
    return {};
}

void FitAnswer::draw() {
    const auto& found = std::get<DataFit>(outcome()->found);
    const QString column = QString::fromStdString(found.columns.front());
    XyLine measured, fitted;
    measured.name = tr("measured");
    measured.dots = true;
    measured.style = 1;
    measured.x = fitted.x = found.data.times;
    measured.y = found.data.series.front();
    fitted.name = tr("with the values found");
    fitted.y = found.fit.predicted;
    plot_->setAxes({tr("Time [s]"), 1.0, "time"}, {column, 1.0, column}, tr("Nothing measured"));
    plot_->setLines({fitted, measured});
    plot_->resetZoom();
    QStringList values;
    for (const FittedParameter& one : found.fit.parameters)
        values << (one.found ? tr("%1 = %2, with 95 % from %3 to %4")
                                   .arg(QString::fromStdString(one.name), shortText(one.value, 5),
                                        shortText(one.low, 5), shortText(one.high, 5))
                             : tr("%1 is not determined").arg(QString::fromStdString(one.name)));
    subtitle_->setText(values.join(QStringLiteral("; ")));
}

void FitAnswer::useValues() {
    if (!outcome()) return;
    const auto& found = std::get<DataFit>(outcome()->found).fit.parameters;
    const auto done =
        workspace_.document.edit(tr("Use the fitted values"), [&](ModelDescription& model) {
            for (const FittedParameter& one : found)
                for (ParameterDescription& parameter : model.parameters)
                    if (one.found && parameter.name == one.name)
                        parameter.value = writtenLike(parameter.value, one.value);
        });
    if (!done) Q_EMIT refused(editText(done.error().front()));
}

}  // namespace momentree::app
