// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

#include "app/base/diagnostic_text.hpp"
#include "app/base/text.hpp"
#include "app/document/edits/references.hpp"
#include "app/document/edits/scalar_walk.hpp"
#include "core/model/expression.hpp"

namespace momentree::app {
QString renameParameter(ModelDescription& model, const std::string& from, const QString& to) {
    const std::string name = to.trimmed().toStdString();
    if (const auto problem = parameterNameProblem(name)) return messageText(*problem);
    const auto taken = [&](const auto& p) { return p.name == name && name != from; };
    if (std::ranges::any_of(model.parameters, taken))
        return tr("'%1' is taken; choose another name").arg(to.trimmed());
    const QRegularExpression word("\\b" + QRegularExpression::escape(QString::fromStdString(from)) +
                                  "\\b");
    ScalarWalk walk([&](Scalar& scalar) {
        if (scalar.text.empty()) return;
        scalar.text = QString::fromStdString(scalar.text).replace(word, to.trimmed()).toStdString();
    });
    walk(model);
    for (ParameterDescription& parameter : model.parameters)
        if (parameter.name == from) parameter.name = name;
    return {};
}

}  // namespace momentree::app
