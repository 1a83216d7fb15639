// SPDX-License-Identifier: GPL-3.0-or-later
// What core says, in the language of the window.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>

#include "app/document/checked_model.hpp"
#include "app/messages/message_text.hpp"
#include "app/messages/messages_panel.hpp"
#include "core/io/model_file.hpp"

using namespace momentree;
using namespace momentree::app;

namespace {

/// Puts every sentence of core that it is asked for in brackets, in another order of words.
class Brackets final : public QTranslator {
public:
    QString translate(const char* context, const char* text, const char*, int) const override {
        if (qstrcmp(context, "momentree::core") != 0) return {};
        return QStringLiteral("[%1]").arg(QString::fromUtf8(text));
    }
    bool isEmpty() const override { return false; }
};

/// All texts of core's and the window's sources, pieces that the compiler joins joined.
QString sources() {
    static const QRegularExpression seam(QStringLiteral("\"\\s*\""));
    QString all;
    for (const char* folder : {"/core", "/app/run"})
        for (QDirIterator it(QStringLiteral(MOMENTREE_SOURCE_DIR) + folder, {"*.cpp", "*.hpp"},
                             QDir::Files, QDirIterator::Subdirectories);
             it.hasNext();) {
            QFile file(it.next());
            if (file.open(QIODevice::ReadOnly)) all += QString::fromUtf8(file.readAll());
        }
    return all.remove(seam);
}

}  // namespace

class TestMessageText : public QObject {
    Q_OBJECT
private slots:
    void sentencesAreThoseOfCore() {
        static const QRegularExpression placeholder(QStringLiteral("%[1-9]"));
        const QString all = sources();
        QStringList strangers;
        for (const QString& sentence : knownSentences())
            for (const QString& piece : sentence.split(placeholder, Qt::SkipEmptyParts)) {
                QString source = piece.trimmed();
                if (source.size() > 3 && !all.contains(source)) strangers << sentence;
            }
        QVERIFY2(strangers.isEmpty(), qPrintable(strangers.join('\n')));
    }

    void unknownIsLeftAsItIs() {
        QCOMPARE(translated(std::string("something new 100% of the time")),
                 QString("something new 100% of the time"));
        QCOMPARE(translated(std::string()), QString());
        QCOMPARE(translated(std::string("joint 'J1'")), QString("joint 'J1'"));
    }

    void partsKeepTheirPlaces() {
        Brackets translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        QCOMPARE(translated(std::string("joint '50%2'")), QString("[joint '50%2']"));
        QCOMPARE(translated(std::string("body 'a' diverged at t = 2 s: its state is no longer "
                                        "finite; try tighter tolerances")),
                 QString("[[body 'a'] diverged at t = 2 s: its state is no longer finite; [try "
                         "tighter tolerances]]"));
        QCoreApplication::removeTranslator(&translator);
    }

    void everyCommonMistakeIsKnown_data() {
        QTest::addColumn<QByteArray>("model");
        const auto with = [](const char* rest) {
            return QByteArray(R"({"version": 1, "name": "m", "bodies": [{"name": "a", "mass": 1,
                "inertia": [1, 1, 1], "markers": {"P": [0, 0, 0]}}], "joints": [)") +
                   rest + "]}";
        };
        QTest::newRow("open joint") << with(
            R"({"name": "J", "type": "fixed", "a": "ground", "b": "a.P"},
               {"name": "K", "type": "distance", "a": "ground", "b": "a", "length": 1})");
        QTest::newRow("no such body")
            << with(R"({"name": "J", "type": "fixed", "a": "ground", "b": "x"})");
        QTest::newRow("no such marker")
            << with(R"({"name": "J", "type": "fixed", "a": "ground", "b": "a.Q"})");
        QTest::newRow("with itself")
            << with(R"({"name": "J", "type": "fixed", "a": "a", "b": "a.P"})");
        QTest::newRow("unknown key")
            << with(R"({"name": "J", "typ": "fixed", "a": "ground", "b": "a"})");
        QTest::newRow("unknown type")
            << with(R"({"name": "J", "type": "fxed", "a": "ground", "b": "a"})");
        QTest::newRow("unknown parameter") << with(
            R"({"name": "K", "type": "distance", "a": "ground", "b": "a", "length": "2*L"})");
        QTest::newRow("negative mass") << QByteArray(
            R"({"version": 1, "name": "m", "bodies": [{"name": "a", "mass": -1, "inertia": [1, 1, 1]}]})");
        QTest::newRow("impossible inertia") << QByteArray(
            R"({"version": 1, "name": "m", "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 5]}]})");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("no JSON") << QByteArray("{\"version\": 1, }");
    }
    void everyCommonMistakeIsKnown() {
        QFETCH(QByteArray, model);
        Diagnostics problems;
        if (const auto read = readModelText(model.toStdString(), "m"))
            problems = checkModel(*read).problems;
        else
            problems = read.error();
        QVERIFY(!problems.empty());
        Brackets translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        for (const Diagnostic& problem : problems)
            QVERIFY2(translated(problem.text).startsWith('['), problem.text.c_str());
        QCoreApplication::removeTranslator(&translator);
    }
};

QTEST_GUILESS_MAIN(TestMessageText)
#include "test_message_text.moc"
