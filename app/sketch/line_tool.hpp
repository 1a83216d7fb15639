// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/document/selection.hpp"
#include "app/sketch/edits.hpp"
#include "app/sketch/snapping.hpp"
#include "app/sketch/tool.hpp"

namespace momentree::app {

/// Links, plates, sliders, springs, dampers and forces: from one point to another.
class LineTool final : public Tool {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::LineTool)
public:
    LineTool(ToolKind kind, Viewport& viewport, const DrawingPlane& plane, const Snapping& snapping,
             Edits& edits, Selection& selection);

    bool press(QPointF at, Qt::KeyboardModifiers keys) override;
    void move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) override;
    void release(QPointF at, Qt::KeyboardModifiers keys) override;
    void finish() override;
    bool cancel() override;
    void paint(QPainter& painter) override;
    QString hint() const override;
    bool takesLength() const override { return !points_.empty(); }
    bool goOn() override;
    bool canGoOn() const override { return points_.empty() && lastEnd().has_value(); }
    /// For a force its magnitude [N].
    void takeLength(double length, std::optional<double> angle) override;
    QString entryUnit() const override {
        return kind_ == ToolKind::Force ? QStringLiteral("N") : Tool::entryUnit();
    }
    QString entryExample() const override {
        return kind_ == ToolKind::Force ? QStringLiteral("12 N, 30 deg") : Tool::entryExample();
    }

private:
    std::optional<DrawnPoint> lastEnd() const;
    std::optional<Point> anchor() const;
    bool closesShape(QPointF at) const;
    bool crossesWith(const DrawnPoint& corner) const;  ///< whether the outline crosses itself
    Target aim(QPointF at, Qt::KeyboardModifiers keys) const;
    void conclude(const DrawnPoint& end);
    void create(const std::vector<DrawnPoint>& points);
    Element createContact(const DrawnPoint& from, const DrawnPoint& to);
    Element createLoad(const DrawnPoint& from, const DrawnPoint& to);
    bool placeOnHinge(int joint);
    double forceOf(const Vector3d& span) const;  ///< force drawn with this length [N]

    ToolKind kind_;
    Viewport& viewport_;
    const DrawingPlane& plane_;
    const Snapping& snapping_;
    Edits& edits_;
    Selection& selection_;
    std::vector<DrawnPoint> points_;
    std::string lastLink_;  ///< drawn with this tool
    Target now_;
    QPointF pressedAt_;
    std::optional<double> typed_;  ///< magnitude of the force [N]
    bool fresh_ = false;           ///< the first point was set by the current press
};

}  // namespace momentree::app
