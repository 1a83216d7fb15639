// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "core/diagnostics/sample.hpp"
#include "core/model/model.hpp"

namespace momentree::app {

/// One thing of a model that can be selected.
struct Element {
    enum class Kind { None, Body, Joint, Motion, Spring, AxialLoad, AppliedLoad, Drag };
    Kind kind = Kind::None;
    int index = -1;  ///< into the model's list of that kind
    bool operator==(const Element&) const = default;
};

QString elementName(const Model& model, const Element& element);
QString elementType(const Model& model, const Element& element);  ///< "revolute joint", "body"
QString elementIcon(const Model& model, const Element& element);

/// A line of the read-out: a fixed text, or the values of recorded columns at the shown time.
struct Property {
    QString name;
    QString unit;
    QString text;              ///< fixed value; empty: live
    std::vector<int> columns;  ///< of a row
    bool length = false;       ///< the Euclidean norm of the columns instead of each
};
std::vector<Property> propertiesOf(const Model& model, const RowLayout& layout,
                                   const Element& element);

}  // namespace momentree::app
