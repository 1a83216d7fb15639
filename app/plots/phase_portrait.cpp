// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/phase_portrait.hpp"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDoubleValidator>
#include <QLabel>
#include <QLineEdit>
#include <QStringListModel>
#include <algorithm>
#include <cmath>

#include "app/base/value_text.hpp"
#include "app/plots/plot_export.hpp"
#include "app/plots/xy_plot.hpp"

namespace momentree::app {
namespace {

/// A list of columns in which any part of a name can be typed.
QComboBox* columnBox(const QString& name) {
    auto* box = new QComboBox;
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(9);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    box->completer()->setFilterMode(Qt::MatchContains);
    box->setAccessibleName(name);
    box->setToolTip(name);
    return box;
}

XyAxis axisOf(const ColumnChoice& choice) {
    return {withUnit(choice.title, choice.unit), choice.perRecorded,
            columnHead(choice.name, choice.recordedUnit)};
}

}  // namespace

PhasePortrait::PhasePortrait(QWidget* parent)
    : QWidget(parent),
      plot_(new XyPlot),
      x_(columnBox(tr("Horizontal axis"))),
      y_(columnBox(tr("Vertical axis"))),
      crossed_(columnBox(tr("Quantity that crosses the level"))),
      direction_(new QComboBox),
      sectionOn_(new QCheckBox(tr("Section where"))),
      level_(new QLineEdit(QStringLiteral("0"))),
      levelUnit_(new QLabel),
      names_(new QStringListModel(this)) {
    // One shared list: there are thousands of columns.
    for (QComboBox* box : {x_, y_, crossed_}) box->setModel(names_);
    build();
    plot_->setRecord([this] { return recordOf(runs_); });
    connect(plot_, &XyPlot::picked, this, [this](int line, int point) {
        emit timePicked(times_[static_cast<std::size_t>(line)][static_cast<std::size_t>(point)]);
    });
    for (const QComboBox* box : {x_, y_, crossed_})
        connect(box, &QComboBox::currentIndexChanged, this, &PhasePortrait::readAnew);
    connect(direction_, &QComboBox::currentIndexChanged, this, &PhasePortrait::readAnew);
    connect(sectionOn_, &QCheckBox::toggled, this, &PhasePortrait::readAnew);
    connect(level_, &QLineEdit::editingFinished, this, &PhasePortrait::readAnew);
}

PhasePortrait::~PhasePortrait() = default;

void PhasePortrait::build() {
    direction_->addItem(tr("rising"));
    direction_->addItem(tr("falling"));
    direction_->addItem(tr("both directions"));
    direction_->setAccessibleName(tr("Direction of the crossing"));
    auto* numbers = new QDoubleValidator(level_);
    numbers->setLocale(QLocale::c());
    level_->setValidator(numbers);
    level_->setMaximumWidth(70);
    level_->setAccessibleName(tr("Level of the section"));
    sectionOn_->setToolTip(
        tr("Poincaré section: only the points where a quantity crosses a level,\nby linear "
           "interpolation between two samples"));
    auto* axes = new QHBoxLayout;
    axes->addWidget(y_, 1);
    axes->addWidget(new QLabel(tr("against")));
    axes->addWidget(x_, 1);
    plot_->head()->insertLayout(0, axes, 1);
    auto* section = new QHBoxLayout;
    section->setContentsMargins(6, 0, 4, 2);
    section->addWidget(sectionOn_);
    section->addWidget(crossed_, 1);
    section->addWidget(new QLabel(QStringLiteral("=")));
    section->addWidget(level_);
    section->addWidget(levelUnit_);
    section->addWidget(direction_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(plot_, 1);
    column->addLayout(section);
}

void PhasePortrait::setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                           ColumnChoices choices, double) {
    const QString x = chosenX(), y = chosenY();
    const std::optional<Section> before = section();
    runs_ = {{std::move(recording), layout, mainRun_.name, mainRun_.style, true, earlier_}};
    runs_.insert(runs_.end(), others_.begin(), others_.end());
    if (*choices != *choices_) {
        choices_ = std::move(choices);
        QStringList names;
        for (const ColumnChoice& one : *choices_) names << one.title;
        filling_ = true;
        names_->setStringList(names);
        for (QComboBox* box : {x_, y_, crossed_}) box->setCurrentIndex(0);
        if (!choose(x, y)) {
            const auto isSpeed = [&](const ColumnChoice& c) { return c.name.endsWith(".u"); };
            const auto speed = std::ranges::find_if(*choices_, isSpeed);
            if (speed != choices_->end()) choose(speed->name.chopped(1) + 'q', speed->name);
        }
        if (before) setSection(before);
        filling_ = false;
    }
    readAnew();
}

void PhasePortrait::setComparison(RunLabel main, std::vector<PlotSource> others) {
    mainRun_ = std::move(main);
    others_ = std::move(others);
    if (runs_.empty()) return;
    runs_.resize(1, runs_.front());
    runs_.front().name = mainRun_.name;
    runs_.front().style = mainRun_.style;
    runs_.insert(runs_.end(), others_.begin(), others_.end());
    readAnew();
}

void PhasePortrait::clear() {
    runs_.clear();
    rows_.set({}, {});
    times_.clear();
    plot_->setLines({});
}

const ColumnChoice* PhasePortrait::choice(const QComboBox* box) const {
    const int index = box->currentIndex();
    return index < 0 ? nullptr : &(*choices_)[static_cast<std::size_t>(index)];
}

int PhasePortrait::indexOf(const QString& column) const {
    const auto found = std::ranges::find(*choices_, column, &ColumnChoice::name);
    return found == choices_->end() ? -1 : static_cast<int>(found - choices_->begin());
}

bool PhasePortrait::choose(const QString& x, const QString& y) {
    const int atX = indexOf(x), atY = indexOf(y);
    if (atX < 0 || atY < 0) return false;
    x_->setCurrentIndex(atX);
    y_->setCurrentIndex(atY);
    return true;
}

QString PhasePortrait::chosenX() const { return choice(x_) ? choice(x_)->name : QString(); }
QString PhasePortrait::chosenY() const { return choice(y_) ? choice(y_)->name : QString(); }

void PhasePortrait::setSection(const std::optional<Section>& section) {
    if (section) {
        crossed_->setCurrentIndex(indexOf(section->column));
        const double shown = choice(crossed_) ? choice(crossed_)->perRecorded : 1.0;
        level_->setText(QString::number(shown * section->level, 'g', 15));
        direction_->setCurrentIndex(static_cast<int>(section->direction));
    }
    sectionOn_->setChecked(section.has_value());
    readAnew();
}

std::optional<PhasePortrait::Section> PhasePortrait::section() const {
    if (!sectionOn_->isChecked() || !choice(crossed_)) return std::nullopt;
    const ColumnChoice& crossed = *choice(crossed_);
    return Section{crossed.name, level_->text().toDouble() / crossed.perRecorded,
                   static_cast<Crossing>(direction_->currentIndex())};
}

void PhasePortrait::readAnew() {
    if (filling_ || runs_.empty() || !choice(x_) || !choice(y_)) return;
    const ColumnChoice &x = *choice(x_), &y = *choice(y_);
    std::vector<PlotSeries> columns{{x.column, x.name, x.unit}, {y.column, y.name, y.unit}};
    if (section()) columns.push_back({choice(crossed_)->column, choice(crossed_)->name, {}});
    for (QWidget* widget : std::initializer_list<QWidget*>{crossed_, level_, direction_})
        widget->setEnabled(sectionOn_->isChecked());
    levelUnit_->setText(choice(crossed_) ? choice(crossed_)->unit : QString());
    rows_.set(runs_, columns);
    rows_.pull();
    plot_->setTitle(QStringLiteral("%1-%2").arg(y.name, x.name));
    plot_->setAxes(axisOf(x), axisOf(y),
                   section() ? tr("The quantity has not crossed the level yet") : QString());
    plot_->resetZoom();
    makeLines();
}

void PhasePortrait::addLine(std::vector<XyLine>& lines, std::size_t run) {
    XyLine line;
    line.name = runs_[run].name;
    line.style = runs_[run].style;
    std::vector<double> times;
    const std::vector<double>& rowTimes = rows_.times(run);
    const auto add = [&](std::size_t row, double part) {
        const std::size_t next = part > 0.0 ? row + 1 : row;
        line.x.push_back(std::lerp(rows_.at(run, 0, row), rows_.at(run, 0, next), part));
        line.y.push_back(std::lerp(rows_.at(run, 1, row), rows_.at(run, 1, next), part));
        times.push_back(std::lerp(rowTimes[row], rowTimes[next], part));
    };
    if (const auto cut = section()) {
        line.dots = true;
        for (const RowPlace& place : crossings(rows_.values(run, 2), cut->level, cut->direction))
            add(place.row, place.part);
    } else {
        for (std::size_t row = 0; row < rowTimes.size(); ++row) add(row, 0.0);
        const double at = crosshair_.value_or(shown_);
        const QPointF now(rows_.interpolated(run, 0, at), rows_.interpolated(run, 1, at));
        if (std::isfinite(now.x()) && std::isfinite(now.y())) line.mark = now;
    }
    lines.push_back(std::move(line));
    times_.push_back(std::move(times));
}

void PhasePortrait::makeLines() {
    std::vector<XyLine> lines;
    times_.clear();
    for (std::size_t run = 0; run < runs_.size(); ++run)
        if (runs_[run].visible) addLine(lines, run);
    plot_->setLines(std::move(lines));
}

void PhasePortrait::refresh() {
    if (isVisible() && rows_.pull()) makeLines();
}

void PhasePortrait::showEvent(QShowEvent* event) {
    if (rows_.pull() || !runs_.empty()) makeLines();
    QWidget::showEvent(event);
}

void PhasePortrait::setShownTime(double seconds) {
    if (shown_ == seconds) return;
    shown_ = seconds;
    if (isVisible() && !sectionOn_->isChecked() && rows_.runs() > 0) makeLines();
}

void PhasePortrait::setCrosshair(std::optional<double> seconds) {
    if (crosshair_ == seconds) return;
    crosshair_ = seconds;
    if (isVisible() && !sectionOn_->isChecked() && rows_.runs() > 0) makeLines();
}

}  // namespace momentree::app
