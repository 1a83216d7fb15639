// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/fields/shared_fields.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <memory>

#include "app/base/text.hpp"

namespace momentree::app {
namespace {

using Kind = Element::Kind;

bool alike(const Field& a, const Field& b) {
    return a.name == b.name && a.unit == b.unit && a.choices == b.choices;
}

Field combined(std::vector<Field> group) {
    Field field = group.front();
    const auto fields = std::make_shared<const std::vector<Field>>(std::move(group));
    field.differs = [fields](ModelDescription& model) {
        const QString text = fields->front().text(model);
        return std::ranges::any_of(*fields,
                                   [&](const Field& other) { return other.text(model) != text; });
    };
    field.text = [fields, differs = field.differs](ModelDescription& model) {
        return differs(model) ? QString() : fields->front().text(model);
    };
    field.take = [fields](ModelDescription& model, const QString& text) {
        for (const Field& each : *fields)
            if (QString why = each.take(model, text); !why.isEmpty()) return why;
        return QString();
    };
    return field;
}

QString countText(Kind kind, long count) {
    switch (kind) {
        case Kind::Body:
            return count == 1 ? tr("1 link") : tr("%1 links").arg(count);
        case Kind::Joint:
            return count == 1 ? tr("1 joint") : tr("%1 joints").arg(count);
        case Kind::Motion:
            return count == 1 ? tr("1 motion") : tr("%1 motions").arg(count);
        case Kind::Coupling:
            return count == 1 ? tr("1 coupling") : tr("%1 couplings").arg(count);
        case Kind::Force:
            return count == 1 ? tr("1 force") : tr("%1 forces").arg(count);
        case Kind::Parameter:
            return count == 1 ? tr("1 parameter") : tr("%1 parameters").arg(count);
        case Kind::None:
            break;
    }
    return {};
}

}  // namespace

std::vector<Field> sharedFields(const ModelDescription& model,
                                const std::vector<Element>& elements) {
    const bool links = std::ranges::find(elements, Kind::Body, &Element::kind) != elements.end();
    std::vector<std::vector<Field>> all;
    for (const Element& element : elements)
        if (!links || element.kind == Kind::Body) all.push_back(sharedFieldsOf(model, element));
    std::vector<Field> shared;
    for (const Field& field : all.empty() ? std::vector<Field>{} : all.front()) {
        std::vector<Field> group;
        for (const auto& fields : all)
            if (const auto found = std::ranges::find_if(
                    fields, [&](const Field& other) { return alike(field, other); });
                found != fields.end())
                group.push_back(*found);
            else
                break;
        if (group.size() == all.size()) shared.push_back(combined(std::move(group)));
    }
    return shared;
}

QString countText(const std::vector<Element>& elements) {
    QStringList parts;
    for (const Kind kind :
         {Kind::Body, Kind::Joint, Kind::Motion, Kind::Coupling, Kind::Force, Kind::Parameter})
        if (const auto count = std::ranges::count(elements, kind, &Element::kind); count > 0)
            parts << countText(kind, count);
    return parts.join(QStringLiteral(", "));
}

}  // namespace momentree::app
