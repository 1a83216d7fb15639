// SPDX-License-Identifier: Apache-2.0
// A run continues from a row of another run, of the same or of a changed model.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/session/carry_over.hpp"
#include "core/session/run.hpp"
#include "support/test_main.hpp"

namespace momentree::test_carry_over {
namespace {

constexpr double duration = 0.6;  // [s]
constexpr std::size_t middle = 30;

using Models = std::shared_ptr<const Model>;

ModelDescription described(const std::string& example) {
    auto read =
        readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" + example + ".momentree.json");
    if (!read) qFatal("%s", toString(read.error().front(), example).c_str());
    return *read;
}

Models built(ModelDescription description) {
    auto model = buildModel(std::move(description));
    if (!model) qFatal("%s", toString(model.error().front(), "model").c_str());
    return *model;
}

/// The example with another value of one parameter.
Models changed(const std::string& example, const std::string& parameter, double value) {
    ModelDescription description = described(example);
    for (ParameterDescription& p : description.parameters)
        if (p.name == parameter) p.value = Scalar(value);
    return built(std::move(description));
}

RunSpec specOf(const Model& model, const std::string& formulation) {
    RunSpec spec = Catalogue().defaults(model, formulation);
    spec.step = 5e-4;
    spec.sample = 0.01;
    spec.duration = duration;
    return spec;
}

std::unique_ptr<Run> finished(const Models& model, const RunSpec& spec,
                              const LaterStart* start = nullptr) {
    auto run = Run::create(Catalogue(), model, spec, {.start = start});
    if (!run) qFatal("%s", toString(run.error().front(), "run").c_str());
    while (!(*run)->finished())
        if ((*run)->advance({}).status != StepStatus::Reached) qFatal("the run failed");
    return std::move(*run);
}

RunPoint pointOf(const Run& run, std::size_t row) {
    return {run.sharedModel(), run.recording(), row};
}

/// A body turned about z by a torsion spring, fast enough for full turns.
Models windedSpring() {
    ModelDescription d;
    d.name = "wheel";
    BodyDescription wheel;
    wheel.name = "wheel";
    wheel.mass = 1.0;
    for (std::size_t k = 0; k < 3; ++k) wheel.inertia[k][k] = Scalar(0.1);
    d.bodies.push_back(wheel);
    JointDescription pin;
    pin.name = "pin";
    pin.type = "revolute";
    pin.a = {"ground", "", 0};
    pin.b = {"wheel", "", 0};
    d.joints.push_back(pin);
    AxialTorqueDescription spring;
    spring.a = pin.a;
    spring.b = pin.b;
    spring.stiffness = 0.01;
    d.forces.push_back({"spring", spring});
    d.jointStarts.push_back({"pin", {Scalar(0.0)}, {Scalar(30.0)}});
    return built(std::move(d));
}

/// Largest difference of poses and velocities of all bodies in the last rows.
double largestDifference(const Run& a, const Run& b) {
    const auto x = a.recording()->row(a.recording()->size() - 1);
    const auto y = b.recording()->row(b.recording()->size() - 1);
    double largest = std::abs(x[0] - y[0]);
    for (int c = 1; c < a.layout().kinetic(); ++c) {
        const auto k = static_cast<std::size_t>(c);
        const bool reaction = a.layout().names()[k].find_first_of("fm", 0) != std::string::npos;
        if (!reaction) largest = std::max(largest, std::abs(x[k] - y[k]));
    }
    return largest;
}

}  // namespace

class TestCarryOver : public QObject {
    Q_OBJECT
private slots:
    void theSameModelGoesOnAsIfNothingHappened_data();
    void theSameModelGoesOnAsIfNothingHappened();
    void recordsFromTheInstantOn();
    void anotherFormulationGoesOn();
    void aChangedLengthKeepsTheJointCoordinates();
    void aChangedLoopIsClosed();
    void springsKeepTheirTurns();
    void refusesWhatCannotBeAssembledThere();
    void refusesAnotherTopology();
    void refusesToGoOnAtTheEnd();
};

/// Joints that yield start closed again, so `soft` is left out.
void TestCarryOver::theSameModelGoesOnAsIfNothingHappened_data() {
    QTest::addColumn<std::string>("file");
    QTest::addColumn<std::string>("formulation");
    for (const std::string file : {"four_bar_driven", "double_pendulum", "rssr", "slider_crank",
                                   "heavy_top", "peaucellier", "planetary_gear", "differential"})
        for (const Choice& choice : Catalogue().formulations(built(described(file)).get()))
            if (!choice.refusal && choice.id != "soft")
                QTest::newRow((file + " by " + choice.id).c_str()) << file << choice.id;
}

void TestCarryOver::theSameModelGoesOnAsIfNothingHappened() {
    QFETCH(const std::string, file);
    QFETCH(const std::string, formulation);
    const Models model = built(described(file));
    const RunSpec spec = specOf(*model, formulation);
    const auto whole = finished(model, spec);
    const auto start = carryOver(pointOf(*whole, middle), *model);
    QVERIFY(start);
    const auto rest = finished(model, spec, &*start);
    // The remaining difference is the drift, which the new start does not have, and the first steps
    // of the integrator.
    QVERIFY2(largestDifference(*whole, *rest) < 1e-4,
             qPrintable(QString::number(largestDifference(*whole, *rest))));
}

void TestCarryOver::recordsFromTheInstantOn() {
    const Models model = built(described("double_pendulum"));
    const RunSpec spec = specOf(*model, "naudet");
    const auto whole = finished(model, spec);
    const auto start = carryOver(pointOf(*whole, middle), *model);
    QVERIFY(start);
    const auto rest = finished(model, spec, &*start);
    const Recording& rows = *rest->recording();
    QCOMPARE(rows.size(), whole->recording()->size() - middle);
    for (std::size_t r = 0; r < rows.size(); ++r)
        QCOMPARE(rows.at(r, 0), whole->recording()->at(r + middle, 0));
}

void TestCarryOver::anotherFormulationGoesOn() {
    const Models model = built(described("four_bar"));
    const auto whole = finished(model, specOf(*model, "hdca"));
    const auto start = carryOver(pointOf(*whole, middle), *model);
    QVERIFY(start);
    const auto rest = finished(model, specOf(*model, "lagrange-index1"), &*start);
    QVERIFY(largestDifference(*whole, *rest) < 1e-4);
}

void TestCarryOver::aChangedLengthKeepsTheJointCoordinates() {
    const Models model = built(described("double_pendulum"));
    const auto whole = finished(model, specOf(*model, "naudet"));
    ModelDescription longer = described("double_pendulum");
    for (BodyDescription& body : longer.bodies) {
        for (Scalar& x : body.com) x = Scalar(1.5 * x.value);
        for (MarkerDescription& marker : body.markers)
            for (Scalar& x : marker.position) x = Scalar(1.5 * x.value);
    }
    const Models next = built(std::move(longer));
    const auto start = carryOver(pointOf(*whole, middle), *next);
    QVERIFY(start);
    QCOMPARE(start->time, whole->recording()->at(middle, 0));
    const auto rest = finished(next, specOf(*next, "naudet"), &*start);
    const RowLayout& layout = whole->layout();
    for (int j = 0; j < 2; ++j) {
        QVERIFY(std::abs(rest->recording()->at(0, layout.jointQ(j)) -
                         whole->recording()->at(middle, layout.jointQ(j))) < 1e-12);
        QVERIFY(std::abs(rest->recording()->at(0, layout.jointU(j)) -
                         whole->recording()->at(middle, layout.jointU(j))) < 1e-12);
    }
}

void TestCarryOver::aChangedLoopIsClosed() {
    const Models model = built(described("four_bar"));
    QVERIFY(!model->description.parameters.empty());
    const ParameterDescription& first = model->description.parameters.front();
    const auto whole = finished(model, specOf(*model, "hdca"));
    const Models next = changed("four_bar", first.name, 1.1 * first.value.value);
    AssemblyReport report;
    const auto start = carryOver(pointOf(*whole, middle), *next, &report);
    QVERIFY(start);
    QVERIFY(report.residual < 1e-9);
    QVERIFY(report.velocityResidual < 1e-8);
    const auto rest = finished(next, specOf(*next, "hdca"), &*start);
    QCOMPARE(rest->recording()->at(0, 0), whole->recording()->at(middle, 0));
    QVERIFY(rest->recording()->at(0, rest->layout().driftPosition()) < 1e-8);
}

void TestCarryOver::springsKeepTheirTurns() {
    const Models model = windedSpring();
    for (const char* formulation : {"naudet", "lagrange-index1", "hamilton-index2", "index3-dca"}) {
        const RunSpec spec = specOf(*model, formulation);
        const auto whole = finished(model, spec);
        const auto start = carryOver(pointOf(*whole, middle), *model);
        QVERIFY(start);
        QVERIFY(start->state.angles.front() > 2.0 * std::numbers::pi);
        const auto rest = finished(model, spec, &*start);
        const int potential = whole->layout().potential(), q = whole->layout().jointQ(0);
        for (const int column : {potential, q})
            QVERIFY2(std::abs(rest->recording()->at(0, column) -
                              whole->recording()->at(middle, column)) < 1e-9,
                     formulation);
    }
}

void TestCarryOver::refusesWhatCannotBeAssembledThere() {
    const Models model = built(described("four_bar"));
    const auto whole = finished(model, specOf(*model, "hdca"));
    ModelDescription short_ = described("four_bar");
    for (BodyDescription& body : short_.bodies)
        for (MarkerDescription& marker : body.markers)
            for (Scalar& x : marker.position) x = Scalar(0.1 * x.value);
    const auto start = carryOver(pointOf(*whole, middle), *built(std::move(short_)));
    QVERIFY(!start);
    QVERIFY(start.error().front().place.kind == Place::Kind::Joint);
}

void TestCarryOver::refusesAnotherTopology() {
    const Models model = built(described("four_bar"));
    const auto whole = finished(model, specOf(*model, "hdca"));
    const auto start = carryOver(pointOf(*whole, middle), *built(described("double_pendulum")));
    QVERIFY(!start);
    QVERIFY(start.error().front().message.id == "run-other-mechanism");
}

void TestCarryOver::refusesToGoOnAtTheEnd() {
    const Models model = built(described("double_pendulum"));
    const RunSpec spec = specOf(*model, "naudet");
    const auto whole = finished(model, spec);
    const auto start = carryOver(pointOf(*whole, whole->recording()->size() - 1), *model);
    QVERIFY(start);
    const auto run = Run::create(Catalogue(), model, spec, {.start = &*start});
    QVERIFY(!run);
    QCOMPARE(run.error().front().place, Place::setting("duration"));
}

MOMENTREE_TEST(TestCarryOver, Guiless)

}  // namespace momentree::test_carry_over
#include "test_carry_over.moc"
