// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QtGlobal>
#include <array>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/model/model.hpp"

namespace momentree::app {

/// A selectable part of a model.
struct Element {
    enum class Kind { None, Body, Joint, Motion, Coupling, Force, Parameter };
    Kind kind = Kind::None;
    int index = -1;  ///< into the description's list of that kind
    bool operator==(const Element&) const = default;
};

QString elementName(const ModelDescription& model, const Element& element);
QString elementType(const ModelDescription& model, const Element& element);  ///< "revolute joint"
/// As written in files.
inline constexpr std::array jointTypes{
    QT_TRANSLATE_NOOP("momentree::app", "revolute"),
    QT_TRANSLATE_NOOP("momentree::app", "prismatic"),
    QT_TRANSLATE_NOOP("momentree::app", "universal"),
    QT_TRANSLATE_NOOP("momentree::app", "cylindrical"),
    QT_TRANSLATE_NOOP("momentree::app", "screw"),
    QT_TRANSLATE_NOOP("momentree::app", "planar"),
    QT_TRANSLATE_NOOP("momentree::app", "spherical"),
    QT_TRANSLATE_NOOP("momentree::app", "constant-velocity"),
    QT_TRANSLATE_NOOP("momentree::app", "free"),
    QT_TRANSLATE_NOOP("momentree::app", "fixed"),
    QT_TRANSLATE_NOOP("momentree::app", "distance"),
    QT_TRANSLATE_NOOP("momentree::app", "point-on-line"),
    QT_TRANSLATE_NOOP("momentree::app", "point-on-plane"),
    QT_TRANSLATE_NOOP("momentree::app", "point-on-curve"),
    QT_TRANSLATE_NOOP("momentree::app", "cam-roller"),
    QT_TRANSLATE_NOOP("momentree::app", "cam-face"),
    QT_TRANSLATE_NOOP("momentree::app", "rolling-disc"),
    QT_TRANSLATE_NOOP("momentree::app", "rolling-ellipsoid"),
    QT_TRANSLATE_NOOP("momentree::app", "knife-edge"),
};
/// The name of a joint type for people; an unknown type is returned unchanged.
QString jointTypeText(const std::string& type);
QString elementIcon(const ModelDescription& model, const Element& element);
/// Whether the description has it.
bool exists(const ModelDescription& model, const Element& element);

/// A line of the read-out: values of recorded columns at the current time.
struct Property {
    QString name;
    QString unit;
    std::vector<int> columns;  ///< of a row
    bool length = false;       ///< show the Euclidean norm of the columns instead of each
};
std::vector<Property> readOutOf(const Model& model, const RowLayout& layout,
                                const Element& element);

}  // namespace momentree::app
