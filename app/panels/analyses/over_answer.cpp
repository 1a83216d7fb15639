// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/over_answer.hpp"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>

#include "app/base/number_text.hpp"
#include "app/document/fields/field.hpp"
#include "app/plots/xy_plot.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

constexpr int usualCount = 41, mostCount = 2000, numberWidth = 90;
/// Of the range around a value without limits, relative to it.
constexpr double usualSpread = 0.5;

QLineEdit* makeNumber(const char* name, const QString& says, const QString& tip) {
    auto* edit = new QLineEdit;
    edit->setObjectName(name);
    edit->setAccessibleName(says);
    edit->setToolTip(tip);
    edit->setFixedWidth(numberWidth);
    return edit;
}

}  // namespace

OverAnswer::OverAnswer(AnalysisKind kind, Workspace& workspace, PoseStage& stage)
    : ParameterAnswer(
          kind, workspace, stage,
          kind == AnalysisKind::RootLocus ? tr("Root locus") : tr("Rest over a parameter"),
          kind == AnalysisKind::RootLocus ? QStringLiteral("root-locus")
                                          : QStringLiteral("equilibria")),
      kind_(kind),
      parameter_(new QComboBox),
      from_(makeNumber("overFrom", tr("From"),
                       tr("The first value: a number in SI units, or with a unit"))),
      to_(makeNumber("overTo", tr("To"),
                     tr("The last value: a number in SI units, or with a unit"))),
      count_(new QSpinBox) {
    setObjectName(kind == AnalysisKind::RootLocus ? "locusAnswer" : "pathAnswer");
    parameter_->setObjectName("overParameter");
    parameter_->setAccessibleName(tr("Parameter"));
    parameter_->setToolTip(tr("The parameter of the model that changes"));
    count_->setObjectName("overCount");
    count_->setAccessibleName(tr("Number of values"));
    count_->setToolTip(tr("Number of values from the first to the last"));
    count_->setRange(2, mostCount);
    count_->setValue(usualCount);
    auto* go = new QPushButton(tr("Compute"));
    go->setObjectName("computeOver");
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("Over")));
    row->addWidget(parameter_);
    row->addWidget(new QLabel(tr("from")));
    row->addWidget(from_);
    row->addWidget(new QLabel(tr("to")));
    row->addWidget(to_);
    row->addWidget(new QLabel(tr("in")));
    row->addWidget(count_);
    row->addWidget(new QLabel(tr("values")));
    row->addWidget(go);
    row->addStretch(1);
    addChoices(row);
    connect(parameter_, &QComboBox::activated, this, [this] {
        offerRange();
        compute();
    });
    connect(go, &QPushButton::clicked, this, &OverAnswer::compute);
    for (QLineEdit* edit : {from_, to_})
        connect(edit, &QLineEdit::returnPressed, this, &OverAnswer::compute);
    connect(&workspace.live, &LiveModel::changed, this, &OverAnswer::offerParameters);
    offerParameters();
}

/// Keeps the chosen one as long as the model has it.
void OverAnswer::offerParameters() {
    const ModelDescription& model = workspace_.document.description();
    const QString name = QString::fromStdString(model.name);
    const QString before =
        std::exchange(shownModel_, name) == name ? parameter_->currentText() : QString();
    {
        const QSignalBlocker quiet(parameter_);
        parameter_->clear();
        for (const ParameterDescription& one : model.parameters)
            parameter_->addItem(QString::fromStdString(one.name));
        parameter_->setCurrentIndex(std::max(0, parameter_->findText(before)));
    }
    if (before.isEmpty() || parameter_->currentText() != before) offerRange();
}

/// Of the slider, otherwise around the value.
void OverAnswer::offerRange() {
    const auto& all = workspace_.document.description().parameters;
    const auto one = std::ranges::find(all, parameter_->currentText().toStdString(),
                                       &ParameterDescription::name);
    if (one == all.end()) return;
    const double value = one->value.value, spread = value == 0.0 ? 1.0 : usualSpread * value;
    from_->setText(shortText(one->minimum.value_or(value - spread), 6));
    to_->setText(shortText(one->maximum.value_or(value + spread), 6));
}

QString OverAnswer::ask(Inquiry& inquiry) const {
    if (parameter_->count() == 0) return noParameters();
    const std::vector<double> ends =
        valuesOf(workspace_.document.description(), {from_->text(), to_->text()});
    if (ends.size() != 2 || ends[0] == ends[1])
        return tr("Type two different values, as 0.1 and 0.5 or 10 cm and 50 cm.");
    inquiry.over.name = parameter_->currentText().toStdString();
    const int count = count_->value();
    for (int k = 0; k < count; ++k)
        inquiry.over.values.push_back(ends[0] + (ends[1] - ends[0]) * k / (count - 1));
    return {};
}

void OverAnswer::draw() { kind_ == AnalysisKind::RootLocus ? showLocus() : showPath(); }

/// A branch for each eigenvalue, with a ring at the first value.
void OverAnswer::showLocus() {
    const auto& found = std::get<OverParameter>(outcome()->found);
    const Eigen::MatrixXcd& values = std::get<RootLocus>(found.result).eigenvalues;
    std::vector<XyLine> lines;
    double most = -std::numeric_limits<double>::infinity();
    constexpr double rounding = 1e-12;  // of the largest one
    const double zero = values.size() > 0 ? rounding * values.cwiseAbs().maxCoeff() : 0.0;
    for (Eigen::Index b = 0; b < values.cols(); ++b) {
        XyLine line;
        line.name = tr("Branch %1").arg(b + 1);
        line.style = static_cast<int>(b);
        for (const std::complex<double> value : values.col(b)) {
            const double real = std::abs(value.real()) > zero ? value.real() : 0.0;
            line.x.push_back(real);
            line.y.push_back(value.imag());
            most = std::max(most, real);
        }
        line.mark = QPointF(line.x.front(), line.y.front());
        lines.push_back(std::move(line));
    }
    plot_->setAxes({tr("Real part [1/s]"), 1.0, "re"}, {tr("Imaginary part [rad/s]"), 1.0, "im"},
                   tr("Nothing can move"));
    plot_->setLines(std::move(lines));
    plot_->resetZoom();
    subtitle_->setText(
        values.cols() == 0
            ? QString()
            : tr("Largest real part %1 1/s; rings at the first value").arg(shortText(most, 4)));
}

void OverAnswer::showPath() {
    const auto& found = std::get<OverParameter>(outcome()->found);
    const auto& path = std::get<std::vector<EquilibriumOver>>(found.result);
    std::vector<XyLine> lines;
    for (const OverCoordinate& coordinate : overCoordinates(path)) {
        XyLine line;
        line.name = QString::fromStdString(coordinate.name);
        line.style = static_cast<int>(lines.size());
        line.x = found.over.values;
        constexpr double noise = 1e-12;  // of coordinates that are 0
        for (const double value : coordinate.values)
            line.y.push_back(std::abs(value) < noise ? 0.0 : value);
        lines.push_back(std::move(line));
    }
    const auto unstable = std::ranges::find_if(path, [](const EquilibriumOver& one) {
        return one.found.modes.stability == Stability::Unstable;
    });
    const QString name = QString::fromStdString(found.over.name);
    plot_->setAxes({name, 1.0, name}, {tr("Coordinate [rad, m]"), 1.0, "q"},
                   tr("Nothing can move"));
    plot_->setLines(std::move(lines));
    plot_->resetZoom();
    subtitle_->setText(
        unstable == path.end()
            ? tr("Stable at every value")
            : tr("Unstable at %1 = %2")
                  .arg(name,
                       shortText(
                           found.over.values[static_cast<std::size_t>(unstable - path.begin())],
                           4)));
}

}  // namespace momentree::app
