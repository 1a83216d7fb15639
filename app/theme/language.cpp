// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/language.hpp"

#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>

namespace momentree::app {

QStringList languages() { return {"en", "de"}; }

QString chosenLanguage() {
    const QString chosen = QSettings().value("language").toString();
    if (languages().contains(chosen)) return chosen;
    const QString desktop = QLocale::system().name().section('_', 0, 0);
    return languages().contains(desktop) ? desktop : QStringLiteral("en");
}

void chooseLanguage(const QString& code) { QSettings().setValue("language", code); }

void speak(QApplication& application, const QString& code) {
    for (auto* old :
         application.findChildren<QTranslator*>(QString(), Qt::FindDirectChildrenOnly)) {
        QCoreApplication::removeTranslator(old);
        old->deleteLater();
    }
    if (code == "en") return;
    const auto install = [&](const QString& name, const QString& folder) {
        auto* translator = new QTranslator(&application);
        if (translator->load(name, folder)) QCoreApplication::installTranslator(translator);
    };
    install("qtbase_" + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install("momentree_" + code, QStringLiteral(":/momentree/translations"));
}

}  // namespace momentree::app
