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

/// One thing of a model that can be selected.
struct Element {
    enum class Kind { None, Body, Joint, Motion, Force, Parameter };
    Kind kind = Kind::None;
    int index = -1;  ///< into the description's list of that kind
    bool operator==(const Element&) const = default;
};

QString elementName(const ModelDescription& model, const Element& element);
QString elementType(const ModelDescription& model, const Element& element);  ///< "revolute joint"
/// As files have them.
inline constexpr std::array jointTypes{
    QT_TRANSLATE_NOOP("momentree::app", "revolute"),
    QT_TRANSLATE_NOOP("momentree::app", "prismatic"),
    QT_TRANSLATE_NOOP("momentree::app", "universal"),
    QT_TRANSLATE_NOOP("momentree::app", "cylindrical"),
    QT_TRANSLATE_NOOP("momentree::app", "spherical"),
    QT_TRANSLATE_NOOP("momentree::app", "free"),
    QT_TRANSLATE_NOOP("momentree::app", "fixed"),
    QT_TRANSLATE_NOOP("momentree::app", "distance"),
};
/// Such a type as people call it; one that is unknown stays as it is.
QString jointTypeText(const std::string& type);
QString elementIcon(const ModelDescription& model, const Element& element);
/// Whether the description has it.
bool exists(const ModelDescription& model, const Element& element);

/// A line of the read-out: the values of recorded columns at the shown time.
struct Property {
    QString name;
    QString unit;
    std::vector<int> columns;  ///< of a row
    bool length = false;       ///< the Euclidean norm of the columns instead of each
};
std::vector<Property> readOutOf(const Model& model, const RowLayout& layout,
                                const Element& element);

}  // namespace momentree::app
