// SPDX-License-Identifier: Apache-2.0
// Every example opens, assembles and runs with every formulation that supports it.
#include <QDir>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/model/sticking.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "support/test_main.hpp"

namespace momentree::test_examples {
namespace {

QDir examples() { return QDir(QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples")); }

std::shared_ptr<const Model> open(const std::string& file) {
    const Result<ModelDescription> description =
        readModelFile(examples().filePath(QString::fromStdString(file)).toStdString());
    if (!description) qFatal("%s", toString(description.error().front(), file).c_str());
    const Result<std::shared_ptr<const Model>> model = buildModel(*description);
    if (!model) qFatal("%s", toString(model.error().front(), file).c_str());
    return *model;
}

/// Without motions, damping and external forces, the total energy is constant.
bool isConservative(const Model& model) {
    if (!model.motions.empty() || !model.drags.empty() || !model.appliedLoads.empty() ||
        !model.stops.empty())
        return false;
    for (const SpringDamper& s : model.springs)
        if (s.c != 0.0 || s.f0 != 0.0) return false;
    for (const AxialLoad& a : model.axialLoads) {
        const Law::Value law = a.law.at(0.3);
        if (a.c != 0.0 || law.f != 0.0 || law.df != 0.0 || !a.state.empty() ||
            a.characteristic.hasPower() || !a.controller.empty())
            return false;
    }
    for (const Bushing& bushing : model.bushings)
        if (!bushing.C.isZero(0.0)) return false;
    return true;
}

}  // namespace

class TestExamples : public QObject {
    Q_OBJECT
private slots:
    void thereAreExamples();
    void haveNoWarnings_data();
    void haveNoWarnings();
    void runs_data();
    void runs();
};

void TestExamples::thereAreExamples() {
    QVERIFY(examples().entryList({QStringLiteral("*.momentree.json")}).size() >= 10);
}

void TestExamples::haveNoWarnings_data() {
    QTest::addColumn<std::string>("file");
    for (const QString& name : examples().entryList({QStringLiteral("*.momentree.json")}))
        QTest::newRow(qPrintable(name)) << name.toStdString();
}

/// Of the file, its start and its settings.
void TestExamples::haveNoWarnings() {
    QFETCH(std::string, file);
    Diagnostics warnings;
    auto description =
        readModelFile(examples().filePath(QString::fromStdString(file)).toStdString(), &warnings);
    QVERIFY(description.has_value());
    const auto model = buildModel(std::move(*description), &warnings);
    QVERIFY(model.has_value());
    const Catalogue catalogue;
    const auto run =
        Run::create(catalogue, *model, catalogue.defaults(**model), {.warnings = &warnings});
    QVERIFY(run.has_value());
    for (const Diagnostic& one : warnings) qWarning("%s", toString(one, file).c_str());
    QVERIFY(warnings.empty());
}

void TestExamples::runs_data() {
    QTest::addColumn<std::string>("file");
    QTest::addColumn<std::string>("formulation");
    QTest::addColumn<std::string>("backend");
    for (const QString& name : examples().entryList({QStringLiteral("*.momentree.json")})) {
        const std::string file = name.toStdString();
        for (const Choice& choice : Catalogue().formulations(open(file).get()))
            if (!choice.refusal)
                for (const Choice& backend : Catalogue().backends(choice.id))
                    if (!backend.refusal && (backend.id != "float32" || !hasEvents(*open(file))))
                        QTest::addRow("%s by %s, %s", file.c_str(), choice.id.c_str(),
                                      backend.id.c_str())
                            << file << choice.id << backend.id;
    }
}

/// In single precision, Newton's iteration of index-3 rules does not converge on every example.
bool mayStop(const std::string& file, const std::string& formulation) {
    return formulation == "index3-dca" &&
           (file.starts_with("bennett.") || file.starts_with("dwell_six_bar."));
}

void TestExamples::runs() {
    QFETCH(std::string, file);
    QFETCH(std::string, formulation);
    QFETCH(std::string, backend);
    const auto model = open(file);
    RunSpec spec = Catalogue().defaults(*model, formulation, backend);
    const bool single = backend == "float32";
    const double digits = single ? 100.0 : 1.0;  // fewer of them
    const bool yields = formulation == "soft";   // joints open, and steps take energy
    // Only second order; in single precision, shorter steps leave Newton's iteration nothing but
    // rounding.
    if (!ownerOf(spec.integrator).empty()) spec.step /= single ? 2.0 : 4.0;
    spec.duration = std::min(0.2, spec.duration);
    spec.sample = spec.duration / 20.0;
    auto run = Run::create(Catalogue(), model, spec);
    QVERIFY2(run.has_value(), run ? "" : toString(run.error().front()).c_str());
    while (!(*run)->finished()) {
        const Progress progress = (*run)->advance({});
        if (progress.status != StepStatus::Reached && single && mayStop(file, formulation))
            QSKIP((*run)->failure(progress).str().c_str());
        QVERIFY2(progress.status == StepStatus::Reached, (*run)->failure(progress).str().c_str());
    }
    const RowLayout& layout = (*run)->layout();
    const Recording& recording = *(*run)->recording();
    QCOMPARE(recording.size(), std::size_t(21));
    double change = 0.0, largest = 0.0;
    for (std::size_t row = 0; row < recording.size(); ++row) {
        for (int k = 0; k < layout.csvWidth(); ++k)
            QVERIFY2(std::isfinite(recording.at(row, k)),
                     layout.names()[static_cast<std::size_t>(k)].c_str());
        change = std::max(
            change, std::abs(recording.at(row, layout.total()) - recording.at(0, layout.total())));
        largest = std::max({largest, recording.at(row, layout.kinetic()),
                            std::abs(recording.at(row, layout.potential()))});
        QVERIFY2(yields || recording.at(row, layout.driftPosition()) < digits * 1e-5,
                 qPrintable(QString::number(recording.at(row, layout.driftPosition()))));
    }
    // The default step keeps it to one part in ten thousand by a wide margin.
    if (isConservative(*model) && !yields)
        QVERIFY2(change < digits * 1e-4 * largest,
                 qPrintable(QStringLiteral("%1 J of %2 J").arg(change).arg(largest)));
}

MOMENTREE_TEST(TestExamples, Appless)

}  // namespace momentree::test_examples
#include "test_examples.moc"
