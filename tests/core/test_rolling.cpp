// SPDX-License-Identifier: Apache-2.0
// Rolling discs and ellipsoids, knife edges: rows, trajectories of other programs and closed forms
// in every formulation, reactions, starts, ends of runs, files and refusals.
#include <QTest>
#include <cmath>

#include "core/diagnostics/power_balance.hpp"
#include "core/dynamics/loads.hpp"
#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/constraints.hpp"
#include "core/kinematics/drag.hpp"
#include "core/session/run.hpp"
#include "support/analysis_files.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/random_models.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_rolling {

using namespace momentree::test;

namespace {

using Kind = Constraint::Kind;

/// Everything a body needs to roll: a disc of 0.4 m on the plane z = 0, its axis y.
std::string disc(const std::string& start, const std::string& joint = R"~("radius": 0.4)~") {
    return R"~({"version": 1, "name": "disc", "gravity": [0, 0, -9.81],
        "bodies": [{"name": "disc", "mass": 1.2, "inertia": [0.05, 0.09, 0.05],
                    "markers": {"hub": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
        "joints": [{"name": "R", "type": "rolling-disc", )~" +
           joint + R"~(, "a": "ground", "b": "disc.hub"}],
        "initial": {"bodies": {"disc": )~" +
           start + "}}}";
}

/// Turned by 0.3 rad about x, with the velocities of the reference.
std::string leaning(const char* position = "[0, 0, \"0.4*cos(0.3)\"]") {
    return std::string(R"~({"position": )~") + position +
           R"~(, "orientation": ["cos(0.15)", "sin(0.15)", 0, 0],
            "velocity": [3.6591040413322684, -0.0764269191300485, -0.023641616532907174],
            "angular_velocity": [0.2, 8.598028402130454, 3.159681859952056]})~";
}

/// A skate with its edge along x on a plane inclined by 0.3 rad downhill along x, turning at 2
/// rad/s.
std::string skate() {
    return R"~({"version": 1, "name": "skate", "gravity": ["9.81*sin(0.3)", 0, "-9.81*cos(0.3)"],
        "bodies": [{"name": "skate", "mass": 1, "inertia": [0.1, 0.1, 0.1],
                    "markers": {"C": [0, 0, 0]}}],
        "joints": [{"name": "ice", "type": "planar", "a": "ground", "b": "skate.C"},
                   {"name": "edge", "type": "knife-edge", "a": "ground", "b": "skate.C"}],
        "initial": {"joints": {"ice": {"u": [0, 0, 2]}}}})~";
}

/// A ball of 0.1 m on a table that a motion turns at 3 rad/s about z.
std::string ballOnTurntable() {
    return R"~({"version": 1, "name": "turntable", "gravity": [0, 0, -9.81],
        "bodies": [
            {"name": "table", "mass": 5, "inertia": [1, 1, 2], "markers": {"C": [0, 0, 0]}},
            {"name": "ball", "mass": 0.5, "inertia": [0.002, 0.002, 0.002],
             "markers": {"C": [0, 0, 0]}}],
        "joints": [{"name": "J", "type": "revolute", "a": "ground", "b": "table.C"},
                   {"name": "R", "type": "rolling-ellipsoid", "semi_axes": ["10 cm", 0.1, 0.1],
                    "a": "table.C", "b": "ball.C"}],
        "motions": [{"name": "drive", "joint": "J",
                     "law": {"kind": "polynomial", "coefficients": [0, 3]}}],
        "initial": {"bodies": {"ball": {"position": [0.5, 0, 0.1], "velocity": [0, 0.2, 0],
                                        "angular_velocity": [13, 0, 0]}}}})~";
}

/// A body that slides on its tip, on two wheels with one axis, whose rows against sliding sideways
/// depend on each other.
std::string cart() {
    return R"~({"version": 1, "name": "cart", "gravity": [0, 0, -9.81],
        "bodies": [
            {"name": "body", "mass": 3, "com": [0.2, 0.03, 0], "inertia": [0.03, 0.06, 0.07],
             "markers": {"left": {"position": [0, 0.2, 0], "z": [0, 1, 0]},
                         "right": {"position": [0, -0.2, 0], "z": [0, 1, 0]},
                         "tip": [0.5, 0, -0.1]}},
            {"name": "left", "mass": 0.5, "inertia": [0.002, 0.003, 0.002],
             "markers": {"hub": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
            {"name": "right", "mass": 0.5, "inertia": [0.002, 0.003, 0.002],
             "markers": {"hub": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
        "joints": [
            {"name": "J1", "type": "revolute", "a": "body.left", "b": "left.hub"},
            {"name": "J2", "type": "revolute", "a": "body.right", "b": "right.hub"},
            {"name": "R1", "type": "rolling-disc", "radius": 0.1, "a": "ground", "b": "left.hub"},
            {"name": "R2", "type": "rolling-disc", "radius": 0.1, "a": "ground", "b": "right.hub"},
            {"name": "P", "type": "point-on-plane", "a": "ground", "b": "body.tip"}],
        "forces": [{"name": "M", "type": "axial-torque", "a": "body.left", "b": "left.hub",
                    "law": {"kind": "harmonic", "amplitude": 0.8, "frequency": 3}}],
        "initial": {"bodies": {"body": {"position": [0, 0, 0.1], "velocity": [0.5, 0, 0],
                                        "angular_velocity": [0, 0, 1]},
                               "left": {"position": [0, 0.2, 0.1]},
                               "right": {"position": [0, -0.2, 0.1]}}}})~";
}

/// The four-body bicycle of the benchmark at 4.6 m/s, z up.
std::shared_ptr<const Model> bicycle() { return std::make_shared<const Model>(example("bicycle")); }

std::unique_ptr<Stepper> rolling(const std::shared_ptr<const Model>& model, const std::string& id,
                                 double step) {
    RunSpec spec = Catalogue().defaults(*model, id);
    spec.step = step;
    spec.integrator = "rk4";
    return started(model, spec);
}

Sample lastOf(const std::shared_ptr<const Model>& model, const std::string& id, double duration,
              double step = 1e-3) {
    RunSpec spec = Catalogue().defaults(*model, id);
    spec.step = step;
    spec.integrator = "rk4";
    return after(model, spec, duration);
}

Vector3d vectorOf(const QJsonValue& list, int from = 0) {
    const QJsonArray a = list.toArray();
    return {a[from].toDouble(), a[from + 1].toDouble(), a[from + 2].toDouble()};
}

BodyKinematics<double> later(const BodyKinematics<double>& body, double dt) {
    BodyKinematics<double> moved = body;
    moved.r += dt * body.v;
    if (body.w.norm() > 0.0)
        moved.R = Eigen::AngleAxisd(dt * body.w.norm(), body.w.normalized()) * body.R;
    return moved;
}

/// What the equations of Newton and Euler of all bodies leave over [N, N m].
double leftOver(const Model& model, const Sample& sample) {
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(sample.bodies);
    std::vector<Vec6<double>> rest(bodies.size(), Vec6<double>::Zero());
    evaluateLoads<double>(model, sample.time, bodies,
                          std::vector<double>(model.axialLoads.size(), 0.0), rest);
    const auto add = [&](int body, const Vector3d& at, const Vector3d& f, const Vector3d& m) {
        if (body == ground) return;
        auto& wrench = rest[static_cast<std::size_t>(body)];
        wrench.head<3>() += f;
        wrench.tail<3>() += m + (at - bodies[static_cast<std::size_t>(body)].r).cross(f);
    };
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const Vector3d f = sample.joints[j].reaction.head<3>();
        const Vector3d m = sample.joints[j].reaction.tail<3>();
        const Vector3d B = markerKinematics<double>(model.joints[j].B, bodies).r;
        add(model.joints[j].B.body, B, f, m);
        add(model.joints[j].A.body, B, -f, -m);
    }
    double largest = 0.0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Matrix3d J = bodies[i].R * model.bodies[i].J_C * bodies[i].R.transpose();
        const Vector3d w = bodies[i].w, turn = sample.accelerations[i].tail<3>();
        rest[i].head<3>() -= model.bodies[i].mass * sample.accelerations[i].head<3>();
        rest[i].tail<3>() -= J * turn + w.cross(J * w);
        largest = std::max(largest, rest[i].cwiseAbs().maxCoeff());
    }
    return largest;
}

}  // namespace

class TestRolling : public QObject {
    Q_OBJECT

private slots:
    /// Jdot and the derivative of Phi against central differences, on and off the constraints.
    void rowsAreDerivatives() {
        Random random(7);
        for (int trial = 0; trial < 60; ++trial) {
            Constraint c;
            c.kind = std::array{Kind::Touch, Kind::Roll, Kind::Edge}[trial % 3];
            c.s_a = random.vector(0.5);
            c.s_b = random.vector(0.5);
            const Matrix3d A = rotationOf(random.quaternion()), B = rotationOf(random.quaternion());
            c.n_a = A.col(2);
            c.x_a = A.col(trial % 2);
            c.y_b = B.col(1);
            const bool isDisc = trial % 4 < 2;
            const Vector3d axes(0.4, isDisc ? 0.4 : 0.25, isDisc ? 0.0 : 0.1);
            c.squares = B * axes.cwiseAbs2().asDiagonal() * B.transpose();
            c.length = isDisc ? 0.4 : 0.0;
            BodyKinematics<double> a{rotationOf(random.quaternion()), random.vector(1.0),
                                     random.vector(2.0), random.vector(2.0)};
            BodyKinematics<double> b{rotationOf(random.quaternion()), random.vector(1.0),
                                     random.vector(2.0), random.vector(2.0)};
            if (isDisc && std::abs((a.R * c.n_a).dot(b.R * B.col(2))) > 0.9) continue;
            const double h = 1e-5;
            ConstraintTerms<double> now, before, then;
            evaluate(c, {}, a, b, now);
            evaluate(c, {}, later(a, -h), later(b, -h), before);
            evaluate(c, {}, later(a, h), later(b, h), then);
            const auto differs = [&](const auto& rate, const auto& first, const auto& last) {
                return (rate - (last - first) / (2.0 * h)).cwiseAbs().maxCoeff();
            };
            QVERIFY(differs(now.Jdot_a, before.J_a, then.J_a) < 1e-8);
            QVERIFY(differs(now.Jdot_b, before.J_b, then.J_b) < 1e-8);
            const double rate = (now.J_a * a.V() + now.J_b * b.V())[0];
            if (c.kind == Kind::Touch)
                QVERIFY(std::abs(rate - (then.Phi[0] - before.Phi[0]) / (2.0 * h)) < 1e-8);
            else
                QCOMPARE(now.Phi[0], 0.0);
            QVERIFY(std::abs((now.Jdot_a * a.V() + now.Jdot_b * b.V() + now.gamma)[0]) < 1e-12);
        }
    }

    /// Energy alone would not tell this motion from one by the gradient of the multipliers' work.
    void discsRollAsPublished_data() { addFormulations(disc(leaning())); }
    void discsRollAsPublished() {
        QFETCH(std::string, id);
        const QJsonObject expected = reference("rolling_disc");
        const auto model = built(disc(leaning()));
        const auto stepper = rolling(model, id, 5e-4);
        Sample sample;
        sample.resize(*model);
        for (int k = 0; k < 3; ++k) {
            QCOMPARE(stepper->advance(k + 1.0, {}).status, StepStatus::Reached);
            stepper->observe(sample);
            const QJsonArray V = expected["V"].toArray()[k].toArray();
            QVERIFY2(
                (sample.bodies[0].r - vectorOf(expected["position"].toArray()[k])).norm() < 1e-9,
                id.c_str());
            QVERIFY2((sample.bodies[0].v - vectorOf(V)).norm() < 3e-9, id.c_str());
            QVERIFY2((sample.bodies[0].w - vectorOf(V, 3)).norm() < 1e-8, id.c_str());
            QVERIFY2(close(sample.kinetic + sample.potential,
                           expected["start"].toObject()["energy"].toDouble(), 1e-9),
                     id.c_str());
            QVERIFY2(sample.driftPosition < 1e-12 && sample.driftVelocity < 1e-11, id.c_str());
            QVERIFY2(leftOver(*model, sample) < 1e-9, id.c_str());
        }
    }

    void skatesTurnAsInTheClosedForm_data() { addFormulations(skate()); }
    void skatesTurnAsInTheClosedForm() {
        QFETCH(std::string, id);
        const QJsonObject expected = reference("skate");
        const auto model = built(skate());
        const auto stepper = rolling(model, id, 1e-3);
        Sample sample;
        sample.resize(*model);
        for (int k = 0; k < 3; ++k) {
            QCOMPARE(stepper->advance(expected["t"].toArray()[k].toDouble(), {}).status,
                     StepStatus::Reached);
            stepper->observe(sample);
            QVERIFY2(close(sample.bodies[0].r.x(), expected["x"].toArray()[k].toDouble(), 1e-9),
                     id.c_str());
            QVERIFY2(close(sample.bodies[0].r.y(), expected["y"].toArray()[k].toDouble(), 1e-9),
                     id.c_str());
            QVERIFY2(leftOver(*model, sample) < 1e-10, id.c_str());
        }
    }

    /// The centre moves on a circle at 2/7 of the rate of the table.
    void ballsCircleOnATurntable_data() { addFormulations(ballOnTurntable()); }
    void ballsCircleOnATurntable() {
        QFETCH(std::string, id);
        const auto model = built(ballOnTurntable());
        const Sample first = lastOf(model, id, 0.0), last = lastOf(model, id, 2.0);
        const double I = 0.002, m = 0.5, r = 0.1, rate = 3.0 * I / (I + m * r * r);
        // v' = rate z x v, so that v turns by rate t.
        const Vector3d v0 = first.bodies[1].v;
        const Eigen::AngleAxisd turn(2.0 * rate, Vector3d::UnitZ());
        const Vector3d centre = first.bodies[1].r + Vector3d::UnitZ().cross(v0) / rate;
        QVERIFY2((last.bodies[1].v - turn * v0).norm() < 1e-9, id.c_str());
        QVERIFY2((last.bodies[1].r - centre - turn * (first.bodies[1].r - centre)).norm() < 1e-9,
                 id.c_str());
        QVERIFY2(leftOver(*model, last) < 1e-9, id.c_str());
    }

    void dependentWheelsAgree() {
        const auto model = built(cart());
        AssemblyReport report;
        const auto start = assemble(*model, &report);
        QVERIFY(start);
        QCOMPARE(report.degreesOfFreedom, 6 + 2 - 3);
        QCOMPARE(report.speedsOfFreedom, 2);
        QCOMPARE(report.redundant, 1);
        QCOMPARE(report.redundancies.size(), std::size_t(1));
        QCOMPARE(textOf(*model, report.redundancies[0]), std::string("R2: shift along y"));
        Sample first;
        for (const std::string& id : formulationsOf(*model)) {
            const Sample last = lastOf(model, id, 2.0);
            if (first.bodies.empty()) first = last;
            QVERIFY2(distance(first, last) < 1e-8, id.c_str());
            QVERIFY2(last.driftPosition < 1e-11 && last.driftVelocity < 1e-10, id.c_str());
        }
    }

    /// Energy and work as the monitor of a run adds them up.
    void theBalanceHolds() {
        for (const std::string& text : {cart(), ballOnTurntable(), disc(leaning())}) {
            const auto model = built(text);
            for (const std::string& id : formulationsOf(*model)) {
                const auto stepper = rolling(model, id, 1e-3);
                PowerBalance balance(*model);
                Sample sample;
                sample.resize(*model);
                double largest = 0.0;
                for (int k = 0; k <= 500; ++k) {
                    if (k > 0) QCOMPARE(stepper->advance(1e-3 * k, {}).status, StepStatus::Reached);
                    stepper->observe(sample);
                    balance.add(sample);
                    largest = std::max(largest, std::abs(balance.balance()));
                }
                QVERIFY2(largest < 1e-8 && largest <= balance.uncertainty() + 1e-9,
                         qPrintable(QString("%1: %2 J of %3 J")
                                        .arg(id.c_str())
                                        .arg(largest)
                                        .arg(balance.uncertainty())));
            }
        }
    }

    void bicyclesHaveTwoMobilities() {
        const auto model = bicycle();
        AssemblyReport report;
        QVERIFY(assemble(*model, &report));
        QCOMPARE(report.degreesOfFreedom, 7);
        QCOMPARE(report.speedsOfFreedom, 3);
        QCOMPARE(report.redundant, 0);
        QVERIFY(report.warnings.empty());
        Sample first;
        for (const std::string& id : formulationsOf(*model)) {
            const Sample last = lastOf(model, id, 1.5);
            if (first.bodies.empty()) first = last;
            QVERIFY2(distance(first, last) < 1e-8, id.c_str());
            QVERIFY2(leftOver(*model, last) < 1e-6, id.c_str());
        }
        QVERIFY(std::abs(first.bodies[0].r.y()) > 1e-3);  // the push has turned it
    }

    void handsMoveWheelsSideways() {
        const auto model = built(disc(leaning()));
        const auto start = assemble(*model);
        QVERIFY(start);
        const Vector3d to = start->bodies[0].r + Vector3d(0.3, 0.5, 0.0);
        const auto moved = drag(*model, start->bodies, {0, Vector3d::Zero(), to});
        QVERIFY(moved);
        QVERIFY(((*moved)[0].r - to).norm() < 1e-3);
    }

    void startsRoll() {
        // Velocities that slip are moved to the nearest ones that roll, with a warning.
        const auto model = built(disc(
            R"~({"position": [0, 0, 0.4], "velocity": [1, 0, 0], "angular_velocity": [0, 0, 0]})~"));
        AssemblyReport report;
        const auto start = assemble(*model, &report);
        QVERIFY(start);
        QVERIFY(close(start->bodies[0].v.x(), 0.4 * start->bodies[0].w.y(), 1e-12));
        QVERIFY(!report.warnings.empty());
        // A disc above the ground is set down.
        const auto above = built(disc(leaning("[0, 0, 0.6]")));
        QVERIFY(assemble(*above));
    }

    void fallenDiscsEndTheRun() {
        const auto model = built(disc(R"~({"position": [0, 0, "0.4*cos(0.5)"],
            "orientation": ["cos(0.25)", "sin(0.25)", 0, 0]})~"));
        for (const char* id : {"hdca", "aba", "lagrange-index1"}) {
            RunSpec spec = Catalogue().defaults(*model, id);
            spec.duration = 2.0;
            spec.sample = 0.001;
            auto run = Run::create(Catalogue(), model, spec);
            QVERIFY(run.has_value());
            QString said;
            while (!(*run)->finished() && said.isEmpty()) {
                const Progress progress = (*run)->advance({});
                if (progress.status != StepStatus::Reached)
                    said = QString::fromStdString((*run)->failure(progress).str());
            }
            QVERIFY2(said.contains("the disc of 'R' fell flat"), qPrintable(id + (": " + said)));
        }
    }

    void singlePrecisionRolls() {
        const auto model = built(disc(leaning()));
        for (const char* id : {"hdca", "naudet", "aba", "hamilton-index2", "lagrange-index1"}) {
            RunSpec spec = Catalogue().defaults(*model, id, "float32");
            const Sample last = after(model, spec, 1.0);
            const Vector3d expected = vectorOf(reference("rolling_disc")["position"].toArray()[0]);
            QVERIFY2((last.bodies[0].r - expected).norm() < 2e-3, id);
        }
    }

    void othersRefuseByName() {
        const auto model = built(skate());
        QStringList refused;
        for (const Choice& choice : Catalogue().formulations(model.get()))
            if (choice.refusal) {
                refused << QString::fromStdString(choice.id);
                const QString why = QString::fromStdString(choice.refusal->str());
                QVERIFY2(
                    why.contains("knife-edge joint restricts velocities") && why.contains("'edge'"),
                    qPrintable(why));
            }
        QCOMPARE(refused.join(' '),
                 QString("index3-dca soft generalized-alpha rattle energy-momentum"));
    }

    void filesKeepThem() {
        for (const std::string& text : {skate(), cart(), ballOnTurntable()}) {
            const auto read = readModelText(text, "m");
            QVERIFY(read);
            const auto again = readModelText(writeModelText(*read), "m");
            QVERIFY(again);
            QCOMPARE(writeModelText(*again), writeModelText(*read));
        }
        QVERIFY(writeModelText(*readModelText(ballOnTurntable(), "m")).find("\"10 cm\"") !=
                std::string::npos);
    }

    void messagesNameTheJoint_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const std::string& text, const char* why) {
            QTest::newRow(name) << QString::fromStdString(text) << QString(why);
        };
        row("no radius", replaced(disc(leaning()), R"~("radius": 0.4, )~", ""), "radius");
        row("negative radius", disc(leaning(), R"~("radius": -0.4)~"),
            "a rolling disc needs a positive radius");
        row("radius in kg", disc(leaning(), R"~("radius": "1 kg")~"), "kg");
        row("length", disc(leaning(), R"~("radius": 0.4, "length": 1)~"), "length");
        row("unknown field", disc(leaning(), R"~("radius": 0.4, "tyre": 1)~"), "tyre");
        row("two axes", replaced(ballOnTurntable(), R"~(["10 cm", 0.1, 0.1])~", "[0.1, 0.1]"),
            "semi_axes");
        row("a flat ball", replaced(ballOnTurntable(), R"~(["10 cm", 0.1, 0.1])~", "[0.1, 0.1, 0]"),
            "three positive semi-axes");
        row("axes of a disc", disc(leaning(), R"~("radius": 0.4, "semi_axes": [1, 1, 1])~"),
            "semi_axes");
        row("flat disc", disc(R"~({"position": [0, 0, 0.4], "orientation": ["cos(pi/4)",
                "sin(pi/4)", 0, 0]})~"),
            "its disc lies flat");
        row("point mass", replaced(disc(leaning()), "[0.05, 0.09, 0.05]", "[0, 0, 0]"),
            "'disc' is a point mass");
        row("start", replaced(skate(), "\"ice\": {\"u\"", "\"edge\": {\"q\": 1}, \"ice\": {\"u\""),
            "a knife-edge joint has no coordinates");
        row("slipping start", replaced(skate(), "[0, 0, 2]", "[0, 1, 2]"), "contradicts");
    }
    void messagesNameTheJoint() {
        QFETCH(QString, text);
        QFETCH(QString, why);
        const QString said = assemblyRefusal(text.toStdString());
        QVERIFY2(said.contains(why) && !said.isEmpty(), qPrintable(said));
    }

private:
    /// A row for each formulation that takes the model: all that close loops by rows.
    static void addFormulations(const std::string& text) {
        QTest::addColumn<std::string>("id");
        const std::vector<std::string> ids = formulationsOf(*built(text));
        QCOMPARE(ids.size(), Catalogue().formulations().size() - 5);
        for (const std::string& id : ids) QTest::newRow(id.c_str()) << id;
    }
};

MOMENTREE_TEST(TestRolling, Appless)

}  // namespace momentree::test_rolling
#include "test_rolling.moc"
