// SPDX-License-Identifier: Apache-2.0
// Every published trajectory by every formulation that takes its model. The first part of each run
// always, the whole of it with MOMENTREE_LONG=1.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/io/model_file.hpp"
#include "support/reference_case.hpp"

using namespace momentree;
using namespace momentree::test;

Q_DECLARE_METATYPE(std::string)

namespace {

/// What takes a second.
double shortLength(const ReferenceCase& c) {
    return std::min(c.endTime, c.name == "chain_128" ? 0.2 : 2.0);
}

bool toTheEnd() { return qEnvironmentVariableIsSet("MOMENTREE_LONG"); }

/// Of second order, the trapezoidal rule takes shorter steps to the same limits.
double trapezoidalStep(const ReferenceCase& c) {
    if (c.name == "fourbar_ground_0p4" || c.name == "heavy_symmetric_top" ||
        c.name == "slider_crank")
        return 1e-5;
    if (c.name == "planar_double_pendulum" || c.name == "fourbar_driven") return 5e-5;
    // Rounding, amplified in the singular pose, outweighs the error of shorter steps.
    if (c.name == "fourbar_parallelogram_rotating") return 2e-4;
    return 1e-4;
}

/// Joint forces of the parallelograms where the bars are within `band` [rad] of one line. There a
/// closure that is open by d makes a force that is wrong by 2 J d w^2 / band^4 where speeds obey
/// the constraints, by J d w / band^3 where accelerations do; the rounding d = 1e-16 m of the poses
/// alone is then seen.
LeftOut forcesWithin(double band, const ReferenceCase& c) {
    if (!c.name.starts_with("fourbar_parallelogram")) return {};
    const auto phi = std::ranges::find(c.columns, "phi") - c.columns.begin();
    return [&c, phi, band](Eigen::Index row, Eigen::Index column) {
        return c.columns[static_cast<std::size_t>(column)].starts_with("joint1.f") &&
               std::abs(std::cos(c.values(row, phi))) < band;
    };
}

/// Feedback of accelerations leaves an opening of up to 1e-11 m where a stage of a step falls into
/// the singular pose: by the formula above a joint force within some 1e-2 rad of it may then be
/// wrong by more than 1e-3 of its scale. Which stage does is chance: 1 ms gives 1.3e-3, 0.4 ms
/// gives 0.13.
double ordinaryBand(const std::string& formulation) { return formulation == "aba" ? 2e-2 : 1e-3; }

std::shared_ptr<const Model> modelOf(const ReferenceCase& c) {
    const Result<ModelDescription> description = readModelFile(c.file);
    if (!description) qFatal("%s", toString(description.error().front(), c.file).c_str());
    const Result<std::shared_ptr<const Model>> model = buildModel(*description);
    if (!model) qFatal("%s", toString(model.error().front(), c.file).c_str());
    return *model;
}

std::vector<std::string> formulationsOf(const Model& model) {
    std::vector<std::string> ids;
    for (const Choice& choice : Catalogue().formulations(&model))
        if (choice.refusal.empty()) ids.push_back(choice.id);
    return ids;
}

void addRows() {
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("formulation");
    for (const std::string& name : referenceCases())
        for (const std::string& id : formulationsOf(*modelOf(readReferenceCase(name))))
            QTest::addRow("%s by %s", name.c_str(), id.c_str()) << name << id;
}

ScaledError errorOf(const ReferenceCase& c, const RunSpec& spec, const LeftOut& leftOut) {
    const ScaledError failed{std::numeric_limits<double>::infinity(), "run", 0.0};
    auto run = Run::create(Catalogue(), modelOf(c), spec);
    if (!run) {
        qWarning("%s", toString(run.error().front()).c_str());
        return failed;
    }
    while (!(*run)->finished()) {
        const Progress progress = (*run)->advance({});
        if (progress.status == StepStatus::Reached) continue;
        qWarning("%s", (*run)->failure(progress).c_str());
        return failed;
    }
    return worstError(c, **run, spec.duration, leftOut);
}

RunSpec specOf(const ReferenceCase& c, const std::string& formulation) {
    RunSpec spec = Catalogue().defaults(*modelOf(c), formulation);
    spec.duration = shortLength(c);
    return spec;
}

QByteArray text(const ScaledError& e, double limit) {
    return QStringLiteral("scaled error %1 of %2 at t = %3 s, limit %4")
        .arg(e.value)
        .arg(QString::fromStdString(e.column))
        .arg(e.time)
        .arg(limit)
        .toUtf8();
}

}  // namespace

class TestReferenceTrajectories : public QObject {
    Q_OBJECT
private slots:
    void setIsComplete();
    void ordinaryRun_data() { addRows(); }
    void ordinaryRun();
    void accurateRun_data() { addRows(); }
    void accurateRun();
};

void TestReferenceTrajectories::setIsComplete() {
    QCOMPARE(referenceCases().size(), std::size_t(11));
}

// As the file opens, with the formulation chosen.
void TestReferenceTrajectories::ordinaryRun() {
    QFETCH(std::string, name);
    QFETCH(std::string, formulation);
    const ReferenceCase c = readReferenceCase(name);
    RunSpec spec = specOf(c, formulation);
    if (toTheEnd()) spec.duration = c.endTime;
    if (formulation == "index3-dca") spec.step = std::min(spec.step, 2.5e-4);
    const ScaledError e = errorOf(c, spec, forcesWithin(ordinaryBand(formulation), c));
    QVERIFY2(e.value <= c.standard, text(e, c.standard));
}

void TestReferenceTrajectories::accurateRun() {
    QFETCH(std::string, name);
    QFETCH(std::string, formulation);
    const ReferenceCase c = readReferenceCase(name);
    RunSpec spec = specOf(c, formulation);
    if (formulation == "index3-dca") {
        spec.step = trapezoidalStep(c);
    } else {
        spec.integrator = "rk4";
        spec.step = 1e-4;
    }
    const ScaledError e = errorOf(c, spec, forcesWithin(1e-2, c));
    QVERIFY2(e.value <= c.tight, text(e, c.tight));
}

QTEST_APPLESS_MAIN(TestReferenceTrajectories)
#include "test_reference_trajectories.moc"
