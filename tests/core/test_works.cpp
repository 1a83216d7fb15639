// SPDX-License-Identifier: Apache-2.0
// Power and work of each force, limit and motion: their sum is the work in the balance of every
// example, closed forms, impacts, what files keep and refuse.
#include <QDir>
#include <QTest>
#include <cmath>

#include "core/diagnostics/column_units.hpp"
#include "core/diagnostics/solver_columns.hpp"
#include "core/io/column_facts.hpp"
#include "core/io/csv.hpp"
#include "core/io/model_file.hpp"
#include "core/io/model_writer.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "support/model_text.hpp"
#include "support/random_models.hpp"
#include "support/stops.hpp"
#include "support/test_main.hpp"

namespace momentree::test_works {

using namespace momentree::test;

namespace {

std::unique_ptr<Run> finished(const std::shared_ptr<const Model>& model, const RunSpec& spec) {
    auto run = Run::create(Catalogue(), model, spec);
    if (!run) qFatal("%s", qPrintable(said(run.error())));
    while (!(*run)->finished())
        if (const Progress p = (*run)->advance({}); p.status != StepStatus::Reached)
            qFatal("%s", (*run)->failure(p).str().c_str());
    return std::move(*run);
}

std::vector<double> columnOf(const Run& run, const std::string& name) {
    const int column = run.layout().column(name);
    if (column < 0) qFatal("no column %s", name.c_str());
    std::vector<double> values;
    for (std::size_t row = 0; row < run.recording()->size(); ++row)
        values.push_back(run.recording()->at(row, column));
    return values;
}
double lastOf(const Run& run, const std::string& name) { return columnOf(run, name).back(); }

/// The energy of gravity in a row.
double weightEnergy(const Model& model, const RowLayout& layout, std::span<const double> row) {
    double sum = 0.0;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const auto at = static_cast<std::size_t>(layout.body(static_cast<int>(i)));
        sum -=
            model.bodies[i].mass * model.gravity.dot(Vector3d(row[at], row[at + 1], row[at + 2]));
    }
    return sum;
}

/// How far the sum of all works is from what kinetic energy and that of gravity have gained less
/// the balance, relative to these energies.
double missing(const Run& run) {
    const Model& model = run.model();
    const RowLayout& layout = run.layout();
    const Recording& rows = *run.recording();
    const SolverColumns columns(model, layout);
    double most = 0.0, scale = 1e-12, start = 0.0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const double kinetic = rows.at(row, layout.kinetic()),
                     weight = weightEnergy(model, layout, rows.row(row));
        if (row == 0) start = kinetic + weight;
        double sum = 0.0;
        for (int k = 0; k < columns.sourceCount(); ++k) {
            const double work = rows.at(row, columns.power(k) + 1);
            sum += work;
            scale = std::max(scale, std::abs(work));
        }
        scale = std::max({scale, kinetic, std::abs(weight)});
        most = std::max(
            most, std::abs(sum - (kinetic + weight - start - rows.at(row, layout.balance()))));
    }
    return most / scale;
}

/// A body of 2 kg on a slide along x, moved by 0.1 m, with a spring of 200 N/m, a damper of 3 N s/m
/// and what else is given.
std::string oscillator(const std::string& forces, const std::string& more = "") {
    return R"({"version": 1, "name": "slide", "gravity": [0, 0, 0],
        "ground": {"markers": {"O": {"position": [0, 0, 0], "z": [1, 0, 0]},
                               "far": {"position": [-1, 0, 0], "z": [1, 0, 0]}}},
        "bodies": [{"name": "body", "mass": 2, "inertia": [0.01, 0.01, 0.01],
                    "markers": {"A": {"position": [0, 0, 0], "z": [1, 0, 0]}}}],
        "joints": [{"name": "J", "type": "prismatic", "a": "ground.O", "b": "body.A"}],
        "forces": [)" +
           forces + R"(], "initial": {"joints": {"J": {"q": 0.1}}})" + more + "}";
}

const std::string spring = R"({"name": "spring", "type": "spring-damper", "a": "ground.far",
    "b": "body.A", "stiffness": 200, "length": 1})";
const std::string damper = R"({"name": "damper", "type": "spring-damper", "a": "ground.far",
    "b": "body.A", "damping": 3})";
const std::string push = R"({"name": "push", "type": "applied-force", "at": "body",
    "direction": [1, 0, 0], "law": 4})";

RunSpec specFor(const Model& model, double duration, const std::string& formulation = "naudet") {
    RunSpec spec = Catalogue().defaults(model, formulation);
    spec.integrator = "rk4";
    spec.step = 1e-3;
    spec.duration = duration;
    spec.sample = 0.01;
    return spec;
}

/// Of works that are integrated [J], of 1 J that is exchanged.
constexpr double tolerance = 5e-5;

QDir examples() { return QDir(QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples")); }

}  // namespace

class TestWorks : public QObject {
    Q_OBJECT

private slots:
    // The power of a spline bends at its knots, wherever these are between steps, and jumps where
    // the slide passes through the anchor of its spring, 1 m from the middle.
    void splinesKeepTheBalance_data() {
        QTest::addColumn<double>("most");
        QTest::newRow("knots") << 0.4;
        QTest::newRow("anchor") << 1.0;
    }
    void splinesKeepTheBalance() {
        QFETCH(double, most);
        for (int seed = 1; seed <= 10; ++seed) {
            Random random(static_cast<std::uint64_t>(seed));
            std::string times = "0", values = "0.1";
            double end = 0.0;
            for (int k = 0; k < 10; ++k) {
                end += random.uniform(0.08, 0.25);
                times += ", " + std::to_string(end);
                values += ", " + std::to_string(random.uniform(-most, most));
            }
            const std::string motion = R"(, "motions": [{"name": "drive", "joint": "J", "law": {
                "kind": "table", "times": [TIMES], "values": [VALUES]}}])";
            const auto model =
                built(oscillator(spring + ", " + damper,
                                 replaced(replaced(motion, "TIMES", times), "VALUES", values)));
            for (const char* formulation : {"naudet", "aba", "rattle"}) {
                RunSpec spec = Catalogue().defaults(*model, formulation);
                spec.step = 1e-3;
                spec.duration = end;
                spec.sample = 0.1;
                const auto run = finished(model, spec);
                const auto largest = [&](const char* column) {
                    double value = 0.0;
                    for (const double x : columnOf(*run, column))
                        value = std::max(value, std::abs(x));
                    return value;
                };
                const double off = largest("balance"), uncertain = run->balanceUncertainty();
                const double share = off / largest("kinetic");
                QVERIFY2(run->notes().empty() && off <= uncertain && (share < 1e-3 || most == 1.0),
                         qPrintable(QString("seed %1, %2: %3 J, %4 of all, %5 J uncertain")
                                        .arg(seed)
                                        .arg(formulation)
                                        .arg(off)
                                        .arg(share)
                                        .arg(uncertain)));
            }
        }
    }

    void sumIsTheWorkInTheBalance_data() {
        QTest::addColumn<QString>("file");
        for (const QString& name : examples().entryList({QStringLiteral("*.momentree.json")}))
            QTest::newRow(qPrintable(name)) << name;
    }
    void sumIsTheWorkInTheBalance() {
        QFETCH(QString, file);
        const auto description = readModelFile(examples().filePath(file).toStdString());
        const auto model = buildModel(*description);
        QVERIFY(model);
        RunSpec spec = Catalogue().defaults(**model, description->run.formulation);
        spec.duration = std::min(0.2, spec.duration);
        spec.sample = spec.duration / 10.0;
        const auto run = finished(*model, spec);
        const double off = missing(*run);
        // Both are sums of the same products, in another order.
        QVERIFY2(off < 1e-11, qPrintable(QString::number(off)));
    }
    /// A constant force, a spring and a damper: works from the motion of the body.
    void forcesOnASlide() {
        const auto model = built(oscillator(spring + "," + damper + "," + push));
        const auto run = finished(model, specFor(*model, 1.0));
        const auto x = columnOf(*run, "J.q"), v = columnOf(*run, "J.u");
        const auto bySpring = columnOf(*run, "spring.work"), byPush = columnOf(*run, "push.work"),
                   byDamper = columnOf(*run, "damper.work"), kinetic = columnOf(*run, "kinetic");
        const auto springPower = columnOf(*run, "spring.power"),
                   damperPower = columnOf(*run, "damper.power"),
                   pushPower = columnOf(*run, "push.power");
        for (std::size_t k = 0; k < x.size(); ++k) {
            QVERIFY(std::abs(bySpring[k] - 100.0 * (0.01 - x[k] * x[k])) < 1e-12);
            QVERIFY(std::abs(byPush[k] - 4.0 * (x[k] - 0.1)) < tolerance);
            QVERIFY2(
                std::abs(kinetic[k] - bySpring[k] - byPush[k] - byDamper[k]) < tolerance,
                qPrintable(QString::number(kinetic[k] - bySpring[k] - byPush[k] - byDamper[k])));
            QVERIFY(std::abs(springPower[k] + 200.0 * x[k] * v[k]) < 1e-11);
            QVERIFY(std::abs(damperPower[k] + 3.0 * v[k] * v[k]) < 1e-12);
            QVERIFY(std::abs(pushPower[k] - 4.0 * v[k]) < 1e-12);
        }
        QVERIFY(byDamper.back() < -0.3);
    }
    /// A torque motor, friction and drag: power is the slope of work.
    void powerIsTheRateOfWork() {
        const auto model = built(oscillator(
            spring + R"(, {"name": "rub", "type": "axial-force", "a": "ground.O", "b": "body.A",
                "friction": {"kinetic": 3, "speed": 0.3}},
                {"name": "mount", "type": "bushing", "a": "ground.O", "b": "body.A",
                 "stiffness": [0, 0, 40, 0, 0, 0], "damping": [0, 0, 1, 0, 0, 0]},
                {"name": "air", "type": "drag", "body": "body", "quadratic": 2},
                {"name": "motor", "type": "axial-force", "a": "ground.O", "b": "body.A",
                 "motor": {"stall": 5, "no_load_speed": 2}})"));
        const auto run = finished(model, specFor(*model, 0.8));
        for (const char* name : {"spring", "rub", "mount", "air", "motor"}) {
            const auto power = columnOf(*run, std::string(name) + ".power"),
                       work = columnOf(*run, std::string(name) + ".work");
            double sum = 0.0;  // by Simpson's rule
            for (std::size_t k = 2; k < power.size(); k += 2) {
                sum += 0.01 / 3.0 * (power[k - 2] + 4.0 * power[k - 1] + power[k]);
                QVERIFY2(std::abs(sum - work[k]) < tolerance,
                         qPrintable(QString("%1: %2, %3").arg(name).arg(sum).arg(work[k])));
            }
        }
        QVERIFY(lastOf(*run, "rub.work") < 0.0);
        QVERIFY(missing(*run) < 1e-11);
    }
    void impactsAreWork() {
        const auto model = built(ball(R"("restitution": 0.8)"));
        const auto run = finished(model, stopsSpec(*model, "naudet", 1.0));
        // The ball falls by 1 m and keeps 0.64 of its energy, once.
        QVERIFY(std::abs(lastOf(*run, "floor.work") + 0.36 * 0.5 * 9.81) < 1e-9);
        QCOMPARE(lastOf(*run, "floor.power"), 0.0);
        QVERIFY(missing(*run) < 1e-11);
    }
    void motionsAnswerImpacts() {
        const auto model = built(shakenTable());
        const auto run = finished(model, stopsSpec(*model, "naudet", 0.3));
        QVERIFY(lastOf(*run, "stand.work") < 0.0);
        QVERIFY(std::abs(lastOf(*run, "shaker.work")) > 1e-3);
        QVERIFY2(missing(*run) < 1e-9, qPrintable(QString::number(missing(*run))));
    }
    void motionWhoseSpeedJumps() {
        const std::string law = R"({"kind": "table", "interpolation": "linear",
            "times": [0, 0.5, 1], "values": [0.1, 0.2, 0.5]})";
        const auto model = built(oscillator(spring, R"(,
            "motions": [{"name": "drive", "joint": "J", "law": )" +
                                                        law + "}]"));
        const auto run = finished(model, specFor(*model, 0.9, "lagrange-index1"));
        // Against the spring, and for the kinetic energy at 0.6 m/s.
        const double x = lastOf(*run, "J.q");
        const auto kinetic = columnOf(*run, "kinetic");
        const double gained = kinetic.back() - kinetic.front(), work = lastOf(*run, "drive.work");
        QVERIFY(std::abs(lastOf(*run, "spring.work") - 100.0 * (0.01 - x * x)) < 1e-12);
        QVERIFY(std::abs(kinetic.back() - 0.36) < 1e-9 && gained > 0.3);
        QVERIFY2(std::abs(work - 100.0 * (x * x - 0.01) - gained) < 1e-6,
                 qPrintable(QString::number(work, 'g', 12)));
        QVERIFY(missing(*run) < 1e-11);
    }
    void probesInTables() {
        const std::string probes = R"(, "probes": [
            {"column": "loss", "quantity": "force_work", "force": "damper"},
            {"column": "heat", "quantity": "force_power", "force": "damper"}])";
        const auto plain = built(oscillator(spring + "," + damper));
        const auto model = built(oscillator(spring + "," + damper, probes));
        const auto run = finished(model, specFor(*model, 0.5));
        QCOMPARE(columnOf(*run, "loss"), columnOf(*run, "damper.work"));
        QCOMPARE(columnOf(*run, "heat"), columnOf(*run, "damper.power"));
        const auto facts = columnFacts(*model, run->layout(), CsvColumns::All);
        QCOMPARE(facts[facts.size() - 2].name, std::string("loss"));
        QCOMPARE(facts[facts.size() - 2].unit, std::string("J"));
        QCOMPARE(facts[facts.size() - 2].element, std::string("damper"));
        QCOMPARE(facts[facts.size() - 2].meaning, std::string("force work of damper"));
        QCOMPARE(facts.back().unit, std::string("W"));
        // Tables have them only as probes.
        QCOMPARE(columnFacts(*plain, RowLayout(*plain), CsvColumns::All).size(), facts.size() - 2);
        const auto units = columnUnits(*model, run->layout());
        QCOMPARE(units.size(), run->layout().names().size());
        QCOMPARE(units.back(), std::string("J"));
        const std::string written = writeModelText(model->description);
        QCOMPARE(built(written)->description, model->description);
    }
    void refusals() {
        const auto probe = [](const std::string& keys) {
            return refusalOf(
                oscillator(spring, ", \"probes\": [{\"column\": \"w\", " + keys + "}]"));
        };
        QVERIFY(probe(R"("quantity": "force_work", "force": "brake")")
                    .contains("there is no force 'brake'"));
        QVERIFY(probe(R"("quantity": "drive_power", "motion": "drive")").contains("'drive'"));
        const QString circle = refusalOf(oscillator(
            R"({"name": "push", "type": "applied-force", "at": "body", "direction": [1, 0, 0],
                "law": "-heat"})",
            R"(, "probes": [{"column": "heat", "quantity": "force_power", "force": "push"}])"));
        QVERIFY2(circle.contains("depend on itself"), qPrintable(circle));
    }
};

MOMENTREE_TEST(TestWorks, Appless)

}  // namespace momentree::test_works
#include "test_works.moc"
