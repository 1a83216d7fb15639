// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/reach_answer.hpp"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QTableWidget>

#include "app/base/number_text.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

constexpr std::size_t mostDots = 12000;

/// The cells of an area, which follow each other in rows.
QPainterPath areaPath(const PointReach& point, const Sight& sight) {
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    const std::vector<Vector3d>& places = point.places;
    for (std::size_t first = 0; first < places.size();) {
        std::size_t last = first;
        const Vector3d along = last + 1 < places.size() ? Vector3d(places[last + 1] - places[first])
                                                        : Vector3d::Zero();
        const auto follows = [&](std::size_t k) {
            return (places[k] - places[k - 1] - along).norm() < 0.01 * point.cell;
        };
        if (std::abs(along.norm() - point.cell) < 0.01 * point.cell)
            while (last + 1 < places.size() && follows(last + 1)) ++last;
        const Vector3d side = last > first ? along : point.cell * point.normal.unitOrthogonal();
        const Vector3d half = 0.5 * side, across = 0.5 * point.normal.cross(side);
        path.addPolygon(QPolygonF{sight.toView(places[first] - half - across),
                                  sight.toView(places[last] + half - across),
                                  sight.toView(places[last] + half + across),
                                  sight.toView(places[first] - half + across)});
        path.closeSubpath();
        first = last + 1;
    }
    return path;
}

}  // namespace

ReachAnswer::ReachAnswer(Workspace& workspace, PoseStage& stage, Viewport& viewport)
    : Answer(AnalysisKind::Reach, workspace, stage, tr("Reach")),
      viewport_(viewport),
      box_(new QLabel) {
    setObjectName("reachAnswer");
    box_->setWordWrap(true);
    body_->addWidget(box_);
    body_->addStretch(1);
    viewport_.addLayer(this);
}

void ReachAnswer::present() {
    delete table_;
    TextTable points = outcome()->output.tables.front();
    for (std::vector<std::string>& row : points) row.resize(2);
    table_ = makeTable(points, this);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setFixedHeight(table_->horizontalHeader()->height() +
                           std::min(table_->rowCount(), 12) * table_->rowHeight(0) +
                           2 * table_->frameWidth());
    body_->insertWidget(0, table_);
    connect(table_, &QTableWidget::currentCellChanged, this, &ReachAnswer::showPoses);
}

void ReachAnswer::showPoses() {
    const PointReach* point = chosen();
    const auto range = [&](const QString& axis, Eigen::Index k) {
        return tr("%1 from %2 to %3 m")
            .arg(axis, shortText(point->least[k], 4), shortText(point->most[k], 4));
    };
    QStringList lines;
    if (point != nullptr) {
        lines << range("x", 0) << range("y", 1) << range("z", 2) << QString()
              << tr("Moved by %1 DOF.").arg(point->freedom);
        if (point->method == PointReach::Method::Pulls && point->cell > 0.0)
            lines << tr("It was pulled to %1 cells of %2 m; what no pull found is missing.")
                         .arg(point->places.size())
                         .arg(shortText(point->cell, 2));
    }
    box_->setText(lines.join(QLatin1Char('\n')));
    if (point != nullptr) stage_.keepInView(point->farthest);
    viewport_.update();
}

void ReachAnswer::hideEvent(QHideEvent* event) {
    Answer::hideEvent(event);
    viewport_.update();
}

/// The first one until another is chosen.
const PointReach* ReachAnswer::chosen() const {
    if (!isVisible() || !outcome() || table_ == nullptr) return nullptr;
    const auto& points = std::get<ReachAnalysis>(outcome()->found).points;
    const auto row = static_cast<std::size_t>(std::max(0, table_->currentRow()));
    return row < points.size() ? &points[row] : nullptr;
}

void ReachAnswer::paint(QPainter& painter, const Sight& sight) {
    const PointReach* point = chosen();
    if (point == nullptr) return;
    QColor fill = themeColors(sight.dark).accent;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (point->kind == PointReach::Kind::Area) {
        fill.setAlphaF(0.22F);
        painter.fillPath(areaPath(*point, sight), fill);
    } else {
        const bool volume = point->kind == PointReach::Kind::Volume;
        const std::vector<Vector3d>& dots = volume ? point->edge : point->places;
        fill.setAlphaF(volume ? 0.5F : 0.7F);
        painter.setPen(QPen(fill, 2.0, Qt::SolidLine, Qt::RoundCap));
        const std::size_t every = dots.size() / mostDots + 1;
        for (std::size_t k = 0; k < dots.size(); k += every)
            painter.drawPoint(sight.toView(dots[k]));
    }
    painter.restore();
}

}  // namespace momentree::app
