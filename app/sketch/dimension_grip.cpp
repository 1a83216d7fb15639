// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/dimension_grip.hpp"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/base/theme/theme.hpp"
#include "app/base/unit_line.hpp"
#include "app/document/fields/link_fields.hpp"
#include "app/document/lookup.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

constexpr double reach_px = 6.0;  ///< around a label

/// Of the bodies [logical pixels].
QPointF middle(const Sight& sight) {
    QPointF sum;
    for (std::size_t i = 0; i < sight.model.bodies.size(); ++i)
        sum += sight.toView(sight.pose(static_cast<int>(i)).r);
    return sight.model.bodies.empty() ? sum : sum / static_cast<double>(sight.model.bodies.size());
}

QString siOf(Dimension::Kind kind) {
    return kind == Dimension::Kind::Length ? QStringLiteral("m") : QStringLiteral("rad");
}

}  // namespace

DimensionGrip::DimensionGrip(Viewport& viewport, Edits& edits, const Selection& selection)
    : viewport_(viewport), edits_(edits), selection_(selection) {
    entry_ = new UnitLine({}, &viewport_);
    entry_->setObjectName("dimensionEntry");
    entry_->setAccessibleName(tr("Length or angle"));
    entry_->setFixedWidth(120);
    entry_->hide();
}

int DimensionGrip::bar() const {
    const std::vector<Element>& elements = selection_.elements();
    const bool one = elements.size() == 1 && elements.front().kind == Element::Kind::Body;
    return one ? elements.front().index : -1;
}

std::vector<DimensionGrip::Shown> DimensionGrip::shown() const {
    const int body = bar();
    const auto sight = viewport_.sight();
    const CheckedModel& seen = edits_.seen();
    const auto index = static_cast<std::size_t>(body);
    if (body < 0 || !sight || !sight->flat || !seen.built ||
        index >= edits_.description().bodies.size())
        return {};
    const std::vector<Field> fields = barFields(edits_.description(), index);
    if (fields.size() != 2) return {};
    const std::vector<int>& markers = sight->model.bodies[index].markers;
    if (markers.size() < 2) return {};
    const auto place = [&](int k) {
        return sight->place(sight->model.markers[static_cast<std::size_t>(k)]);
    };
    const Vector3d a = place(markers[0]), b = place(markers[1]);
    Dimension length{.kind = Dimension::Kind::Length, .from = a, .to = b};
    Dimension angle{Dimension::Kind::Angle, a, a, Vector3d::UnitX(), (b - a).normalized()};
    std::vector<Shown> all{{length, fields[0], {}}, {angle, fields[1], {}}};
    for (Shown& one : all)
        one.label = dimensionLabel(*sight, one.dimension, viewport_.font(), middle(*sight));
    return all;
}

std::vector<QRectF> DimensionGrip::labels() const {
    std::vector<QRectF> labels;
    for (const Shown& one : shown()) labels.push_back(one.label);
    return labels;
}

bool DimensionGrip::press(QPointF at) {
    for (const Shown& one : shown())
        if (one.label.adjusted(-reach_px, -reach_px, reach_px, reach_px).contains(at)) {
            open(one);
            return true;
        }
    return false;
}

bool DimensionGrip::canEdit() const { return !shown().empty(); }

void DimensionGrip::edit() {
    if (const auto all = shown(); !all.empty()) open(all.front());
}

bool DimensionGrip::editing() const { return entry_->isVisible(); }

void DimensionGrip::open(const Shown& shown) {
    kind_ = shown.dimension.kind;
    ModelDescription copy = edits_.description();
    link_ = copy.bodies[static_cast<std::size_t>(bar())].name;
    entry_->setUnit(shown.field.unit);
    entry_->setText(shown.field.text(copy));
    entry_->setAccessibleName(shown.field.name);
    entry_->setToolTip(shown.field.help);
    entry_->setPalette(viewport_.palette());
    const QRect room = viewport_.rect().adjusted(4, 4, -entry_->width() - 4, -entry_->height() - 4);
    const QPoint at =
        (shown.label.center() - 0.5 * QPointF(entry_->width(), entry_->height())).toPoint();
    entry_->move(std::clamp(at.x(), room.left(), room.right()),
                 std::clamp(at.y(), room.top(), room.bottom()));
    entry_->show();
    entry_->raise();
    entry_->setFocus();
    entry_->selectAll();
}

/// The field of the entry in the drawing as it is now: undo may have removed the link meanwhile.
std::optional<Field> DimensionGrip::field() const {
    const ModelDescription& model = edits_.description();
    const BodyDescription* link = findBody(model, link_);
    if (!link) return std::nullopt;
    const auto index = static_cast<std::size_t>(link - model.bodies.data());
    const std::vector<Field> fields = barFields(model, index);
    if (fields.empty()) return std::nullopt;
    return fields[kind_ == Dimension::Kind::Length ? 0 : 1];
}

void DimensionGrip::leave(bool take) {
    // What was not edited stays as it is: a text has fewer digits than a drawn angle.
    const bool edited = take && entry_->isModified();
    const auto field = edited ? this->field() : std::nullopt;
    if (field) {
        QString why;
        edits_.draw(tr("Set %1").arg(field->name.toLower()), [&](Drawing& d) {
            why = takeTyped(d.description, *field, siOf(kind_), entry_->text());
        });
        if (!why.isEmpty()) {
            edits_.refuse(why);
            return entry_->selectAll();
        }
    }
    entry_->hide();
    viewport_.setFocus();
    if (edited && !field)
        edits_.refuse(tr("%1 is no longer a link with two ends, so nothing was set")
                          .arg(QString::fromStdString(link_)));
}

void DimensionGrip::paint(QPainter& painter) {
    const auto sight = viewport_.sight();
    if (!sight || editing()) return;
    for (const Shown& one : shown())
        paintDimension(painter, *sight, one.dimension, themeColors(sight->dark).accent,
                       middle(*sight));
}

}  // namespace momentree::app
