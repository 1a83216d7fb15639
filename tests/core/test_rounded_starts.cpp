// SPDX-License-Identifier: Apache-2.0
// Starts of linkages with rounded lengths: where they close only nearly, and where they close by
// chance. Singular starts of mechanisms with several freedoms or motions.
#include <QTest>
#include <cmath>
#include <numeric>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/drag.hpp"
#include "core/kinematics/free_motions.hpp"
#include "core/math/quaternion.hpp"
#include "core/session/built_in.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/run.hpp"
#include "support/integrate.hpp"
#include "support/linkages.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_rounded_starts {

using namespace momentree::test;

namespace {

ModelDescription described(const char* file) {
    const std::string path =
        MOMENTREE_SOURCE_DIR "/tests/data/" + std::string(file) + ".momentree.json";
    auto read = readModelFile(path);
    if (!read) qFatal("%s", qPrintable(said(read.error())));
    return *read;
}

ModelDescription described(const QByteArray& text) {
    auto read = readModelText(text.toStdString(), "m");
    if (!read) qFatal("%s", qPrintable(said(read.error())));
    return *read;
}

std::shared_ptr<const Model> built(ModelDescription description) {
    const auto model = buildModel(std::move(description));
    if (!model) qFatal("%s", qPrintable(said(model.error())));
    return *model;
}

bool has(const Diagnostics& messages, std::string_view id) {
    return std::ranges::any_of(messages, [&](const Diagnostic& d) { return d.message.id == id; });
}

/// The kinetic energy in the first and the last row of a run, and the notes in between.
struct Outcome {
    StepStatus status = StepStatus::Reached;
    double start = 0.0, end = 0.0;
    std::size_t warnings = 0;
};
Outcome runOf(const std::shared_ptr<const Model>& model, const std::string& formulation) {
    const Catalogue catalogue;
    RunSpec spec = catalogue.defaults(*model, formulation);
    spec.step = 1e-3;
    spec.duration = 0.4;
    spec.sample = 0.02;
    auto run = Run::create(catalogue, model, spec);
    if (!run) qFatal("%s", qPrintable(said(run.error())));
    Outcome outcome;
    while (!(*run)->finished() && outcome.status == StepStatus::Reached)
        outcome.status = (*run)->advance({}).status;
    const auto rows = (*run)->recording();
    const int kinetic = (*run)->layout().kinetic();
    outcome.start = rows->at(0, kinetic);
    outcome.end = rows->at(rows->size() - 1, kinetic);
    for (const RunNote& note : (*run)->notes()) outcome.warnings += note.warns ? 1 : 0;
    return outcome;
}

/// A door with three hinges on one axis, rounded in the pose of the start.
QByteArray roundedDoor(double speed) {
    const QByteArray markers = R"("A": {"position": [0.0159, 0.0238, 0.0953], "z": Z},
        "B": {"position": [0.0794, 0.1191, 0.4764], "z": Z},
        "C": {"position": [0.1429, 0.2144, 0.8575], "z": Z})";
    return QByteArray(R"({"version": 1, "name": "m", "ground": {"markers": {M}},
        "bodies": [{"name": "door", "mass": 1, "inertia": [0.1, 0.1, 0.1], "com": [0.4, 0, 0],
                    "markers": {M}}], "joints": [
        {"name": "A", "type": "revolute", "a": "ground.A", "b": "door.A"},
        {"name": "B", "type": "revolute", "a": "ground.B", "b": "door.B"},
        {"name": "C", "type": "revolute", "a": "ground.C", "b": "door.C"}],
        "initial": {"joints": {"B": {"u": U}}}})")
        .replace("{M}", "{" + markers + "}")
        .replace("Z}", "[0.1588, 0.2382, 0.9528]}")
        .replace("{\"u\": U}", "{\"u\": " + QByteArray::number(speed) + "}");
}

/// A flat parallelogram that carries a pendulum.
QByteArray withPendulum(const QByteArray& starts) {
    return fourBar("\"joints\": {" + starts + "}")
        .replace(R"("Q": [2, 0, 0]}},{"name": "rocker")",
                 R"("Q": [2, 0, 0], "H": [1.5, 0, 0]}},{"name": "rocker")")
        .replace(R"(], "joints": [)",
                 R"(, {"name": "bob", "mass": 0.5, "inertia": [0.01, 0.01, 0.01],
                      "markers": {"H": [-0.3, 0, 0]}}], "joints": [
                     {"name": "P", "type": "revolute", "a": "coupler.H", "b": "bob.H"},)");
}

/// A parallelogram whose crank a motion turns.
/// @param q of the crank at the start [rad]
/// @param law after its "kind"
std::shared_ptr<const Model> drivenParallelogram(double q, const QByteArray& law) {
    const auto turned = [](double angle) {
        return "\"orientation\": [" + QByteArray::number(std::cos(0.5 * angle), 'g', 17) +
               ", 0, 0, " + QByteArray::number(std::sin(0.5 * angle), 'g', 17) + "]";
    };
    const auto at = [](double x, double y) {
        return "\"position\": [" + QByteArray::number(x, 'g', 17) + ", " +
               QByteArray::number(y, 'g', 17) + ", 0], ";
    };
    return built(described(fourBar(
        "\"bodies\": {\"crank\": {" + at(0.0, 0.0) + turned(q) + "}, \"coupler\": {" +
            at(std::cos(q), std::sin(q)) + turned(0.0) + "}, \"rocker\": {" + at(2.0, 0.0) +
            turned(q) + "}}",
        R"(, "motions": [{"name": "drive", "joint": "J1", "law": {"kind": )" + law + "}}]")));
}

/// Before a run of 1.5 s.
Diagnostics warningsOf(const std::shared_ptr<const Model>& model) {
    const Catalogue catalogue;
    Diagnostics warnings;
    SetupOptions options;
    options.warnings = &warnings;
    RunSpec spec = catalogue.defaults(*model, "naudet");
    spec.duration = 1.5;
    const auto run = Run::create(catalogue, model, spec, options);
    if (!run) qFatal("%s", qPrintable(said(run.error())));
    return warnings;
}

}  // namespace

class TestRoundedStarts : public QObject {
    Q_OBJECT
private slots:
    /// A pose that satisfies the closures far from the start is another one.
    void farPosesAreNotTaken() {
        ModelDescription d = described("campaign/rounded_schatz");
        d.jointStarts.clear();
        AssemblyReport report;
        QVERIFY(assemble(*built(d), &report));
        QVERIFY(!report.exact);
        QCOMPARE(report.degreesOfFreedom, 1);
        d.assemblyTolerance = 0.3 * report.gap;
        const auto refused = assemble(*built(d));
        QVERIFY(!refused);
        QVERIFY2(has(refused.error(), "loops-close-nearly"), qPrintable(said(refused.error())));
    }

    /// Axes that were rounded in the pose of the start meet there exactly, and nowhere else.
    void loopsThatCloseByChanceMove_data() {
        QTest::addColumn<double>("tolerance");
        QTest::addColumn<int>("freedom");
        QTest::newRow("allowed") << 1e-4 << 1;
        QTest::newRow("not allowed") << 1e-6 << 0;
    }
    void loopsThatCloseByChanceMove() {
        QFETCH(double, tolerance);
        QFETCH(int, freedom);
        ModelDescription d = described("campaign/rounded_by_chance");
        d.jointStarts.clear();
        d.assemblyTolerance = tolerance;
        AssemblyReport report;
        QVERIFY(assemble(*built(d), &report));
        QVERIFY(report.residual < 1e-12);
        QCOMPARE(report.degreesOfFreedom, freedom);
        QCOMPARE(has(report.warnings, "loops-closed-by-chance"), freedom == 1);
    }
    /// The hinges of a door are nothing but rounding to each other.
    void roundedHingesTurn() {
        const auto model = built(described(roundedDoor(2.0)));
        AssemblyReport report;
        const auto start = assemble(*model, &report);
        QVERIFY2(start, start ? "" : qPrintable(said(start.error())));
        QCOMPARE(report.degreesOfFreedom, 1);
        QVERIFY(has(report.warnings, "loops-closed-by-chance"));
        QVERIFY(std::abs(start->bodies[0].w.norm() - 2.0) < 1e-3);
    }
    /// Runs know the gap that such loops have beside the start.
    void loopsThatCloseByChanceRun_data() {
        QTest::addColumn<std::string>("formulation");
        QTest::addColumn<bool>("door");
        for (const std::string& id : test::formulations())
            for (const bool door : {false, true})
                if (id != "soft")
                    QTest::addRow("%s %s", id.c_str(), door ? "door" : "loop") << id << door;
    }
    void loopsThatCloseByChanceRun() {
        QFETCH(std::string, formulation);
        QFETCH(bool, door);
        ModelDescription d =
            door ? described(roundedDoor(8.0)) : described("campaign/rounded_by_chance");
        d.gravity = {};
        const Outcome outcome = runOf(built(std::move(d)), formulation);
        QCOMPARE(outcome.status, StepStatus::Reached);
        QCOMPARE(outcome.warnings, std::size_t(0));
        QVERIFY2(std::abs(outcome.end / outcome.start - 1.0) < 1e-3,
                 qPrintable(QString::number(outcome.end / outcome.start - 1.0)));
    }
    /// A drive leaves such a door no freedom, and is no contradiction.
    void drivenDoorsThatCloseByChanceRun_data() {
        QTest::addColumn<std::string>("formulation");
        QTest::addColumn<QByteArray>("values");
        for (const std::string& id : test::formulations()) {
            if (id == "soft") continue;
            QTest::addRow("%s moving", id.c_str()) << id << QByteArray("[0, 0.1, 2.0, 1.5]");
            QTest::addRow("%s at rest", id.c_str()) << id << QByteArray("[0, 0, 2.0, 1.5]");
        }
    }
    void drivenDoorsThatCloseByChanceRun() {
        QFETCH(std::string, formulation);
        QFETCH(QByteArray, values);
        const QByteArray motion =
            R"("motions": [{"name": "D", "joint": "B", "law": {"kind": "table",
            "times": [0, 0.1, 0.3, 0.4], "values": )" +
            values + "}}]";
        const auto model = built(described(
            roundedDoor(0.0).replace(R"("initial": {"joints": {"B": {"u": 0}}})", motion)));
        AssemblyReport report;
        QVERIFY(assemble(*model, &report));
        QVERIFY(has(report.warnings, "loops-closed-by-chance"));
        QCOMPARE(runOf(model, formulation).status, StepStatus::Reached);
        // Two drives that turn the door differently contradict each other.
        ModelDescription two = model->description;
        two.motions.push_back(two.motions.front());
        two.motions.back().name = "E";
        two.motions.back().joint = "A";
        two.motions.back().law.values.back() = Scalar(1.0);
        QCOMPARE(runOf(built(std::move(two)), formulation).status, StepStatus::Contradiction);
    }
    /// What a run says of its error contains what the gap moves: each formulation makes another
    /// motion of it.
    void errorsContainTheGap() {
        ModelDescription d = described("rounded_bricard");
        const auto model = built(std::move(d));
        const Catalogue catalogue;
        std::vector<std::unique_ptr<Run>> runs;
        for (const std::string& id : test::formulations()) {
            if (id == "soft") continue;
            RunSpec spec = catalogue.defaults(*model, id);
            spec.step = 2e-3;
            spec.duration = 2.0;
            spec.sample = 0.1;
            auto run = Run::create(catalogue, model, spec, {.check = ErrorCheck::Alongside});
            if (!run) qFatal("%s", qPrintable(said(run.error())));
            while (!(*run)->finished()) QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
            runs.push_back(std::move(*run));
        }
        const auto centre = [](const Run& run, int body) {
            const auto rows = run.recording();
            return Vector3d(rows->row(rows->size() - 1).data() + run.layout().body(body));
        };
        double farthest = 0.0;
        for (const auto& a : runs)
            for (const auto& b : runs) {
                double apart = 0.0;
                for (int i = 0; i < static_cast<int>(model->bodies.size()); ++i)
                    apart = std::max(apart, (centre(*a, i) - centre(*b, i)).norm());
                const double stated = a->errors()->last.positions + b->errors()->last.positions;
                QVERIFY2(apart <= stated, qPrintable(QStringLiteral("%1 and %2: %3 apart, %4")
                                                         .arg(a->spec().formulation.c_str(),
                                                              b->spec().formulation.c_str())
                                                         .arg(apart)
                                                         .arg(stated)));
                farthest = std::max(farthest, apart);
            }
        QVERIFY(farthest > 1e-3);  // the steps alone are accurate to 1e-5
    }
    /// Where none can be estimated, it is said, although none was asked for.
    void missingErrorsAreNamed() {
        const QByteArray turned = R"("joints": {"J1": {"q": 1}})";
        for (const bool rounded : {false, true}) {
            const auto model =
                built(rounded ? described("rounded_bricard") : described(fourBar(turned)));
            const Catalogue catalogue;
            RunSpec spec = catalogue.defaults(*model, "aba");
            spec.integrator = "dopri5";
            spec.relativeTolerance = 2e-14;  // there is no tighter one
            Diagnostics warnings;
            const auto run = Run::create(catalogue, model, spec,
                                         {.warnings = &warnings, .check = ErrorCheck::AtEnd});
            QVERIFY2(run, run ? "" : qPrintable(said(run.error())));
            QCOMPARE(has(warnings, "error-not-estimated"), rounded);
        }
    }
    /// Searches along their motions know it, too.
    void loopsThatCloseByChanceAreFollowed() {
        for (const bool door : {false, true}) {
            const auto model =
                built(door ? described(roundedDoor(0.0)) : described("campaign/rounded_by_chance"));
            AssemblyReport report;
            const auto start = assemble(*model, &report);
            QVERIFY(start);
            const auto motions =
                freeMotions(*model, 0.0, start->bodies, false, report.degreesOfFreedom);
            QCOMPARE(motions.size(), std::size_t(1));
            const Swing swing = swingAlong(*model, 0.0, start->bodies, motions[0], 0.5, 10);
            QCOMPARE(swing.poses.size(), std::size_t(21));
            double turned = 1.0;
            for (std::size_t i = 0; i < start->bodies.size(); ++i)
                turned = std::min(turned,
                                  std::abs(swing.poses.front()[i].e.dot(swing.poses.back()[i].e)));
            QVERIFY2(turned < 0.99, qPrintable(QString::number(turned)));
            const BodyState& far = swing.poses.back()[0];
            Pull pull{.body = 0, .point = {0.3, 0.1, 0.0}};
            pull.target = far.r + rotationOf<double>(far.e) * pull.point;
            const auto pulled = drag(*model, start->bodies, pull);
            QVERIFY2(pulled, pulled ? "" : qPrintable(said(pulled.error())));
            const Vector3d at = (*pulled)[0].r + rotationOf<double>((*pulled)[0].e) * pull.point;
            QVERIFY2((at - pull.target).norm() < 1e-2,
                     qPrintable(QString::number((at - pull.target).norm())));
        }
    }

    /// An arch of two bars, 1e-4 m high, has a small singular value, too, and does not move.
    void nearlyFlatArchesHold() {
        const QByteArray bar = R"("mass": 1, "inertia": [0.1, 0.1, 0.1],
                                  "markers": {"P": [0, 0, 0], "Q": [1, 0, 0]}})";
        AssemblyReport report;
        QVERIFY(assemble(*built(described(
                             R"({"version": 1, "name": "m", "ground": {"markers": {"A": [0, 0, 0],
            "D": [1.99999999, 0, 0]}}, "bodies": [{"name": "b1", )" +
                             bar + R"(, {"name": "b2", )" + bar + R"(], "joints": [
            {"name": "A", "type": "revolute", "a": "ground.A", "b": "b1.P"},
            {"name": "M", "type": "revolute", "a": "b1.Q", "b": "b2.P"},
            {"name": "D", "type": "revolute", "a": "ground.D", "b": "b2.Q"}],
            "initial": {"joints": {"A": {"q": 1e-4}, "M": {"q": -2e-4}}}})")),
                         &report));
        QVERIFY(report.smallestKept < 1e-3);
        QCOMPARE(report.degreesOfFreedom, 0);
        QVERIFY(report.exact);
    }

    /// Velocities of samples fit the loops as those of the other formulations do.
    void samplesHaveTheGivenSpeed() {
        const ModelDescription d = described("campaign/rounded_schatz");
        const auto model = built(d);
        const Catalogue catalogue;
        RunSpec spec = catalogue.defaults(*model, "index3-dca");
        auto run = Run::create(catalogue, model, spec);
        QVERIFY(run);
        const int joint = static_cast<int>(jointOf(*model, d.jointStarts[0].joint.c_str()));
        const double u = (*run)->recording()->at(0, (*run)->layout().jointU(joint));
        QVERIFY2(std::abs(u / d.jointStarts[0].u[0].value - 1.0) < 1e-9,
                 qPrintable(QString::number(u, 'g', 12)));
    }

    /// One freedom more than the parallelogram's does not make its directions possible.
    void severalFreedomsNeedABranch() {
        const auto between = assemble(*built(described(withPendulum(R"("J1": {"u": 3})"))));
        QVERIFY(!between);
        QVERIFY(has(between.error(), "start-between-branches"));
        const auto none = assemble(
            *built(described(withPendulum(R"("J1": {"u": 3}, "J2": {"u": -5}, "P": {"u": 1})"))));
        QVERIFY(!none);
        QVERIFY(has(none.error(), "start-speeds-singular"));
        for (const int branch : {1, 2}) {
            ModelDescription d = described(withPendulum(R"("J1": {"u": 3})"));
            d.startBranch = branch;
            QVERIFY(assemble(*built(d)));
        }
    }
    /// The velocity of a body chooses the path, too.
    void velocitiesOfBodiesChooseABranch() {
        const auto start = assemble(*built(described(fourBar(
            R"("bodies": {"coupler": {"position": [1, 0, 0], "velocity": [0, 3, 0],
                                      "angular_velocity": [0, 0, 0]}})"))));
        QVERIFY2(start, start ? "" : qPrintable(said(start.error())));
        QVERIFY((start->bodies[1].v - Vector3d(0.0, 3.0, 0.0)).norm() < 1e-6);
    }
    void severalFreedomsKeepTheirEnergy_data() {
        QTest::addColumn<std::string>("formulation");
        for (const std::string& id : test::formulations())
            if (id != "soft") QTest::newRow(id.c_str()) << id;
    }
    void severalFreedomsKeepTheirEnergy() {
        QFETCH(std::string, formulation);
        const Outcome outcome = runOf(
            built(described(withPendulum(R"("J1": {"u": 3}, "J2": {"u": -3}, "P": {"u": 1})"))),
            formulation);
        QCOMPARE(outcome.status, StepStatus::Reached);
        QVERIFY2(std::abs(outcome.end / outcome.start - 1.0) < 1e-5,
                 qPrintable(QString::number(outcome.end / outcome.start - 1.0)));
    }

    /// A crank that is driven out of the flat pose.
    void motionsLeaveSingularStarts_data() { severalFreedomsKeepTheirEnergy_data(); }
    void motionsLeaveSingularStarts() {
        QFETCH(std::string, formulation);
        const QByteArray drive = R"(, "motions": [{"name": "drive", "joint": "J1",
            "law": {"kind": "constant", "rate": 3}}])";
        const auto between = assemble(*built(described(fourBar("", drive))));
        QVERIFY(!between);
        QVERIFY(has(between.error(), "start-between-branches"));
        const auto model = built(described(fourBar(R"("joints": {"J2": {"u": -3}})", drive)));
        const Outcome outcome = runOf(model, formulation);
        QCOMPARE(outcome.status, StepStatus::Reached);
        QVERIFY(std::abs(outcome.end / outcome.start - 1.0) < 1e-9);
    }
    /// No speed tells on which path a motion leaves a singular pose from rest, now or later.
    void motionsThatLeaveFromRestAreRefused_data() {
        QTest::addColumn<QByteArray>("law");
        QTest::addColumn<bool>("refused");
        QTest::newRow("square") << QByteArray(R"("polynomial", "coefficients": [0, 0, 2])") << true;
        QTest::newRow("cube") << QByteArray(R"("polynomial", "coefficients": [0, 0, 0, 2])")
                              << true;
        QTest::newRow("cosine") << QByteArray(
                                       R"("harmonic", "offset": 1, "amplitude": 1, "frequency": 3,
                                          "phase": "-90 deg")")
                                << true;
        QTest::newRow("table") << QByteArray(R"("table", "times": [0, 0.3, 0.6, 1],
                                                "values": [0, 0, 0.5, 1])")
                               << true;
        QTest::newRow("late") << QByteArray(R"("table", "times": [0, 300, 301, 302],
                                               "values": [0, 0, 1, 0])")
                              << true;
        QTest::newRow("held") << QByteArray(R"("constant", "offset": 0)") << false;
    }
    void motionsThatLeaveFromRestAreRefused() {
        QFETCH(QByteArray, law);
        QFETCH(bool, refused);
        const auto start = assemble(*built(described(fourBar(
            "",
            R"(, "motions": [{"name": "drive", "joint": "J1", "law": {"kind": )" + law + "}}]"))));
        QCOMPARE(start.has_value(), !refused);
        if (refused)
            QVERIFY2(has(start.error(), "start-rests-singular"), qPrintable(said(start.error())));
    }
    /// Nor where it turns round there.
    void motionsThatTurnRoundInSingularPosesAreNamed_data() {
        QTest::addColumn<double>("amplitude");
        QTest::addColumn<bool>("named");
        QTest::newRow("at the flat pose") << 0.5 << true;
        QTest::newRow("before it") << 0.49 << false;
        QTest::newRow("beyond it") << 0.51 << false;
    }
    void motionsThatTurnRoundInSingularPosesAreNamed() {
        QFETCH(double, amplitude);
        QFETCH(bool, named);
        const QByteArray law =
            R"("harmonic", "offset": 0.5, "phase": "90 deg", "frequency": 4, "amplitude": )" +
            QByteArray::number(amplitude);
        const auto model = drivenParallelogram(0.5 + amplitude, law);
        QCOMPARE(has(warningsOf(model), "rest-singular"), named);
    }
    /// Also where it has turned round five times before.
    void laterRestsAreNamed() {
        const std::vector<double> rests{0.05, 0.25, 0.45, 0.65, 0.85, 1.09};
        std::vector<double> law{0.0}, rate{3e3};  // lowest order first
        for (const double at : rests) {
            rate.insert(rate.begin(), 0.0);
            for (std::size_t k = 0; k + 1 < rate.size(); ++k) rate[k] -= at * rate[k + 1];
        }
        for (std::size_t k = 0; k < rate.size(); ++k) law.push_back(rate[k] / double(k + 1));
        const auto valueAt = [&](double t) {
            return std::accumulate(law.rbegin(), law.rend(), 0.0,
                                   [t](double sum, double c) { return sum * t + c; });
        };
        const double last = valueAt(rests.back());
        for (const double least : {0.0, 0.01}) {
            law[0] = least - last;
            for (const double at : rests) QVERIFY(at == rests.back() || valueAt(at) > 0.1);
            QByteArray text;
            for (const double c : law)
                text += (text.isEmpty() ? "" : ", ") + QByteArray::number(c, 'g', 17);
            const auto model =
                drivenParallelogram(law[0], "\"polynomial\", \"coefficients\": [" + text + "]");
            QCOMPARE(has(warningsOf(model), "rest-singular"), least == 0.0);
            law[0] = 0.0;
        }
    }
};

MOMENTREE_TEST(TestRoundedStarts, Appless)
}  // namespace momentree::test_rounded_starts
#include "test_rounded_starts.moc"
