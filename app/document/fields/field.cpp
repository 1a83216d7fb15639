// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/fields/field.hpp"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "app/base/diagnostic_text.hpp"
#include "app/base/text.hpp"
#include "core/model/evaluate.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr int shownDigits = 12;  ///< of numbers in units other than the file's

/// The parameters of a model, followed by the given values.
ModelDescription withValues(const ModelDescription& model, const QStringList& texts) {
    ModelDescription trial;
    trial.parameters = model.parameters;
    for (const QString& text : texts) {
        ParameterDescription parameter;
        parameter.name = "typed_value_" + std::to_string(trial.parameters.size());
        parameter.value = scalarFrom(text);
        trial.parameters.push_back(parameter);
    }
    return trial;
}

/// One line of numbers or expressions, of which plain numbers are in the unit shown.
Field fieldShownIn(const DisplayUnit& shown, const QString& si, const QString& name,
                   const QString& help, std::vector<ScalarAccess> accesses) {
    Field field{name, shown.label, help, {}, {}, {}};
    field.text = [accesses, shown](ModelDescription& model) {
        QStringList parts;
        for (const ScalarAccess& access : accesses) parts << shownText(access(model), shown);
        return parts.join(QStringLiteral(", "));
    };
    field.take = [accesses, shown, si](ModelDescription& model, const QString& text) -> QString {
        // A single number may have a decimal comma.
        QStringList parts = splitList(text);
        if (accesses.size() == 1 && parts.size() == 2) parts = {parts.join('.')};
        if (static_cast<std::size_t>(parts.size()) != accesses.size())
            return accesses.size() == 1
                       ? tr("enter one number or expression")
                       : tr("enter %1 values, separated by commas").arg(accesses.size());
        for (const QString& part : parts)
            if (part.isEmpty())
                return tr("enter a number or an expression, for example 12 cm or 2*L");
        for (const QString& part : parts)
            if (const QString wrong = wrongUnit(part, si); !wrong.isEmpty()) return wrong;
        for (std::size_t k = 0; k < accesses.size(); ++k) {
            // What was not edited stays as it is written, with all its digits.
            Scalar& scalar = accesses[k](model);
            const QString& part = parts[static_cast<qsizetype>(k)];
            if (part != shownText(scalar, shown)) scalar = typedScalar(part, shown);
        }
        return {};
    };
    if (accesses.size() == 1)
        field.value = [access = accesses.front(), shown](ModelDescription& model) {
            const Scalar& scalar = access(model);
            return scalar.text.empty() ? QString()
                                       : QStringLiteral("%1 %2")
                                             .arg(scalar.value * shown.perSi, 0, 'g', 4)
                                             .arg(shown.label)
                                             .trimmed();
        };
    return field;
}

}  // namespace

const Unit* unitTyped(const QString& text) {
    static const QRegularExpression numberWithUnit(
        QStringLiteral("^[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?\\s*([A-Za-z]+)$"));
    const auto match = numberWithUnit.match(text);
    return match.hasMatch() ? findUnit(match.captured(1).toStdString()) : nullptr;
}

QString wrongUnit(const QString& text, const QString& si) {
    const Unit* unit = unitTyped(text);
    if (!unit || si.isEmpty() || si == QString::fromUtf8(unit->si.data(), unit->si.size()))
        return {};
    return tr("%1 is not a unit of this quantity, which is measured in %2")
        .arg(QString::fromUtf8(unit->name.data(), unit->name.size()), si);
}

Scalar typedScalar(const QString& text, const DisplayUnit& unit) {
    Scalar scalar = scalarFrom(text);
    if (unit.suffix.isEmpty() || !scalar.text.empty()) return scalar;
    return scalarFrom(QString::fromStdString(numberText(scalar.value)) + ' ' + unit.suffix);
}

QString takeTyped(ModelDescription& model, const Field& field, const QString& si,
                  const QString& text) {
    static const QRegularExpression assignment(
        QStringLiteral("^\\s*([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*(.+?)\\s*$"));
    const auto match = assignment.match(text);
    if (!match.hasMatch()) return field.take(model, text);
    const QString value = match.captured(2);
    if (const QString wrong = wrongUnit(value, si); !wrong.isEmpty()) return wrong;
    const Scalar scalar = typedScalar(value, displayUnit(si));
    const std::vector<double> values = valuesOf(model, {scalarText(scalar)});
    if (values.size() != 1) return valueProblem(model, scalarText(scalar));
    const std::string name = match.captured(1).toStdString();
    const ModelDescription before = model;
    const auto known = std::ranges::find(model.parameters, name, &ParameterDescription::name);
    ParameterDescription& parameter =
        known != model.parameters.end() ? *known : model.parameters.emplace_back();
    parameter.name = name;
    parameter.value = scalar;
    parameter.value.value = values[0];
    if (parameter.unit.empty()) parameter.unit = si.toStdString();
    const QString why = field.take(model, match.captured(1));
    if (!why.isEmpty()) model = before;
    return why;
}

QStringList splitList(const QString& text) {
    QStringList parts(QString{});
    int depth = 0;
    for (const QChar c : text) {
        if (c == '(') ++depth;
        if (c == ')') --depth;
        if (c == ',' && depth == 0)
            parts << QString();
        else
            parts.last() += c;
    }
    for (QString& part : parts) part = part.trimmed();
    return parts;
}

QString shownText(const Scalar& scalar, const DisplayUnit& unit) {
    if (unit.suffix.isEmpty() || !scalar.text.empty()) return scalarText(scalar);
    return QString::fromStdString(numberText(scalar.value * unit.perSi, shownDigits));
}

QString scalarText(const Scalar& scalar) {
    return QString::fromStdString(scalar.text.empty() ? numberText(scalar.value) : scalar.text);
}

DisplayUnit writtenUnit(const Scalar& written) {
    const Unit* unit = unitTyped(QString::fromStdString(written.text));
    if (!unit) return {};
    const QString name = QString::fromUtf8(unit->name.data(), unit->name.size());
    return {name, name, unit->denominator / unit->numerator};
}

Scalar writtenLike(const Scalar& before, double value) {
    const DisplayUnit unit = writtenUnit(before);
    Scalar scalar(value);
    if (!unit.label.isEmpty())
        scalar.text =
            (QString::number(value * unit.perSi, 'g', 10) + ' ' + unit.label).toStdString();
    return scalar;
}

Scalar scalarFrom(const QString& text) {
    // A typographic minus can be typed as well.
    QString plain = text.trimmed();
    plain.replace(QChar(0x2212), QLatin1Char('-'));
    bool number = false;
    const double value = plain.toDouble(&number);
    Scalar scalar(number ? value : 0.0);
    if (!number) scalar.text = plain.toStdString();
    return scalar;
}

Field scalarField(const QString& name, const QString& unit, const QString& help,
                  ScalarAccess access) {
    return listField(name, unit, help, {std::move(access)});
}

Field rateField(const QString& name, const QString& unit, const QString& help,
                ScalarAccess access) {
    return fieldShownIn(rateUnit(unit), QStringLiteral("rad/s"), name, help, {std::move(access)});
}

Field listField(const QString& name, const QString& unit, const QString& help,
                std::vector<ScalarAccess> accesses) {
    return fieldShownIn(displayUnit(unit), unit, name, help, std::move(accesses));
}

Field numbersField(const QString& name, const QString& unit, const QString& help,
                   const std::function<std::vector<Scalar>&(ModelDescription&)>& access) {
    const auto entry = [access, unit](std::size_t k) {
        return listField({}, unit, {}, {[access, k](ModelDescription& model) -> Scalar& {
                             return access(model)[k];
                         }});
    };
    Field field{name, displayUnit(unit).label, help, {}, {}, {}};
    field.text = [access, entry](ModelDescription& model) {
        QStringList parts;
        for (std::size_t k = 0; k < access(model).size(); ++k) parts << entry(k).text(model);
        return parts.join(QStringLiteral(", "));
    };
    field.take = [access, entry](ModelDescription& model, const QString& text) -> QString {
        const QStringList parts = text.trimmed().isEmpty() ? QStringList() : splitList(text);
        const std::vector<Scalar> before = access(model);
        access(model).resize(static_cast<std::size_t>(parts.size()));
        for (qsizetype k = 0; k < parts.size(); ++k)
            if (QString why = entry(static_cast<std::size_t>(k)).take(model, parts[k]);
                !why.isEmpty()) {
                access(model) = before;
                return why;
            }
        return {};
    };
    return field;
}

Field textField(const QString& name, const QString& help,
                std::function<std::string&(ModelDescription&)> access) {
    return {name,
            {},
            help,
            [access](ModelDescription& model) { return QString::fromStdString(access(model)); },
            [access](ModelDescription& model, const QString& text) {
                access(model) = text.trimmed().toStdString();
                return QString();
            },
            {}};
}

Field choiceField(const QString& name, const QString& help, const QStringList& choices,
                  std::function<std::string&(ModelDescription&)> access) {
    Field field = textField(name, help, std::move(access));
    field.choices = choices;
    return field;
}

std::vector<double> valuesOf(const ModelDescription& model, const QStringList& texts) {
    ModelDescription trial = withValues(model, texts);
    if (!evaluate(trial)) return {};
    std::vector<double> values;
    for (std::size_t k = model.parameters.size(); k < trial.parameters.size(); ++k)
        values.push_back(trial.parameters[k].value.value);
    return values;
}

std::optional<double> typedLength(const ModelDescription& model, const QString& text) {
    return typedQuantity(model, text, QStringLiteral("m"));
}

std::optional<double> typedQuantity(const ModelDescription& model, const QString& text,
                                    const QString& si) {
    if (!wrongUnit(text.trimmed(), si).isEmpty()) return {};
    const Scalar typed = typedScalar(text, displayUnit(si));
    const std::vector<double> values = valuesOf(model, {scalarText(typed)});
    if (values.size() != 1 || !std::isfinite(values[0]) || text.trimmed().isEmpty()) return {};
    return values[0];
}

QString valueProblem(const ModelDescription& model, const QString& text) {
    if (text.trimmed().isEmpty())
        return tr("enter a number or an expression, for example 12 cm or 2*L");
    ModelDescription trial = withValues(model, {text});
    const auto done = evaluate(trial);
    return done ? QString() : messageText(done.error().front().message);
}

}  // namespace momentree::app
