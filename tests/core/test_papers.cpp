// SPDX-License-Identifier: Apache-2.0
// Figures of papers: their files, and the numbers computed for them.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <map>
#include <set>

#include "core/lessons/measure.hpp"
#include "core/papers/cost_facts.hpp"
#include "core/papers/operation_counts.hpp"
#include "core/papers/paper.hpp"
#include "fpga_link/offload/function_facts.hpp"
#include "support/test_main.hpp"

namespace momentree::test_papers {
namespace {

const QString resources = QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/");

Result<Paper> paperAt(const QString& path) {
    return readPaper(path.toStdString(), (resources + "examples").toStdString());
}

std::vector<Paper> allPapers() {
    std::vector<Paper> papers;
    const QDir folder(resources + "papers");
    for (const QString& name : folder.entryList({"*.json"}, QDir::Files, QDir::Name)) {
        auto paper = paperAt(folder.filePath(name));
        if (!paper) qFatal("%s", toString(paper.error().front()).c_str());
        papers.push_back(*std::move(paper));
    }
    return papers;
}

}  // namespace

class TestPapers : public QObject {
    Q_OBJECT

private slots:
    void numbersAreAsStated_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("figure");
        const QDir papers(resources + "papers");
        for (const QString& name : papers.entryList({"*.json"})) {
            const auto paper = paperAt(papers.filePath(name));
            if (!paper) qFatal("%s", toString(paper.error().front()).c_str());
            for (const PaperFigure& figure : paper->figures) {
                const QString label = QString::fromStdString(paper->name + " " + figure.name);
                QTest::newRow(qPrintable(label))
                    << papers.filePath(name) << QString::fromStdString(figure.name);
            }
        }
    }
    void numbersAreAsStated() {
        QFETCH(QString, file);
        QFETCH(QString, figure);
        const auto paper = paperAt(file);
        const PaperFigure* shown = paper->figure(figure.toStdString());
        QVERIFY(!shown->numbers.empty());
        LessonResults results;
        for (const std::string& name : shown->runs) {
            auto experiment = prepare(catalogue_, *paper->run(name));
            QVERIFY2(experiment, experiment ? "" : toString(experiment.error().front()).c_str());
            auto result = compute(catalogue_, *std::move(experiment));
            QVERIFY(result && !result->failure);
            for (const std::string& column : shown->columns)
                QVERIFY2(result->layout->column(column) >= 0, column.c_str());
            results.emplace(name, *std::move(result));
        }
        PaperFacts facts = operationFacts();
        facts.merge(fpga::functionFacts());
        for (const PaperNumber& number : shown->numbers) {
            if (number.source == NumberSource::Measured) continue;  // a time of this machine
            const auto value = numberHere(number, results, facts);
            QVERIFY2(value, value ? "" : toString(value.error().front()).c_str());
            QVERIFY2(holds(number.ours, *value),
                     qPrintable(QString::fromStdString(number.label + ": %1").arg(*value)));
        }
    }
    /// Everything that a cost figure may show has a number of its own.
    void measuredNumbersHaveAName() {
        const PaperCost cost{PaperCost::Shows::Speedup, "index3-dca", {32, 128}, 1000};
        CostFigure figure{costPlan(cost, 5), {}};
        QCOMPARE(figure.plan.threads, (std::vector<int>{1, 2, 4}));
        for (const int threads : figure.plan.threads)
            figure.curves.push_back({"index3-dca", "newmark", threads, {}});
        for (CostCurve& curve : figure.curves)
            curve.points = {{32, 0.008 / curve.threads}, {128, 0.032 / curve.threads}};
        const PaperFacts facts = costFacts(cost, figure);
        QCOMPARE(facts.at("cost.order"), 1.0);
        QCOMPARE(facts.at("cost.128.time"), 32.0);
        QCOMPARE(facts.at("cost.128.threads"), 4.0);  // 16 ms with two threads, 8 with four
        QCOMPARE(facts.at("cost.speedup"), 4.0);
        QCOMPARE(facts.at("cost.efficiency"), 1.0);
        QCOMPARE(shownCost(cost, figure, figure.curves[1], 0), 2.0);
        for (const Paper& paper : allPapers())
            for (const PaperFigure& of : paper.figures)
                for (const PaperNumber& number : of.numbers)
                    if (number.source == NumberSource::Measured && !number.fact.empty())
                        QVERIFY2(facts.contains(number.fact), number.fact.c_str());
    }
    /// Whoever reads a paper may ask for any of its figures and tables.
    void everyFigureOfThePapersIsKnown() {
        const std::map<std::string, std::pair<int, int>> printed{
            {"hdca-fpga", {14, 7}}, {"index3-dca", {14, 0}}, {"naudet", {2, 1}}};
        const std::vector<Paper> papers = allPapers();
        QCOMPARE(papers.size(), printed.size());
        for (const Paper& paper : papers) {
            std::set<std::string> wanted, known;
            for (int k = 1; k <= printed.at(paper.name).first; ++k)
                wanted.insert("fig-" + std::to_string(k));
            for (int k = 1; k <= printed.at(paper.name).second; ++k)
                wanted.insert("table-" + std::to_string(k));
            for (const PaperFigure& figure : paper.figures)
                QVERIFY2(known.insert(figure.name).second, figure.name.c_str());
            for (const PaperDrawing& drawing : paper.drawings)
                QVERIFY2(known.insert(drawing.name).second, drawing.name.c_str());
            QVERIFY2(known == wanted, paper.name.c_str());
        }
    }
    void pageIsUpToDate() {
        QFile file(resources + "help/papers.md");
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(file.readAll().toStdString() == papersPage(allPapers()),
                 "renew it: momentree paper --page resources/help/papers.md");
    }
    void filesAreCheckedByNameAndLine() {
        QTemporaryDir folder;
        const QString path = folder.filePath("p.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"version": 1, "title": "t", "reference": "r",
 "runs": [{"name": "a", "label": "A", "example": "four_bar"}],
 "figures": [{"name": "f", "title": "t", "differs": "d", "runs": ["b"],
   "numbers": [{"label": "n", "run": "a", "of": "total", "vlaue": 1}]}]})");
        file.close();
        const auto paper = paperAt(path);
        QVERIFY(!paper);
        QString all;
        for (const Diagnostic& one : paper.error()) {
            QVERIFY(one.line > 0);
            all += QString::fromStdString(toString(one)) + '\n';
        }
        QVERIFY2(all.contains("there is no run 'b'"), qPrintable(all));
        QVERIFY2(all.contains("'vlaue'"), qPrintable(all));
        QVERIFY2(all.contains("either 'value' and 'within'"), qPrintable(all));
    }

private:
    Catalogue catalogue_;
};

MOMENTREE_TEST(TestPapers, Appless)

}  // namespace momentree::test_papers
#include "test_papers.moc"
