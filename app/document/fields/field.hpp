// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <optional>
#include <vector>

#include "app/base/display_unit.hpp"
#include "app/document/element.hpp"
#include "core/model/units.hpp"

namespace momentree::app {

/// One line of the inspector: something of an element that can be typed or chosen.
struct Field {
    QString name, unit, help;
    std::function<QString(ModelDescription&)> text;  ///< as it is written now
    /// Empty if `text` was taken over, otherwise why not.
    std::function<QString(ModelDescription&, const QString& text)> take;
    QStringList choices;  ///< empty: typed
    bool color = false;   ///< "#rrggbb"
};

using ScalarAccess = std::function<Scalar&(ModelDescription&)>;

/// A number or an expression.
Field scalarField(const QString& name, const QString& unit, const QString& help,
                  ScalarAccess access);
/// Several numbers or expressions in one line, separated by commas.
Field listField(const QString& name, const QString& unit, const QString& help,
                std::vector<ScalarAccess> accesses);
Field textField(const QString& name, const QString& help,
                std::function<std::string&(ModelDescription&)> access);
Field choiceField(const QString& name, const QString& help, const QStringList& choices,
                  std::function<std::string&(ModelDescription&)> access);

/// A plain number is in the unit that the field shows, and keeps it.
/// What is wrong with a number or an expression that has no value.
QString valueProblem(const ModelDescription& model, const QString& text);
Scalar typedScalar(const QString& text, const DisplayUnit& unit);

/// The unit of a number with one, "12 cm"; null without, or in an expression.
const Unit* unitTyped(const QString& text);
/// Empty, or why a number with a unit cannot be what is asked for: "30 deg" is no mass. Expressions
/// may use any units.
QString wrongUnit(const QString& text, const QString& si);

/// At commas that are not inside of parentheses; parts are trimmed.
QStringList splitList(const QString& text);
/// As a file has it: "0.3", "12 cm", "2*L".
QString scalarText(const Scalar& scalar);
/// A number, or an expression that `evaluate` judges.
Scalar scalarFrom(const QString& text);

/// A number in the unit that lengths are shown in, or an expression [m]; nothing if it is neither.
std::optional<double> typedLength(const ModelDescription& model, const QString& text);
/// The same of any quantity, known by its unit: "m", "rad".
std::optional<double> typedQuantity(const ModelDescription& model, const QString& text,
                                    const QString& si);

/// The values of expressions that may use the model's parameters; empty if one has none.
std::vector<double> valuesOf(const ModelDescription& model, const QStringList& texts);

/// Everything of an element that can be changed; of the model where `element` is none.
std::vector<Field> fieldsOf(const ModelDescription& model, const Element& element);
/// What several elements can be given alike, of one of them; it exists.
std::vector<Field> sharedFieldsOf(const ModelDescription& model, const Element& element);

}  // namespace momentree::app
