// SPDX-License-Identifier: Apache-2.0
// Diagnostics are values (places, ids and arguments) from which texts are made.
#include <QJsonDocument>
#include <QMap>
#include <QRegularExpression>
#include <QtTest>

#include "core/io/diagnostic_text.hpp"
#include "core/io/model_file.hpp"
#include "support/test_main.hpp"
#include "tests/repository/source_tree.hpp"

namespace momentree::test_diagnostics {
namespace {

/// Every MOMENTREE_TEXT(id, text) of a file, literals joined.
QList<std::pair<QString, QString>> textsIn(const QString& path) {
    // Without raw strings, which moc cannot parse.
    static const QRegularExpression form(
        "MOMENTREE_TEXT\\(\\s*\"([^\"]*)\",\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+)\\)");
    static const QRegularExpression seam("\"\\s*\"");
    const QString code = test::linesOf(path).join('\n');
    QList<std::pair<QString, QString>> found;
    for (auto match = form.globalMatch(code); match.hasNext();) {
        const auto one = match.next();
        found.append({one.captured(1), one.captured(2).replace(seam, QString()).trimmed()});
    }
    return found;
}

QString textOf(const Diagnostic& diagnostic) {
    return QString::fromStdString(toString(diagnostic, "m.json"));
}

}  // namespace

class TestDiagnostics : public QObject {
    Q_OBJECT

private slots:
    void anIdHasOneText() {
        static const QRegularExpression kebab(QStringLiteral("^[a-z0-9]+(-[a-z0-9]+)*$"));
        QMap<QString, QString> known;
        for (const char* folder : {"core", "fpga_link", "app", "render"})
            for (const QString& path : test::filesBelow(folder, {"*.cpp", "*.hpp"}))
                for (const auto& [id, text] : textsIn(path)) {
                    QVERIFY2(kebab.match(id).hasMatch(), qPrintable(path + ": " + id));
                    QVERIFY2(!known.contains(id) || known[id] == text,
                             qPrintable(path + ": '" + id + "' has another text elsewhere"));
                    known[id] = text;
                }
        QVERIFY2(known.size() > 200, qPrintable(QString::number(known.size())));
    }

    /// A message that names its file is not preceded by it.
    void aFileIsNamedOnce() {
        const auto message = [](const char* path) {
            return MOMENTREE_TEXT("test-cannot-open", "cannot open '%1'")(path);
        };
        QCOMPARE(textOf(error({}, message("m.json"))), QString("cannot open 'm.json'"));
        QCOMPARE(textOf(error({}, message("n.json"))), QString("m.json: cannot open 'n.json'"));
        QCOMPARE(textOf(error({}, message("m.json"), 3)),
                 QString("m.json:3: cannot open 'm.json'"));
    }

    void argumentsFillPlaceholders() {
        QCOMPARE(filled("%2 and %1, %1; 5 % of %3", {"a", "%1"}),
                 std::string("%1 and a, a; 5 % of "));
        const Message inner = MOMENTREE_TEXT("test-inner", "in '%1'")("x");
        const Message outer =
            MOMENTREE_TEXT("test-outer", "%1: %2 of %3")(inner, 2, std::string("c"));
        QCOMPARE(outer.str(), std::string("in 'x': 2 of c"));
        QCOMPARE(outer.id, std::string_view("test-outer"));
        QCOMPARE(outer.arguments.size(), std::size_t{3});
        QCOMPARE(outer.arguments[0].message.front().id, std::string_view("test-inner"));
        const Message plain = MOMENTREE_TEXT("test-plain", "no placeholder");
        QCOMPARE(plain.str(), std::string("no placeholder"));
    }

    void placesAreReadable_data() {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("text");
        const auto row = [](const Place& place, const char* text) {
            QTest::newRow(text) << QString::fromStdString(place.str()) << QString(text);
        };
        row(Place::joint("crank").part("start").part("q"), "joint 'crank' start q");
        row(listed(Place::Kind::Body, 2), "body 3");
        row(listed(Place::Kind::Body, 2).part("shape"), "body 3 shape");
        row(markerOf(Place::body("crank"), "A"), "marker 'crank.A'");
        row(markerOf(listed(Place::Kind::Body, 0), "A"), "body 1 marker 'A'");
        row(Place::setting("step"), "step");
        row(Place::setting("integrator", "rk5"), "integrator 'rk5'");
        row(Place::option("--set", "a=b"), "--set 'a=b'");
        row(Place::model("gravity"), "gravity");
        row(Place::run(), "run");
        row(Place::run("a"), "run 'a'");
        row({Place::Kind::Tag, "collision"}, "<collision>");
    }
    void placesAreReadable() {
        QFETCH(QString, place);
        QFETCH(QString, text);
        QCOMPARE(place, text);
    }

    void aFileNamesItsPlaces() {
        const auto model = readModelText(
            "{\"version\": 1, \"name\": \"m\",\n"
            "\"bodies\": [{\"name\": \"B\", \"mass\": true, "
            "\"inertia\": [1, 1, 1]}]}",
            "m.json");
        QVERIFY(!model);
        QCOMPARE(model.error().size(), std::size_t{1});
        const Diagnostic& found = model.error().front();
        QCOMPARE(found.place, Place::body("B"));
        QCOMPARE(found.line, 2);
        QCOMPARE(found.message.id, std::string_view("scalar-expected"));
        QCOMPARE(textOf(found),
                 QString("m.json:2: body 'B': 'mass' must be a number or an expression such as "
                         "\"2*L\" or \"12 cm\", not true or false"));
    }

    void jsonHasTheSameParts() {
        const Diagnostic one = warning(
            Place::force("F").part("law"),
            MOMENTREE_TEXT("test-json", "%1 of %2")(MOMENTREE_TEXT("test-json-inner", "one"), 2),
            7);
        const QByteArray text = QByteArray::fromStdString(diagnosticItem(one, "m.json").print());
        const QByteArray same =
            R"({"severity": "warning", "place": {"kind": "force", "name": "F", "field": "law"},
                "file": "m.json", "line": 7, "id": "test-json", "text": "one of 2", "arguments": [
                {"id": "test-json-inner", "text": "one", "arguments": []}, "2"]})";
        QCOMPARE(QJsonDocument::fromJson(text), QJsonDocument::fromJson(same));
    }
};

MOMENTREE_TEST(TestDiagnostics, Appless)

}  // namespace momentree::test_diagnostics
#include "test_diagnostics.moc"
