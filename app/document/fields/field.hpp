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

/// One line of the inspector: a property of an element that can be edited or chosen.
struct Field {
    QString name, unit, help;
    std::function<QString(ModelDescription&)> text;  ///< as currently written
    /// Sets the value; returns an empty string, or the error.
    std::function<QString(ModelDescription&, const QString& text)> take;
    QStringList choices;       ///< empty: free text
    bool color = false;        ///< "#rrggbb"
    QString fold = {};         ///< title of the group that hides it, empty if it is always shown
    QString foldSummary = {};  ///< what the closed group says; empty: its first value
    /// Of several elements: whether their values differ, so that `text` has none.
    std::function<bool(ModelDescription&)> differs = {};
    /// The value of an expression in the unit shown, "45 deg"; empty for a plain number.
    std::function<QString(ModelDescription&)> value = {};
};

using ScalarAccess = std::function<Scalar&(ModelDescription&)>;

/// A number or an expression.
Field scalarField(const QString& name, const QString& unit, const QString& help,
                  ScalarAccess access);
/// A rate in `unit`, "rpm" or "Hz", or in rad/s if angles are in radians.
Field rateField(const QString& name, const QString& unit, const QString& help, ScalarAccess access);
/// Several numbers or expressions in one line, separated by commas.
Field listField(const QString& name, const QString& unit, const QString& help,
                std::vector<ScalarAccess> accesses);
/// Any number of them, none if it is empty.
Field numbersField(const QString& name, const QString& unit, const QString& help,
                   const std::function<std::vector<Scalar>&(ModelDescription&)>& access);
Field textField(const QString& name, const QString& help,
                std::function<std::string&(ModelDescription&)> access);
Field choiceField(const QString& name, const QString& help, const QStringList& choices,
                  std::function<std::string&(ModelDescription&)> access);

/// The error in a number or an expression without a value. A plain number is in the field's unit
/// and keeps it.
QString valueProblem(const ModelDescription& model, const QString& text);
Scalar typedScalar(const QString& text, const DisplayUnit& unit);

/// The unit of a number with a unit, "12 cm"; null for a plain number or an expression.
const Unit* unitTyped(const QString& text);
/// Returns the error if a number has a unit of another quantity, such as "30 deg" for a mass.
/// Expressions may use any units.
QString wrongUnit(const QString& text, const QString& si);

/// Takes what was typed for a field; "NAME = value" sets or adds a parameter and uses it.
/// @return empty, or the error
QString takeTyped(ModelDescription& model, const Field& field, const QString& si,
                  const QString& text);

/// Splits at commas outside parentheses and trims the parts.
QStringList splitList(const QString& text);
/// As written in a file: "0.3", "12 cm", "2*L".
QString scalarText(const Scalar& scalar);
/// Expressions as written, plain numbers in the unit shown.
QString shownText(const Scalar& scalar, const DisplayUnit& unit);
/// A number, or an expression to be checked by `evaluate`.
Scalar scalarFrom(const QString& text);
/// The unit of a parameter as written: "12 cm" is in centimetres.
DisplayUnit writtenUnit(const Scalar& written);
/// Another value in the same unit.
Scalar writtenLike(const Scalar& before, double value);

/// The value in metres of a number in the displayed unit of lengths, or of an expression; empty if
/// it is invalid.
std::optional<double> typedLength(const ModelDescription& model, const QString& text);
/// The same for any quantity, identified by its unit: "m", "rad".
std::optional<double> typedQuantity(const ModelDescription& model, const QString& text,
                                    const QString& si);

/// The values of expressions that may use the model's parameters; empty if one is invalid.
std::vector<double> valuesOf(const ModelDescription& model, const QStringList& texts);

/// All editable properties of an element, or of the model if `element` is none.
std::vector<Field> fieldsOf(const ModelDescription& model, const Element& element);
/// The properties of one of several elements that can be set for all of them.
std::vector<Field> sharedFieldsOf(const ModelDescription& model, const Element& element);

}  // namespace momentree::app
