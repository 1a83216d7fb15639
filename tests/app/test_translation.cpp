// SPDX-License-Identifier: GPL-3.0-or-later
// Every text of the program has its translation, with the same places for values.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "app/inspector/joint_fields.hpp"
#include "app/theme/language.hpp"
#include "app/window/actions.hpp"

namespace {

const QString source = QStringLiteral(MOMENTREE_SOURCE_DIR);
const QString german = source + "/resources/translations/momentree_de.ts";

QStringList placesIn(const QString& text) {
    QStringList places;
    auto found = QRegularExpression("%(\\d|n)").globalMatch(text);
    while (found.hasNext()) places << found.next().captured();
    places.sort();
    return places;
}

}  // namespace

class TestTranslation : public QObject {
    Q_OBJECT
private slots:
    void everyTextIsTranslated() {
        QFile file(german);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        QString text;
        int count = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            if (!xml.isStartElement()) continue;
            if (xml.name() == QLatin1String("source")) text = xml.readElementText();
            if (xml.name() != QLatin1String("translation")) continue;
            QVERIFY2(xml.attributes().value("type").isEmpty(), qPrintable(text));
            const QString translated = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            if (text.contains("%n")) continue;
            QCOMPARE(placesIn(translated), placesIn(text));
            ++count;
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(count > 500);
    }

    void translationHasTheTextsOfTheSources() {
        const QString lupdate = "/usr/lib/qt6/bin/lupdate";
        if (!QFile::exists(lupdate)) QSKIP("lupdate is not installed (qt6-l10n-tools)");
        QTemporaryDir folder;
        const QString copy = folder.filePath("de.ts");
        QVERIFY(QFile::copy(german, copy));
        QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
        QProcess process;
        process.setWorkingDirectory(source);
        process.start(lupdate, {"-I", ".", "-locations", "none", "app", "-ts", copy});
        QVERIFY(process.waitForFinished(60'000));
        const QString said = QString::fromUtf8(process.readAll());
        QVERIFY2(said.contains("(0 new"), qPrintable(said + "; ./dev translate adds what is new"));
    }

    void germanIsSpoken() {
        momentree::app::speak(*qApp, "de");
        QCOMPARE(QCoreApplication::translate("momentree::app::Actions", "&Save"),
                 QString("&Speichern"));
        momentree::app::speak(*qApp, "en");
        QCOMPARE(QCoreApplication::translate("momentree::app::Actions", "&Save"), QString("&Save"));
    }

    void jointTypesAreChosenByTheirGermanNames() {
        using namespace momentree::app;
        const auto english = qScopeGuard([] { speak(*qApp, "en"); });
        momentree::ModelDescription model;
        model.joints.emplace_back();
        for (const char* type : jointTypes) {
            speak(*qApp, "en");
            QCOMPARE(jointTypeText(type), QString(type));
            speak(*qApp, "de");
            const QString german = jointTypeText(type);
            QVERIFY2(german != type, type);
            const Field field = jointTypeField(0);
            QVERIFY(field.choices.contains(german));
            QCOMPARE(field.take(model, german), QString());
            QCOMPARE(model.joints[0].type, std::string(type));
            QCOMPARE(field.text(model), german);
        }
    }
};

QTEST_MAIN(TestTranslation)
#include "test_translation.moc"
