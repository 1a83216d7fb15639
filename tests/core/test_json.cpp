// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <locale>

#include "core/io/json.hpp"
#include "core/io/json_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_json {
namespace {

std::string messageOf(const std::string& text) {
    const auto document = JsonDocument::parse(text);
    return document ? "accepted" : toString(document.error().front());
}

std::string all(Problems& problems) {
    std::string text;
    for (const Diagnostic& d : problems.take()) text += toString(d) + "\n";
    return text;
}

}  // namespace

class TestJson : public QObject {
    Q_OBJECT

private slots:
    void valuesKnowTheirLine() {
        const auto document = JsonDocument::parse("{\n \"a\": 1.5,\n \"b\": [true,\n \"x\"]\n}");
        QVERIFY(document);
        const auto members = document->root().members();
        QCOMPARE(members.size(), std::size_t{2});
        QCOMPARE(members[0].second.line(), 2);
        QCOMPARE(*members[0].second.number(), 1.5);
        QCOMPARE(members[1].second.line(), 3);
        QCOMPARE(members[1].second.items()[1].line(), 4);
        QCOMPARE(members[1].second.items()[1].string(), std::string("x"));
    }

    void membersKeepTheOrderOfTheFile() {
        const auto document = JsonDocument::parse(R"({"z": 1, "a": 2, "m": 3})");
        std::string order;
        for (const auto& [key, value] : document->root().members()) order += key;
        QCOMPARE(order, std::string("zam"));
    }

    void byteOrderMarkIsSkipped() {
        const auto document = JsonDocument::parse("\xEF\xBB\xBF{\n\"a\": 12}");
        QVERIFY(document);
        QCOMPARE(*document->root().members()[0].second.number(), 12.0);
        QCOMPARE(document->root().members()[0].second.line(), 2);
    }

    void refusals_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const QByteArray& text, const char* reason) {
            QTest::newRow(name) << text << reason;
        };
        row("empty", "", "the file is empty");
        row("blank", " \n\t ", "the file is empty");
        row("number alone", "7", "1: not valid JSON");
        row("no comma", "{\n\"a\": 1\n\"b\": 2}", "3: not valid JSON");
        row("trailing comma", "[1,\n]", "not valid JSON");
        row("single quotes", "{'a': 1}", "1: not valid JSON");
        row("comment", "{\"a\": 1 // x\n}", "1: not valid JSON");
        row("two roots", "{} {}", "1: not valid JSON");
        row("duplicate key", "{\"a\": 1,\n\"a\": 2}", "2: not valid JSON: Duplicate key: 'a'");
        row("NaN", "{\"a\": NaN}", "1: not valid JSON");
        row("Infinity", "{\"a\": -Infinity}", "1: not valid JSON");
        row("1e999", "{\n\"a\": 1e999}", "2: not valid JSON: '1e999' is not a number");
        row("open string", "{\"a", "not valid JSON");
        row("nul", QByteArray("{\"a\"\0: 1}", 9), "1: the file is not UTF-8 text");
        row("Latin-1", "{\n\"gr\xf6\xdf\x65\": 1}", "2: the file is not UTF-8 text");
        row("overlong", "\"\xc0\xaf\"", "not UTF-8");
        row("surrogate", "\"\xed\xa0\x80\"", "not UTF-8");
        row("cut sequence", "\"\xe2\x82", "not UTF-8");
        row("deep", QByteArray(100, '['), "1: brackets are nested deeper than 64 levels");
        row("very deep", QByteArray(1'000'000, '['), "deeper than 64 levels");
        row("deep objects", QByteArray("{\"a\":").repeated(1000), "deeper than 64 levels");
    }
    void refusals() {
        QFETCH(QByteArray, text);
        QFETCH(QString, reason);
        const std::string message = messageOf(text.toStdString());
        QVERIFY2(QString::fromStdString(message).contains(reason), message.c_str());
    }

    void bracketsInTextDoNotCount() {
        QVERIFY(JsonDocument::parse("[\"" + std::string(1000, '[') + "\\\"[[\\\\\"]"));
    }

    void tooManyValuesAreRefusedBeforeTheyAreBuilt() {
        std::string text = "[0";
        for (int k = 0; k < 3'000'001; ++k) text += ",0";
        const std::string message = messageOf(text + "]");
        QVERIFY2(QString::fromStdString(message).contains("more than 3000000 values"),
                 message.c_str());
    }

    void numbersDoNotDependOnTheLocale() {
        struct Comma : std::numpunct<char> {
            char do_decimal_point() const override { return ','; }
        };
        const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
        const auto document = JsonDocument::parse("[1.5, 1e3, -2]");
        std::locale::global(before);
        QVERIFY(document);
        QCOMPARE(*document->root().items()[0].number(), 1.5);
        QCOMPARE(*document->root().items()[1].number(), 1000.0);
    }

    void unknownKeysAreRefusedWithTheNearestName() {
        const auto document = JsonDocument::parse("{\"mass\": 1,\n\"inertai\": 2}");
        Problems problems;
        ObjectReader reader(document->root(), Place::body("crank"), problems);
        Scalar mass;
        QVERIFY(reader.scalar("mass", mass));
        reader.find("inertia");
        reader.finish();
        QCOMPARE(all(problems), std::string("2: body 'crank': unknown key 'inertai' (did you mean "
                                            "'inertia'?)\n"));
    }

    void problemsAreSortedAndCapped() {
        Problems problems;
        for (int k = 30; k > 0; --k) problems.add({}, MOMENTREE_TEXT("test", "y"), k);
        QVERIFY(problems.full());
        const Diagnostics list = problems.take();
        QCOMPARE(list.size(), std::size_t{21});
        QCOMPARE(list[0].line, 11);
    }

    void wrongTypes_data() {
        QTest::addColumn<QString>("value");
        for (const char* value : {"true", "null", "\"\"", "[1]", "{}"})
            QTest::newRow(value) << value;
    }
    void wrongTypes() {
        QFETCH(QString, value);
        const auto document = JsonDocument::parse("{\"k\": " + value.toStdString() + "}");
        Problems problems;
        ObjectReader reader(document->root(), {}, problems);
        Scalar scalar;
        double number = 0.0;
        Scalar3 vector;
        MarkerReference reference;
        int integer = 0;
        QVERIFY(!reader.scalar("k", scalar));
        QVERIFY(!reader.number("k", number));
        QVERIFY(!reader.vector("k", vector));
        QVERIFY(!reader.reference("k", reference));
        QVERIFY(!reader.integer("k", integer, 0, 9));
        QCOMPARE(problems.take().size(), std::size_t{5});
    }

    void references() {
        const auto document =
            JsonDocument::parse(R"(["crank.Q", "crank", "a.b.c", ".x", "x.", ""])");
        Problems problems;
        MarkerReference reference;
        const auto items = document->root().items();
        QVERIFY(readReference(items[0], {}, "'a'", problems, reference));
        QCOMPARE(reference.body + "/" + reference.marker, std::string("crank/Q"));
        QVERIFY(readReference(items[1], {}, "'a'", problems, reference));
        QCOMPARE(reference.body + "/" + reference.marker, std::string("crank/"));
        for (std::size_t k = 2; k < items.size(); ++k)
            QVERIFY(!readReference(items[k], {}, "'a'", problems, reference));
    }

    void printing() {
        JsonItem list = JsonItem::list();
        list.add(JsonItem::number(0.1)).add(JsonItem::number(-0.0)).add(JsonItem::number(1e300));
        const JsonItem item = JsonItem::object()
                                  .add("t", JsonItem::text("a\"\\\n\x01\xc3\xa9"))
                                  .add("l", list)
                                  .add("n", JsonItem::number(std::nan("")));
        QCOMPARE(item.print(), std::string("{\n  \"t\": \"a\\\"\\\\\\n\\u0001\xc3\xa9\",\n"
                                           "  \"l\": [0.1, -0, 1e+300],\n  \"n\": null\n}\n"));
        const auto again = JsonDocument::parse(item.print());
        QVERIFY(again);
        QCOMPARE(again->root().members()[0].second.string(), std::string("a\"\\\n\x01\xc3\xa9"));
    }
};

MOMENTREE_TEST(TestJson, Appless)

}  // namespace momentree::test_json
#include "test_json.moc"
