// SPDX-License-Identifier: Apache-2.0
// Every published trajectory with every formulation that supports its model: the first part of each
// run, and all of it with MOMENTREE_LONG=1.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/io/model_file.hpp"
#include "support/integrate.hpp"
#include "support/reference_case.hpp"
#include "support/test_main.hpp"

namespace momentree::test_reference_trajectories {

using namespace momentree::test;

namespace {

/// A duration that takes about a second; the trapezoidal rule needs the shortest steps.
double shortLength(const ReferenceCase& c, const std::string& formulation) {
    if (c.name == "chain_128") return 0.2;
    return std::min(c.endTime, Catalogue().find(formulation)->makeStepper ? 0.5 : 2.0);
}

bool toTheEnd() { return qEnvironmentVariableIsSet("MOMENTREE_LONG"); }

std::shared_ptr<const Model> modelOf(const ReferenceCase& c) {
    const Result<ModelDescription> description = readModelFile(c.file);
    if (!description) qFatal("%s", toString(description.error().front(), c.file).c_str());
    const Result<std::shared_ptr<const Model>> model = buildModel(*description);
    if (!model) qFatal("%s", toString(model.error().front(), c.file).c_str());
    return *model;
}

void addRows() {
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("formulation");
    for (const std::string& name : referenceCases())
        for (const std::string& id : formulationsOf(*modelOf(readReferenceCase(name))))
            QTest::addRow("%s by %s", name.c_str(), id.c_str()) << name << id;
}

ScaledError errorOf(const ReferenceCase& c, const RunSpec& spec) {
    const ScaledError failed{std::numeric_limits<double>::infinity(), "run", 0.0};
    auto run = Run::create(Catalogue(), modelOf(c), spec);
    if (!run) {
        qWarning("%s", toString(run.error().front()).c_str());
        return failed;
    }
    while (!(*run)->finished()) {
        const Progress progress = (*run)->advance({});
        if (progress.status == StepStatus::Reached) continue;
        qWarning("%s", (*run)->failure(progress).str().c_str());
        return failed;
    }
    return worstError(c, **run, spec.duration);
}

RunSpec specOf(const ReferenceCase& c, const std::string& formulation) {
    RunSpec spec = Catalogue().defaults(*modelOf(c), formulation);
    spec.duration = toTheEnd() ? c.endTime : shortLength(c, formulation);
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
    void openedDirectly_data() { addRows(); }
    void openedDirectly();
    void ordinarySteps_data() { addRows(); }
    void ordinarySteps();
};

void TestReferenceTrajectories::setIsComplete() {
    QCOMPARE(referenceCases().size(), std::size_t(11));
}

// Opened as by a user, with the formulation chosen: compared with the tighter of its limits.
void TestReferenceTrajectories::openedDirectly() {
    QFETCH(std::string, name);
    QFETCH(std::string, formulation);
    const ReferenceCase c = readReferenceCase(name);
    const ScaledError e = errorOf(c, specOf(c, formulation));
    QVERIFY2(e.value <= c.tight, text(e, c.tight));
}

void TestReferenceTrajectories::ordinarySteps() {
    QFETCH(std::string, name);
    QFETCH(std::string, formulation);
    const ReferenceCase c = readReferenceCase(name);
    RunSpec spec = specOf(c, formulation);
    const bool own = Catalogue().find(formulation)->makeStepper != nullptr;
    if (!own) spec.integrator = "rk4";
    spec.step = own ? 2.5e-4 : 1e-3;
    const ScaledError e = errorOf(c, spec);
    QVERIFY2(e.value <= c.standard, text(e, c.standard));
}

MOMENTREE_TEST(TestReferenceTrajectories, Appless)

}  // namespace momentree::test_reference_trajectories
#include "test_reference_trajectories.moc"
