// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/synthesis/position_finder.hpp"

#include <QBoxLayout>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTableWidget>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/display_unit.hpp"
#include "app/base/number_text.hpp"
#include "app/panels/synthesis/position_canvas.hpp"

namespace momentree::app {
namespace {

constexpr std::size_t mostListed = 100;
constexpr int leastLengthField = 78, leastAngleField = 58;  ///< for usual numbers [px]
constexpr ThreePoses example{
    {{{-0.12, 0.0}, 0.0}, {{0.0, 0.06}, 30.0 * oneDegree}, {{0.12, 0.02}, 70.0 * oneDegree}}};

}  // namespace

struct PositionFinder::Picture {
    PositionCanvas* canvas = new PositionCanvas(example);
    QTableWidget* table = new QTableWidget;
    QWidget* both = new QWidget;
};

PositionFinder::PositionFinder(Workspace& workspace) : PositionFinder(workspace, Picture()) {}

PositionFinder::PositionFinder(Workspace& workspace, const Picture& picture)
    : LinkageFinder(workspace, tr("Linkage for positions"), picture.both),
      canvas_(picture.canvas),
      table_(picture.table),
      transmission_(makeAngleField(0.0, 80.0, 20.0, tr("Least transmission angle"))),
      longest_(new QDoubleSpinBox) {
    setObjectName("positionFinder");
    auto* row = new QHBoxLayout(picture.both);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(canvas_, 4);
    row->addWidget(table_, 5);
    table_->setObjectName("fourBars");
    table_->setAccessibleName(tr("Four-bars that pass the positions"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    addFields();
    connect(canvas_, &PositionCanvas::moved, this, [this] {
        writePoses();
        follow();
    });
    connect(table_, &QTableWidget::currentCellChanged, this, &PositionFinder::choose);
    for (QDoubleSpinBox* field : {transmission_, longest_})
        connect(field, &QDoubleSpinBox::valueChanged, this, &PositionFinder::follow);
}

void PositionFinder::addFields() {
    longest_->setRange(0.5, 100.0);
    longest_->setDecimals(1);
    longest_->setValue(2.0);
    longest_->setAccessibleName(tr("Longest link"));
    longest_->setToolTip(tr("Over the largest distance of the positions"));
    auto* grid = new QGridLayout;
    const std::array names{tr("x"), tr("y"), tr("angle")};
    for (int k = 0; k < 3; ++k) {
        grid->addWidget(new QLabel(tr("Position %1").arg(k + 1)), k, 0);
        for (int c = 0; c < 3; ++c) {
            auto* field = new QDoubleSpinBox;
            const auto pose = static_cast<std::size_t>(k), column = static_cast<std::size_t>(c);
            c < 2 ? field->setRange(-1e3, 1e3) : field->setRange(-360.0, 360.0);
            field->setDecimals(c < 2 ? 4 : 1);
            field->setSingleStep(c < 2 ? 0.01 : 5.0);
            field->setSuffix(c < 2 ? tr(" m") : tr("°"));
            field->setButtonSymbols(QAbstractSpinBox::NoButtons);
            field->setMinimumWidth(c < 2 ? leastLengthField : leastAngleField);
            field->setAccessibleName(tr("Position %1, %2").arg(k + 1).arg(names[column]));
            fields_[pose][column] = field;
            grid->addWidget(field, k, c + 1);
            connect(field, &QDoubleSpinBox::valueChanged, this, [this, pose] {
                ThreePoses poses = canvas_->poses();
                const auto& own = fields_[pose];
                poses[pose] = {{own[0]->value(), own[1]->value()}, own[2]->value() * oneDegree};
                canvas_->setPoses(poses);
                follow();
            });
        }
    }
    writePoses();
    auto* form = new QFormLayout;
    form->addRow(tr("Transmission angle"), transmission_);
    form->addRow(tr("Longest link"), longest_);
    controls_->addLayout(grid);
    controls_->addLayout(form);
}

void PositionFinder::writePoses() {
    for (std::size_t k = 0; k < 3; ++k) {
        const PlanePose& pose = canvas_->poses()[k];
        const std::array values{pose.p.real(), pose.p.imag(), pose.th / oneDegree};
        for (std::size_t c = 0; c < 3; ++c) {
            const QSignalBlocker quiet(fields_[k][c]);
            fields_[k][c]->setValue(values[c]);
        }
    }
}

void PositionFinder::showEvent(QShowEvent* event) {
    LinkageFinder::showEvent(event);
    if (found_.empty()) follow();
}

/// Finds them on another thread, and once more if the positions have moved meanwhile.
void PositionFinder::follow() {
    again_ = searching_;
    if (searching_) return;
    searching_ = true;
    ThreePoseRequest request;
    request.poses = canvas_->poses();
    request.pivots = pivotsAround(request.poses);
    request.transmissionAngle = transmission_->value() * oneDegree;
    request.longest = longest_->value();
    inBackground(
        this, [request] { return fourBarsThrough(request); },
        [this, request](const Result<std::vector<ThreePoseFourBar>>& found) {
            searching_ = false;
            take(request, found);
            if (again_) follow();
            Q_EMIT ended();
        });
}

void PositionFinder::take(const ThreePoseRequest& request,
                          const Result<std::vector<ThreePoseFourBar>>& found) {
    found_ = found ? *found : std::vector<ThreePoseFourBar>();
    poses_ = request.poses;
    fillTable();
    if (!found) return showNone(editText(found.error().front()));
    if (found_.empty())
        return showNone(
            tr("No four-bar with a crank that turns fully passes these positions. Allow longer "
               "links or a smaller transmission angle."));
    table_->setCurrentCell(0, 0);
}

void PositionFinder::fillTable() {
    const QSignalBlocker quiet(table_);
    const int rows = static_cast<int>(std::min(found_.size(), mostListed));
    const DisplayUnit unit = displayUnit("m");
    const QStringList heads{tr("Angle"), tr("Crank"), tr("Coupler"), tr("Rocker"), tr("Ground")};
    table_->clear();
    table_->setColumnCount(static_cast<int>(heads.size()));
    table_->setHorizontalHeaderLabels(heads);
    table_->horizontalHeaderItem(0)->setToolTip(tr("Least transmission angle over the turn"));
    table_->setRowCount(rows);
    for (int row = 0; row < rows; ++row) {
        const ThreePoseFourBar& f = found_[static_cast<std::size_t>(row)];
        QStringList cells{angleText(f.transmissionAngle)};
        for (const double length : {f.a, f.b, f.c, f.d}) cells << shortText(length * unit.perSi, 3);
        for (int c = 0; c < cells.size(); ++c) {
            auto* item = new QTableWidgetItem(cells[c]);
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table_->setItem(row, c, item);
        }
    }
    if (rows == 0) canvas_->setFourBar(std::nullopt);
}

void PositionFinder::choose(int row) {
    if (row < 0 || static_cast<std::size_t>(row) >= found_.size()) return;
    const ThreePoseFourBar& chosen = found_[static_cast<std::size_t>(row)];
    canvas_->setFourBar(chosen);
    QString text = found_.size() == 1
                       ? tr("One four-bar passes the positions on one branch.")
                       : tr("%1 four-bars pass the positions on one branch.").arg(found_.size());
    text += ' ' + tr("Lengths are in %1.").arg(displayUnit("m").label);
    if (found_.size() > mostListed)
        text +=
            ' ' + tr("The table has the %1 with the largest transmission angles.").arg(mostListed);
    showFound({{tr("Least transmission angle"), shortText(chosen.transmissionAngle / oneDegree, 3),
                QStringLiteral("°")},
               {tr("In the positions"), shortText(chosen.angleInPoses / oneDegree, 3),
                QStringLiteral("°")}},
              text);
}

Result<LinkageModel> PositionFinder::model() const {
    const auto row = static_cast<std::size_t>(std::max(0, table_->currentRow()));
    return linkageModel(planOf(found_[row], poses_, "linkage"));
}

}  // namespace momentree::app
