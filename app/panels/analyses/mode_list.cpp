// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/mode_list.hpp"

#include <QPainter>
#include <QStyledItemDelegate>
#include <cmath>

#include "app/base/number_text.hpp"
#include "app/base/theme/tokens.hpp"
#include "core/model/plate_outline.hpp"

namespace momentree::app {
namespace {

constexpr int pictureHeight = 104, cardGap = 10, cardMargin = 12;
constexpr std::size_t shapeColumn = 4;  ///< of the table of modes
constexpr double pinRadius = 2.5;

QString frequencyText(const Mode& mode) {
    if (mode.rigid) return ModeList::tr("Moves freely");
    if (mode.eigenvalue.imag() == 0.0)
        return mode.eigenvalue.real() > 0.0
                   ? ModeList::tr("Falls away in %1 s")
                         .arg(shortText(1.0 / mode.eigenvalue.real(), 3))
                   : ModeList::tr("Fades in %1 s").arg(shortText(-1.0 / mode.eigenvalue.real(), 3));
    return shortText(mode.frequency, 3) + " Hz";
}

QString dampingText(const Mode& mode) {
    if (mode.rigid || mode.eigenvalue.imag() == 0.0) return {};
    return ModeList::tr("%1 % damping").arg(shortText(100.0 * mode.damping, 3));
}

/// The points of a body where joints and forces hold it, in its frame; its centre if there is only
/// one.
std::vector<std::vector<Vector3d>> outlinesOf(const Model& model) {
    std::vector<std::vector<Vector3d>> outlines(model.bodies.size());
    const auto add = [&](const Marker& marker) {
        if (marker.body != ground)
            outlines[static_cast<std::size_t>(marker.body)].push_back(marker.frame.r);
    };
    for (const JointElement& joint : model.joints) {
        add(joint.A);
        add(joint.B);
    }
    for (const Marker& marker : model.markers) add(marker);
    for (auto& outline : outlines)
        if (outline.size() < 2) outline.push_back(Vector3d::Zero());
    return outlines;
}

using Lines = std::vector<QPolygonF>;

Lines linesOf(const std::vector<std::vector<Vector3d>>& outlines,
              const std::vector<BodyState>& pose, const Matrix3d& axes) {
    Lines lines;
    for (std::size_t i = 0; i < outlines.size(); ++i) {
        QPolygonF line;
        for (const Vector3d& point : outlines[i]) {
            const Vector3d seen =
                axes.transpose() * (pose[i].r + rotationOf<double>(pose[i].e) * point);
            line << QPointF(seen.x(), -seen.y());
        }
        lines.push_back(line);
    }
    return lines;
}

/// The hull of the points of a body.
QPolygonF hullOf(const QPolygonF& points) {
    if (points.size() < 3) return points;
    Ring ring;
    for (const QPointF& p : points) ring.emplace_back(p.x(), p.y());
    QPolygonF hull;
    for (const Eigen::Vector2d& p : convexHull(std::move(ring))) hull << QPointF(p.x(), p.y());
    return hull << hull.front();
}

void paintShape(QPainter& painter, const QRectF& box, const Outcome& outcome, std::size_t mode,
                const Matrix3d& axes, const QColor& ink) {
    const auto outlines = outlinesOf(*outcome.model);
    const Poses& poses = outcome.shapes[mode];
    const Lines rest = linesOf(outlines, aboutPose(outcome).state->bodies, axes);
    const Lines ahead = linesOf(outlines, poses.front(), axes);
    const Lines back = linesOf(outlines, poses[poses.size() / 2], axes);
    QRectF all;
    for (const Lines* lines : {&rest, &ahead, &back})
        for (const QPolygonF& line : *lines)
            for (const QPointF& p : line)
                all = all.isNull() ? QRectF(p, QSizeF(1e-9, 1e-9))
                                   : all.united(QRectF(p, QSizeF(1e-9, 1e-9)));
    const double scale = std::min(box.width() / all.width(), box.height() / all.height());
    const auto placed = [&](QPolygonF line) {
        for (QPointF& p : line) p = box.center() + (p - all.center()) * scale;
        return line;
    };
    painter.setBrush(Qt::NoBrush);
    for (const Lines* lines : {&ahead, &back}) {
        painter.setPen(QPen(faded(ink, 0.4), 1.5));
        for (const QPolygonF& line : *lines) painter.drawPolyline(placed(hullOf(line)));
    }
    painter.setPen(QPen(ink, 3.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const QPolygonF& line : rest) painter.drawPolyline(placed(hullOf(line)));
    painter.setPen(QPen(ink, 1.0));
    painter.setBrush(themeColors(isDark()).sceneTop);
    for (const QPolygonF& line : rest)
        for (const QPointF& p : placed(line)) painter.drawEllipse(p, pinRadius, pinRadius);
}

}  // namespace

class ModeList::Card final : public QStyledItemDelegate {
public:
    explicit Card(const ModeList& list) : list_(list) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const int line = QFontMetrics(option.font).height();
        return {200, (hasShape(index) ? pictureHeight : 0) + 3 * line + 2 * cardMargin + cardGap};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const ThemeColors& colors = themeColors(isDark(option.palette));
        const bool chosen = option.state & QStyle::State_Selected;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF card = QRectF(option.rect).adjusted(2, 2, -2, 2 - cardGap);
        painter->setPen(QPen(chosen ? colors.accent : colors.hair, chosen ? 2.0 : 1.0));
        painter->setBrush(option.state & QStyle::State_MouseOver ? colors.hover : colors.raised);
        painter->drawRoundedRect(card, metric::cardRadius, metric::cardRadius);
        QRectF text = card.adjusted(cardMargin, cardMargin, -cardMargin, -cardMargin);
        if (hasShape(index)) {
            const QRectF picture(text.left(), text.top(), text.width(), pictureHeight - cardMargin);
            paintShape(*painter, picture, *list_.outcome_, static_cast<std::size_t>(index.row()),
                       list_.axes_, chosen ? colors.accent : colors.mutedText);
            text.setTop(text.top() + pictureHeight);
        }
        paintWords(*painter, option, index, text, colors);
        painter->restore();
    }

private:
    bool hasShape(const QModelIndex& index) const {
        return list_.outcome_ &&
               static_cast<std::size_t>(index.row()) < list_.outcome_->shapes.size();
    }
    static void paintWords(QPainter& painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index, const QRectF& text,
                           const ThemeColors& colors) {
        const QString frequency = index.data(Qt::DisplayRole).toString();
        const QFont title = textFont(TextSize::Title, option.font);
        painter.setFont(title);
        painter.setPen(colors.text);
        painter.drawText(text, Qt::AlignTop | Qt::AlignLeft, frequency);
        painter.setFont(option.font);
        painter.setPen(colors.mutedText);
        const QRectF beside =
            text.adjusted(QFontMetricsF(title).horizontalAdvance(frequency) + 12, 2, 0, 0);
        painter.drawText(beside, Qt::AlignTop | Qt::AlignLeft, index.data(Qt::UserRole).toString());
        const QString shape =
            option.fontMetrics.elidedText(index.data(Qt::UserRole + 1).toString(), Qt::ElideRight,
                                          static_cast<int>(text.width()));
        painter.drawText(text, Qt::AlignBottom | Qt::AlignLeft, shape);
    }

    const ModeList& list_;
};

ModeList::ModeList(QWidget* parent) : QListWidget(parent) {
    setObjectName("modes");
    setAccessibleName(tr("Modes"));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* card = new Card(*this);
    card->setParent(this);
    setItemDelegate(card);
}

void ModeList::show(std::shared_ptr<const Outcome> outcome, const Matrix3d& axes) {
    const QSignalBlocker quiet(this);
    outcome_ = std::move(outcome);
    axes_ = axes;
    clear();
    const AboutPose about = aboutPose(*outcome_);
    if (!about.modes) return;
    const TextTable* table =
        outcome_->output.tables.empty() ? nullptr : &outcome_->output.tables.back();
    for (std::size_t k = 0; k < about.modes->modes.size(); ++k) {
        const Mode& mode = about.modes->modes[k];
        auto* item = new QListWidgetItem(frequencyText(mode), this);
        const QString shape =
            table ? QString::fromStdString((*table)[k + 1][shapeColumn]) : QString();
        item->setData(Qt::UserRole, dampingText(mode));
        item->setData(Qt::UserRole + 1, shape);
        item->setToolTip(shape);
        item->setData(Qt::AccessibleTextRole,
                      tr("Mode %1: %2, %3").arg(k + 1).arg(frequencyText(mode), dampingText(mode)));
    }
    if (count() > 0) setCurrentRow(0);
}

}  // namespace momentree::app
