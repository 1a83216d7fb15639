// SPDX-License-Identifier: Apache-2.0
// The server for editors and agents, as one of them would use it.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "program.hpp"

namespace momentree::test_cli_serve {
namespace {

const QString examples = QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/");

QByteArray request(int id, const char* method, const QJsonObject& params = {}) {
    return QJsonDocument(
               QJsonObject{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}})
               .toJson(QJsonDocument::Compact) +
           '\n';
}
QByteArray notice(const char* method, const QJsonObject& params = {}) {
    return QJsonDocument(QJsonObject{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}})
               .toJson(QJsonDocument::Compact) +
           '\n';
}
QByteArray call(int id, const QString& tool, const QJsonObject& arguments) {
    return request(id, "tools/call", {{"name", tool}, {"arguments", arguments}});
}

/// The answers by id; those without one have id 0.
QMap<int, QJsonObject> answers(const QByteArray& requests) {
    const test::Outcome outcome = test::run({"serve", "--stdio"}, requests);
    QMap<int, QJsonObject> all;
    if (outcome.code != 0) return all;
    for (const QString& line : outcome.out.split('\n', Qt::SkipEmptyParts)) {
        const QJsonObject one = QJsonDocument::fromJson(line.toUtf8()).object();
        all[one["id"].toInt()] = one;
    }
    return all;
}

QJsonObject resultOf(const QString& tool, const QJsonObject& arguments) {
    return answers(call(1, tool, arguments)).value(1)["result"].toObject();
}
QString textOf(const QJsonObject& result) {
    return result["content"].toArray().last().toObject()["text"].toString();
}

}  // namespace

class TestCliServe : public QObject {
    Q_OBJECT

private slots:
    void greetsAndListsItsTools() {
        const auto all = answers(request(1, "initialize") + notice("notifications/initialized") +
                                 request(2, "ping") + request(3, "tools/list"));
        QCOMPARE(all.size(), 3);
        const QJsonObject greeting = all[1]["result"].toObject();
        QCOMPARE(greeting["serverInfo"].toObject()["name"].toString(), QString("momentree"));
        QVERIFY(greeting["capabilities"].toObject().contains("tools"));
        QStringList tools;
        for (const QJsonValue& tool : all[3]["result"].toObject()["tools"].toArray()) {
            tools << tool.toObject()["name"].toString();
            QCOMPARE(tool.toObject()["inputSchema"].toObject()["type"].toString(),
                     QString("object"));
            QVERIFY(!tool.toObject()["description"].toString().isEmpty());
        }
        QCOMPARE(tools,
                 QStringList({"check", "run", "compare", "plot", "analyse", "list", "explain"}));
    }
    void wrongRequestsAreRefused_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("words");
        const QString model = examples + "four_bar.momentree.json";
        QTest::newRow("not JSON") << QByteArray("{\"jsonrpc\": \n") << -32700 << "at byte";
        QTest::newRow("a list") << QByteArray("[1, 2]\n") << -32600 << "'jsonrpc'";
        QTest::newRow("no method")
            << QByteArray("{\"jsonrpc\": \"2.0\", \"id\": 4}\n") << -32600 << "'method'";
        QTest::newRow("unknown") << request(4, "resources/list") << -32601 << "resources/list";
        QTest::newRow("tool") << call(4, "walk", {}) << -32602 << "there is no tool 'walk'";
        QTest::newRow("no model") << call(4, "run", {}) << -32602 << "'model_text'";
        QTest::newRow("argument") << call(4, "run", {{"model", model}, {"stpe", 1}}) << -32602
                                  << "there is no argument 'stpe'; known are model,";
        QTest::newRow("type") << call(4, "run", {{"model", model}, {"step", "small"}}) << -32602
                              << "'step' must be of type number";
        QTest::newRow("missing") << call(4, "compare", {{"model", model}}) << -32602
                                 << "'with' is missing";
    }
    void wrongRequestsAreRefused() {
        QFETCH(QByteArray, line);
        QFETCH(int, code);
        QFETCH(QString, words);
        // The next request is answered all the same.
        const auto all = answers(line + request(9, "ping"));
        QVERIFY(all.contains(9));
        const QJsonObject error = all.first()["error"].toObject();
        QCOMPARE(error["code"].toInt(), code);
        QVERIFY2(error["message"].toString().contains(words),
                 qPrintable(error["message"].toString()));
    }
    void simulates() {
        const QJsonObject result = resultOf("run", {{"model", examples + "four_bar.momentree.json"},
                                                    {"formulation", "naudet"},
                                                    {"duration", 0.5},
                                                    {"set", QJsonObject{{"run.sample", 0.01}}},
                                                    {"columns", QJsonArray{"total", "balance"}},
                                                    {"rows", 6}});
        QVERIFY2(!result["isError"].toBool(), qPrintable(textOf(result)));
        const QJsonObject content = result["structuredContent"].toObject();
        QCOMPARE(content["report"].toObject()["formulation"].toString(), QString("naudet"));
        QCOMPARE(content["report"].toObject()["status"].toString(), QString("done"));
        QCOMPARE(content["rows_recorded"].toInt(), 51);
        const QJsonArray rows = content["rows"].toArray();
        QCOMPARE(rows.size(), 6);
        QCOMPARE(rows[0][0].toDouble(), 0.0);
        QCOMPARE(rows[5][0].toDouble(), 0.5);
        QVERIFY(std::abs(rows[5][1].toDouble() - rows[0][1].toDouble()) < 1e-5);
    }
    void aModelCanBeText() {
        const QString text =
            QString::fromUtf8(test::contents(examples + "double_pendulum.momentree.json"));
        QVERIFY(textOf(resultOf("check", {{"model_text", text}})).contains("degrees of freedom"));
        const QJsonObject cut = resultOf("check", {{"model_text", text.left(400)}});
        QVERIFY(cut["isError"].toBool());
        const QJsonArray problems = cut["structuredContent"].toObject()["problems"].toArray();
        QVERIFY(!problems.isEmpty() && problems[0].toObject()["line"].toInt() > 0);
    }
    void comparesPlotsAndExplains() {
        const QString model = examples + "double_pendulum.momentree.json";
        const QString table = textOf(resultOf(
            "compare", {{"model", model}, {"duration", 0.2}, {"with", QJsonArray{"hdca", "aba"}}}));
        QVERIFY2(table.contains("hdca") && table.contains("aba"), qPrintable(table));
        const QJsonObject plotted = resultOf("plot", {{"model", model}, {"duration", 0.2}});
        const QJsonObject picture = plotted["content"].toArray()[0].toObject();
        const QByteArray data = QByteArray::fromBase64(picture["data"].toString().toLatin1());
        QCOMPARE(picture["mimeType"] == "image/png", test::hasWindow);
        QCOMPARE(data.startsWith("\x89PNG"), test::hasWindow);
        QCOMPARE(plotted["isError"].toBool(), !test::hasWindow);
        QVERIFY(textOf(resultOf("explain", {{"topic", "hdca"}})).contains("divide"));
        QVERIFY(textOf(resultOf("explain", {{"topic", "../secret"}})).contains("topics are aba"));
        QVERIFY(textOf(resultOf("list", {{"what", "joints"}})).contains("revolute"));
        const QJsonObject torque = resultOf(
            "analyse",
            {{"kind", "inverse-dynamics"}, {"model", examples + "four_bar_driven.momentree.json"}});
        QCOMPARE(torque["structuredContent"].toObject()["analysis"].toString(),
                 QString("inverse-dynamics"));
    }
    void failedRunsSayWhy() {
        const QJsonObject result =
            resultOf("run", {{"model", examples + "double_pendulum.momentree.json"},
                             {"integrator", "explicit-euler"},
                             {"step", 0.5},
                             {"sample", 0.5},
                             {"duration", 1e5}});
        QVERIFY(result["isError"].toBool());
        QVERIFY(textOf(result).contains("diverged"));
        QVERIFY(textOf(resultOf("run", {{"model", "/nowhere.json"}})).contains("there is no such"));
        QVERIFY(textOf(resultOf("run", {{"model", examples + "four_bar.momentree.json"},
                                        {"columns", QJsonArray{"nothing"}}}))
                    .contains("there is no column 'nothing'"));
    }
    /// A long run ends at once, and has no answer.
    void callsCanBeCancelled() {
        const auto all = answers(
            call(1, "run", {{"model", examples + "chain_128.momentree.json"}, {"duration", 1e4}}) +
            call(2, "list", {{"what", "joints"}}) +
            notice("notifications/cancelled", {{"requestId", 1}}));
        QVERIFY(all.contains(2) && !all.contains(1));
    }
};

MOMENTREE_TEST(TestCliServe, Appless)

}  // namespace momentree::test_cli_serve
#include "test_cli_serve.moc"
