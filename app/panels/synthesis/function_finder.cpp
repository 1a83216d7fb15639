// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/synthesis/function_finder.hpp"

#include <QBoxLayout>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <cmath>
#include <numbers>

#include "app/analyses/angle_pairs.hpp"
#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/number_text.hpp"
#include "app/plots/xy_plot.hpp"

namespace momentree::app {
namespace {

constexpr int functionPairs = 31, plotPoints = 200;

QString degreesText(double angle) { return shortText(angle / oneDegree, 3); }

}  // namespace

FunctionFinder::FunctionFinder(Workspace& workspace) : FunctionFinder(workspace, new XyPlot) {}

FunctionFinder::FunctionFinder(Workspace& workspace, XyPlot* plot)
    : LinkageFinder(workspace, tr("Linkage for a function"), plot),
      plot_(plot),
      function_(new QLineEdit(QStringLiteral("60*(x/90)^1.5"))),
      from_(makeAngleField(-720.0, 720.0, 0.0, tr("The crank's angle begins at"))),
      to_(makeAngleField(-720.0, 720.0, 90.0, tr("The crank's angle ends at"))),
      transmission_(makeAngleField(0.0, 80.0, 20.0, tr("Least transmission angle"))),
      longest_(new QDoubleSpinBox),
      ground_(new QDoubleSpinBox) {
    setObjectName("functionFinder");
    plot_->setTitle(tr("Linkage for a function"));
    plot_->head()->insertStretch(0, 1);
    plot_->setAxes({tr("Crank, deg")}, {tr("Rocker, deg")}, tr("No function"));
    addFields();
    connect(function_, &QLineEdit::editingFinished, this, &FunctionFinder::takeFunction);
    for (QDoubleSpinBox* field : {from_, to_})
        connect(field, &QDoubleSpinBox::valueChanged, this, &FunctionFinder::takeFunction);
    for (QDoubleSpinBox* field : {transmission_, longest_})
        connect(field, &QDoubleSpinBox::valueChanged, this, &FunctionFinder::follow);
    connect(ground_, &QDoubleSpinBox::valueChanged, this, &FunctionFinder::present);
}

void FunctionFinder::addFields() {
    function_->setObjectName("wantedFunction");
    function_->setAccessibleName(tr("Angle of the rocker in degrees, as a function of x"));
    function_->setToolTip(
        tr("The angle of the rocker in degrees for the angle x of the crank in degrees; both from "
           "any zero"));
    longest_->setRange(1.0, 1000.0);
    longest_->setDecimals(1);
    longest_->setValue(FunctionLimits().longest);
    longest_->setAccessibleName(tr("Longest link"));
    longest_->setToolTip(tr("Over the shortest link"));
    ground_->setRange(1e-3, 1e3);
    ground_->setDecimals(3);
    ground_->setSuffix(tr(" m"));
    ground_->setValue(0.1);
    ground_->setAccessibleName(tr("Distance of the fixed pivots"));
    auto* read = new QPushButton(tr("Table …"));
    read->setObjectName("readPairs");
    read->setToolTip(tr("Angles of crank and rocker in degrees, from a table (CSV)"));
    connect(read, &QPushButton::clicked, this, &FunctionFinder::askForTable);
    auto* function = new QHBoxLayout;
    function->addWidget(function_, 1);
    function->addWidget(read);
    auto* range = new QHBoxLayout;
    range->addWidget(from_, 1);
    range->addWidget(new QLabel(tr("to")));
    range->addWidget(to_, 1);
    auto* form = new QFormLayout;
    form->addRow(tr("Rocker"), function);
    form->addRow(tr("Crank x"), range);
    form->addRow(tr("Transmission angle"), transmission_);
    form->addRow(tr("Longest link"), longest_);
    form->addRow(tr("Ground"), ground_);
    controls_->addLayout(form);
}

void FunctionFinder::showEvent(QShowEvent* event) {
    LinkageFinder::showEvent(event);
    if (pairs_.empty()) takeFunction();
}

void FunctionFinder::takeFunction() {
    if (function_->text().isEmpty() && !pairs_.empty()) return;  // of a table
    auto pairs =
        anglePairs(function_->text().toStdString(), from_->value(), to_->value(), functionPairs);
    if (!pairs) {
        found_.reset();
        pairs_.clear();
        showCurves();
        return showNone(editText(pairs.error().front()));
    }
    pairs_ = *std::move(pairs);
    follow();
}

/// Finds it on another thread, and once more if something else is asked meanwhile.
void FunctionFinder::follow() {
    again_ = searching_;
    if (searching_ || pairs_.empty()) return;
    searching_ = true;
    inBackground(
        this,
        [pairs = pairs_,
         limits = FunctionLimits{transmission_->value() * oneDegree, longest_->value()}] {
            return synthesiseFunction(pairs, limits);
        },
        [this, pairs = pairs_](const Result<FunctionFourBar>& found) {
            searching_ = false;
            if (again_) return follow();
            if (!pairs_.empty()) take(found, pairs);
            Q_EMIT ended();
        });
}

void FunctionFinder::take(const Result<FunctionFourBar>& found,
                          const std::vector<AnglePair>& pairs) {
    found_.reset();
    if (found) found_ = Found{*found, pairs};
    showCurves();
    found ? present() : showNone(editText(found.error().front()));
}

void FunctionFinder::present() {
    if (!found_) return;
    const auto& [fourBar, pairs] = *found_;
    const QString unit = QStringLiteral("°");
    showFound({{tr("Off the function (RMS)"), degreesText(fourBar.rms), unit},
               {tr("Farthest off"), degreesText(fourBar.largest), unit},
               {tr("Least transmission angle"), degreesText(fourBar.transmissionAngle), unit}},
              tr("<b>Four-bar</b><br>%1<br>The crank starts at %2.")
                  .arg(lengthsText(linkageOf(fourBar, ground_->value())),
                       degreesText(crankAngle(fourBar, pairs.front().input)) + unit));
}

void FunctionFinder::showCurves() {
    XyLine wanted;
    wanted.name = tr("wanted");
    wanted.dots = true;
    for (const AnglePair& pair : pairs_) {
        wanted.x.push_back(pair.input / oneDegree);
        wanted.y.push_back(pair.output / oneDegree);
    }
    std::vector<XyLine> lines{wanted};
    if (found_) {
        XyLine line;
        line.name = tr("four-bar");
        line.style = 1;
        const auto& [fourBar, pairs] = *found_;
        const double from = pairs.front().input, to = pairs.back().input;
        double last = pairs.front().output;
        for (int k = 0; k <= plotPoints; ++k) {
            const double input = from + (to - from) * k / plotPoints;
            const auto psi = outputAngle(fourBar, fourBar.phi0 + input);
            if (!psi) continue;
            last += std::remainder(*psi - fourBar.psi0 - last, 2.0 * std::numbers::pi);
            line.x.push_back(input / oneDegree);
            line.y.push_back(last / oneDegree);
        }
        lines.push_back(line);
    }
    plot_->setLines(std::move(lines));
}

bool FunctionFinder::readPairs(const QString& path, QString* why) {
    const auto rows = readNumbers(path, 2, why);
    if (!rows) return false;
    pairs_.clear();
    for (const auto& row : *rows) pairs_.push_back({row[0] * oneDegree, row[1] * oneDegree});
    function_->clear();
    follow();
    return true;
}

void FunctionFinder::askForTable() {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Read angles"), {}, tr("Tables (*.csv *.txt *.tsv);;All files (*)"));
    QString why;
    if (!file.isEmpty() && !readPairs(file, &why))
        QMessageBox::warning(this, tr("The table was not read"), why);
}

Result<LinkageModel> FunctionFinder::model() const {
    return linkageModel(planOf(found_->fourBar, found_->pairs, ground_->value(), "linkage"));
}

}  // namespace momentree::app
