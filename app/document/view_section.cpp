// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/view_section.hpp"

#include <QFile>
#include <QJsonDocument>

namespace momentree::app {

QJsonObject viewIn(const QString& file) {
    QFile in(file);
    if (file.isEmpty() || !in.open(QIODevice::ReadOnly)) return {};
    return QJsonDocument::fromJson(in.readAll()).object().value("view").toObject();
}

std::string withView(std::string model, const QJsonObject& view) {
    const std::size_t end = model.find_last_of('}');
    if (view.isEmpty() || end == std::string::npos) return model;
    const std::size_t last = model.find_last_not_of(" \n", end - 1);
    std::string section = ",\n  \"view\": {";
    for (auto entry = view.begin(); entry != view.end(); ++entry) {
        // One line for each entry, so that changes can be compared.
        const QByteArray one =
            QJsonDocument(QJsonObject{{entry.key(), entry.value()}}).toJson(QJsonDocument::Compact);
        section += entry == view.begin() ? "\n    " : ",\n    ";
        section += one.mid(1, one.size() - 2).toStdString();
    }
    return model.substr(0, last + 1) + section + "\n  }\n}\n";
}

}  // namespace momentree::app
