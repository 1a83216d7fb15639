// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/element_at.hpp"

#include <QRegularExpression>
#include <algorithm>

namespace momentree::app {

Element elementAt(const ModelDescription& model, const std::string& where) {
    static const QRegularExpression form(
        QStringLiteral("(body|joint|motion|force|parameter|marker) '([^'.]*)"));
    const auto match = form.match(QString::fromStdString(where));
    const QString kind = match.captured(1);
    const std::string name = match.captured(2).toStdString();
    const auto find = [&](Element::Kind of, const auto& list) -> Element {
        const auto found =
            std::ranges::find_if(list, [&](const auto& e) { return e.name == name; });
        if (found == list.end()) return {};
        return {of, static_cast<int>(found - list.begin())};
    };
    if (kind == "joint") return find(Element::Kind::Joint, model.joints);
    if (kind == "motion") return find(Element::Kind::Motion, model.motions);
    if (kind == "force") return find(Element::Kind::Force, model.forces);
    if (kind == "parameter") return find(Element::Kind::Parameter, model.parameters);
    return kind.isEmpty() ? Element() : find(Element::Kind::Body, model.bodies);
}

}  // namespace momentree::app
