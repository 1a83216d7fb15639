// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of other programs: what they seem to be, and how their columns are read.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <numbers>

#include "app/runs/reference_table.hpp"
#include "app/runs/table_preview.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_reference_mapping {

using namespace app;

class TestReferenceMapping : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    std::string put(const char* name, const QByteArray& text) const {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("write");
        return file.fileName().toStdString();
    }

private slots:
    void unitsMayBeProducts() {
        const auto near = [](const std::string& unit, double expected) {
            const auto factor = unitFactor(unit);
            return factor && std::abs(*factor / expected - 1.0) < 1e-14;
        };
        constexpr double degree = std::numbers::pi / 180;
        QVERIFY(near("deg/s^2", degree));
        QVERIFY(near("N mm", 1e-3));
        QVERIFY(near("mm/ms", 1.0));
        QVERIFY(near("kg*mm^2", 1e-6));
        QVERIFY(near("rpm", std::numbers::pi / 30));
        for (const char* none : {"", "x", "deg/", "m^", "m^a", "m^99", " m"})
            QVERIFY2(!unitFactor(none), none);
        // Every unit that is offered can be read, and the first is that of the quantity.
        for (const char* si : {"m", "m/s", "m/s^2", "rad", "rad/s", "rad/s^2", "N", "N m", "J"}) {
            QCOMPARE(unitsFor(si).front(), std::string(si));
            for (const std::string& unit : unitsFor(si)) QVERIFY2(unitFactor(unit), unit.c_str());
        }
    }

    void tablesAreRecognised() {
        const TablePreview table = previewOf(
            "\xEF\xBB\xBF# made by another program\nt [ms];Arm.Phi [deg];\"a;b\"\n"
            "0;90;1\n1;91;2\n");
        QCOMPARE(table.separator, ';');
        QVERIFY(table.header);
        QCOMPARE(table.names, (std::vector<std::string>{"t [ms]", "Arm.Phi [deg]", "a;b"}));
        QCOMPARE(table.values, (std::vector<std::string>{"0", "90", "1"}));
        const ReferenceMapping mapping =
            guessedMapping(table, {{"time", "s", "", ""}, {"arm.phi", "rad", "", ""}});
        QCOMPARE(mapping.time, std::string("t [ms]"));
        QCOMPARE(mapping.timeUnit, std::string("ms"));
        QCOMPARE(mapping.columns.size(), std::size_t(1));
        QCOMPARE(mapping.columns[0].to, std::string("arm.phi"));
        QCOMPARE(mapping.columns[0].unit, std::string("deg"));

        const TablePreview numbers = previewOf("0.0   1.5\t2\n0.1  1.6 3\n");
        QCOMPARE(numbers.separator, ' ');
        QVERIFY(!numbers.header);
        QCOMPARE(numbers.names, (std::vector<std::string>{"1", "2", "3"}));
        for (const char* odd : {"", "\n\n", "# only\n", "\"", "a,b\n\"c"}) previewOf(odd);
    }

    /// Layouts of MuJoCo with NumPy, of Exudyn and of Chrono, each as these programs write them.
    void tablesOfOtherPrograms() {
        const std::vector<ColumnFacts> known{{"time", "s", "", ""}, {"arm.q", "rad", "", ""}};
        const auto read = [&](const QByteArray& text, const std::string& time,
                              const std::string& from) {
            ReferenceMapping mapping = guessedMapping(previewOf(text), known);
            if (mapping.time != time) qFatal("time %s", mapping.time.c_str());
            mapping.columns = {{from, "arm.q"}};
            auto table = readReferenceTable(text, &mapping);
            if (!table) qFatal("%s", qPrintable(test::said(table.error())));
            return std::move(*table);
        };
        // numpy.savetxt(header="time,qpos_arm")
        const ReferenceTable numpy =
            read("# time,arm.q,ctrl\n0.0e+00,1.5e+00,0\n2.0e-03,1.25e+00,0\n", "time", "arm.q");
        QCOMPARE(numpy.times, (std::vector<double>{0.0, 0.002}));
        QCOMPARE(numpy.values, (std::vector<double>{1.5, 1.25}));
        // Exudyn: coordinatesSolution.txt
        const QByteArray exudyn =
            "#Exudyn generalized alpha solver solution file\n"
            "#simulation started=2022-04-07,19:02:19\n#columns contain: time, ODE2 displacements\n"
            "#total columns exported  (excl. time) = 2\n#\n0,0,1\n0.01,5e-09,2\n"
            "#simulation finished=2022-04-07,19:02:20\n";
        const TablePreview shown = previewOf(exudyn);
        QVERIFY(!shown.header);
        QCOMPARE(shown.comments.size(), std::size_t(5));
        QCOMPARE(read(exudyn, "1", "3").values, (std::vector<double>{1.0, 2.0}));
        // Chrono: every value is followed by the separator, the header is not.
        for (const char separator : {',', '\t', ' '}) {
            QByteArray rows = "0,1,2,\n0.5,3,4,\n";
            rows.replace(',', separator);
            QCOMPARE(read(rows, "1", "3").values, (std::vector<double>{2.0, 4.0}));
            QByteArray headed = "time,x,arm.q\n" + rows;
            headed.replace(',', separator);
            QCOMPARE(read(headed, "time", "arm.q").values, (std::vector<double>{2.0, 4.0}));
        }
    }

    /// Tabs at the end of a row are empty fields, not blanks.
    void rowsEndInEmptyFields() {
        const QByteArray text = "time\ta\tb\r\n0\t1\t2\r\n1\t\t\r\n2\t3\t\r\n";
        ReferenceMapping mapping = guessedMapping(previewOf(text), {{"time", "s", "", ""}});
        QCOMPARE(mapping.separator, '\t');
        mapping.columns = {{"a", "a"}, {"b", "b"}};
        const auto table = readReferenceTable(text, &mapping);
        QVERIFY2(table, table ? "" : qPrintable(test::said(table.error())));
        QCOMPARE(table->times.size(), std::size_t(3));
        QVERIFY(std::isnan(table->values[2]) && std::isnan(table->values[5]));
        QCOMPARE(table->values[4], 3.0);
    }

    void decimalCommasAreRead() {
        const QByteArray text = "\xEF\xBB\xBF\r\n0,0;1,5;2\r\n\r\n0,5;NaN;\r\n1;-nan(ind);1e-1\r\n";
        const TablePreview table = previewOf(text);
        QCOMPARE(table.separator, ';');
        QVERIFY(table.decimalComma);
        QVERIFY(!table.header);
        ReferenceMapping mapping = guessedMapping(table, {{"time", "s", "", ""}});
        mapping.columns = {{"2", "a"}, {"3", "b"}};
        const auto kept =
            readMapping(put("c.mapping.json", QByteArray::fromStdString(mappingText(mapping))));
        QVERIFY(kept && kept->decimalComma);
        const auto read = readReferenceTable(text, &*kept);
        QVERIFY(read);
        QCOMPARE(read->times, (std::vector<double>{0.0, 0.5, 1.0}));
        QCOMPARE(read->values[0], 1.5);
        QVERIFY(std::isnan(read->values[2]) && std::isnan(read->values[3]));
        QCOMPARE(read->values[5], 0.1);
        // Points are never taken for thousands, nor the commas between columns for decimals.
        QVERIFY(!previewOf("t;x\n0.5;1\n").decimalComma);
        QVERIFY(!previewOf("t,x\n0,5\n").decimalComma);
        const auto both =
            readMapping(put("d.json",
                            "{\"decimal\": \"comma\", \"columns\": [{\"from\": \"a\", "
                            "\"to\": \"b\"}]}"));
        QVERIFY(!both);
    }

    /// The second column of a name is not read as the first.
    void repeatedNamesAreToldApart() {
        const QByteArray text = "\n# log\nt,x,x\n0,1,2\n1,3,4\n";
        QCOMPARE(previewOf(text).names, (std::vector<std::string>{"t", "x", "x (2)"}));
        QCOMPARE(nameAndUnit("q [deg] (2)"), std::pair(std::string("q"), std::string("deg")));
        QCOMPARE(nameAndUnit("q (deg)"), std::pair(std::string("q"), std::string("deg")));
        ReferenceMapping mapping;
        mapping.time = "t";
        mapping.columns = {{"x (2)", "b"}};
        const auto read = readReferenceTable(text, &mapping);
        QVERIFY(read);
        QCOMPARE(read->values, (std::vector<double>{2.0, 4.0}));
    }

    void mappingsComeBack() {
        ReferenceMapping mapping;
        mapping.separator = '\t';
        mapping.header = false;
        mapping.time = "1";
        mapping.timeUnit = "ms";
        mapping.columns = {{"2", "J1.q", "deg", -1.0, 0.25}, {"4", "total"}};
        const auto read =
            readMapping(put("m.mapping.json", QByteArray::fromStdString(mappingText(mapping))));
        QVERIFY(read);
        QCOMPARE(mappingText(*read), mappingText(mapping));
        // The mapping beside a table is used without being named.
        const std::string table = put("m.csv", "# degrees\n0\t180\tx\t3\n500\t90\ty\t4\n");
        const auto values = readReferenceFile(table);
        QVERIFY(values);
        QCOMPARE(values->times, (std::vector<double>{0.0, 0.5}));
        QCOMPARE(values->columns, (std::vector<std::string>{"J1.q", "total"}));
        QVERIFY(std::abs(values->values[0] - (0.25 - std::numbers::pi)) < 1e-15);
        QCOMPARE(values->values[3], 4.0);
        const auto wrong = readMapping(put(
            "w.json", "{\"columns\": [\n{\"from\": \"a\", \"to\": \"b\", \"unit\": \"xyz\"}]}"));
        QVERIFY(!wrong);
        QCOMPARE(wrong.error()[0].line, 2);
    }
};

MOMENTREE_TEST(TestReferenceMapping, Appless)

}  // namespace momentree::test_reference_mapping
#include "test_reference_mapping.moc"
