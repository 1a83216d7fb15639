// SPDX-License-Identifier: GPL-3.0-or-later
// What core says, in the language of the window.
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

}  // namespace

class TestMessageText : public QObject {
    Q_OBJECT
private slots:
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
