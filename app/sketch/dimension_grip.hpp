// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QPointer>
#include <optional>
#include <string>

#include "app/document/fields/field.hpp"
#include "app/document/selection.hpp"
#include "app/scene/dimensions.hpp"
#include "app/sketch/edits.hpp"

namespace momentree::app {

class UnitLine;

/// Length and angle of the selected bar in the picture. A click on one of them opens a field in its
/// place, in which a value, an expression or a new parameter can be typed: "12 cm", "2*L1",
/// "L1 = 12 cm".
class DimensionGrip final {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::DimensionGrip)
public:
    DimensionGrip(Viewport& viewport, Edits& edits, const Selection& selection);

    bool press(QPointF at);  ///< opens the field of a dimension that is there
    bool canEdit() const;    ///< whether a bar is selected
    void edit();             ///< opens the field of its length
    bool editing() const;
    void leave(bool take);  ///< closes the field; a wrong value stays in it
    void paint(QPainter& painter);
    std::vector<QRectF> labels() const;  ///< of length and angle [logical pixels]

private:
    struct Shown {
        Dimension dimension;
        Field field;
        QRectF label;  ///< [logical pixels]
    };
    int bar() const;  ///< the only selected body, -1 if there is none
    std::vector<Shown> shown() const;
    void open(const Shown& shown);
    std::optional<Field> field() const;

    Viewport& viewport_;
    Edits& edits_;
    const Selection& selection_;
    UnitLine* entry_;
    std::string link_;  ///< whose dimension the entry holds
    Dimension::Kind kind_ = Dimension::Kind::Length;
};

}  // namespace momentree::app
