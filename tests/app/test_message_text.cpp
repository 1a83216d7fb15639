// SPDX-License-Identifier: GPL-3.0-or-later
// What core says, in the language of the window.
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>
#include <algorithm>

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

/// The text in quotation marks that begins at `at`, which moves behind it.
QString literalAt(const QString& source, qsizetype& at) {
    QString text;
    for (++at; at < source.size() && source[at] != '"'; ++at) {
        if (source[at] != '\\') {
            text += source[at];
        } else if (const QChar next = source[++at]; next == 'x') {
            at += 2;  // a byte
        } else if (!next.isLetter()) {
            text += next;
        }
    }
    ++at;
    return text;
}

/// All texts of a source; those with only blanks between them are one.
QStringList literalsIn(const QString& source) {
    QStringList found;
    bool open = false;  // the last one may go on
    for (qsizetype at = 0; at < source.size();) {
        const QChar c = source[at];
        if (c == '"') {
            const QString text = literalAt(source, at);
            if (open)
                found.last() += text;
            else
                found << text;
            open = true;
            continue;
        }
        const bool remark = c == '/' && source.mid(at, 2) == QLatin1String("//");
        if (remark || c == '#') {
            const qsizetype end = source.indexOf('\n', at);
            at = end < 0 ? source.size() : end;
        } else if (c == '\'' && (source.mid(at + 2, 1) == QLatin1String("'") ||
                                 source.mid(at + 1, 1) == QLatin1String("\\"))) {
            at = source.indexOf('\'', at + 2) + 1;
            open = false;
        } else {
            open = open && c.isSpace();
            ++at;
        }
    }
    return found;
}

/// Whether it is a piece of a sentence for people, not a key, a name or a sign.
bool isProse(const QString& text) {
    static const QRegularExpression words(QStringLiteral("[a-z]+ [a-z]+|[a-z]{4,} | [a-z]{4,}"));
    return words.match(text).hasMatch();
}

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

    /// What core's sources say is in the lists of the window, piece by piece.
    void everySentenceOfTheSourcesIsKnown() {
        Brackets translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        const QStringList known = knownSentences();
        QStringList missing;
        int count = 0;
        for (const char* folder : {"io", "model", "kinematics", "session", "integrators"}) {
            const QDir sources(QStringLiteral(MOMENTREE_SOURCE_DIR "/core/") + folder);
            for (const QString& name : sources.entryList({"*.cpp"})) {
                // Formats and reference cases of the command line.
                if (name.startsWith("hdf5") || name.startsWith("case_") || name == "stepper.cpp")
                    continue;
                QFile file(sources.filePath(name));
                QVERIFY(file.open(QIODevice::ReadOnly));
                for (const QString& text : literalsIn(QString::fromUtf8(file.readAll()))) {
                    if (!isProse(text)) continue;
                    ++count;
                    const auto holds = [&](const QString& s) { return s.contains(text); };
                    if (std::ranges::none_of(known, holds) && !translated(text).startsWith('['))
                        missing << name + ": " + text;
                }
            }
        }
        QCoreApplication::removeTranslator(&translator);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
        QVERIFY(count > 200);
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
        QTest::newRow("unknown parameter") << QByteArray(
            R"({"version": 1, "name": "m", "bodies": [{"name": "a", "mass": "2*m", "inertia": [1, 1, 1]}]})");
        QTest::newRow("no such unit") << QByteArray(
            R"({"version": 1, "name": "m", "bodies": [{"name": "a", "mass": "2 stone", "inertia": [1, 1, 1]}]})");
        QTest::newRow("wrong kind of value") << QByteArray(
            R"({"version": 1, "name": "m", "bodies": [{"name": "a", "mass": [], "inertia": 3}]})");
        QTest::newRow("cannot close") << with(
            R"({"name": "J", "type": "fixed", "a": "ground", "b": "a.P"}, {"name": "K", "type":
                "distance", "a": "ground", "b": "a", "length": 2})");
        QTest::newRow("another version") << QByteArray(R"({"version": 7})");
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

    void openJointsTellTheWaysOut() {
        Brackets translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        const QString said = translated(std::string(
            "the mechanism cannot be assembled: this joint stays open by at least 0.5 m. Lengths, "
            "the motion 'drive' or the initial pose do not allow it to close; loops that close by "
            "6 equations leave their joints only 1 speed, so a joint that leaves more free may "
            "do"));
        QCOMPARE(said.count('['), 3);
        QVERIFY(said.contains("[, the motion 'drive']"));
        QCOMPARE(translated(std::string("'2*L': unknown parameter 'L' (did you mean 'l'?)")),
                 QString("['2*L': [unknown parameter 'L' (did you mean 'l'?)]]"));
        QCOMPARE(translated(std::string("joint 'J' length")), QString("[joint 'J' length]"));
        QCOMPARE(translated(std::string("cannot open 'a b': permission denied")),
                 QString("[cannot open 'a b': [permission denied]]"));
        QCoreApplication::removeTranslator(&translator);
    }
};

QTEST_GUILESS_MAIN(TestMessageText)
#include "test_message_text.moc"
