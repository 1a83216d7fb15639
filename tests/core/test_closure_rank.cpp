// SPDX-License-Identifier: Apache-2.0
// Ranks of closures: a property of the mechanism, whatever its size, its masses and its speed.
// Redundant loops keep their energy, singular starts need a branch, and runs whose closures cannot
// be met end by name.
#include <QTest>
#include <cmath>

#include "core/dynamics/closure_structure.hpp"
#include "core/integrators/integrator.hpp"
#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/structural_rank.hpp"
#include "core/session/built_in.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/run.hpp"
#include "support/integrate.hpp"
#include "support/linkages.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_closure_rank {

using namespace momentree::test;

namespace {

std::shared_ptr<const Model> modelOf(const QByteArray& text) {
    const auto read = readModelText(text.toStdString(), "m");
    if (!read) qFatal("%s", qPrintable(said(read.error())));
    const auto model = buildModel(*read);
    if (!model) qFatal("%s", qPrintable(said(model.error())));
    return *model;
}

struct Outcome {
    StepStatus status = StepStatus::Reached;
    double time = 0.0, energyError = 0.0, drift = 0.0;  ///< energy relative to the start
    QString message;
};
Outcome runOf(std::shared_ptr<const Model> model, const std::string& formulation, double step,
              double duration, const std::string& integrator = {}) {
    const Catalogue catalogue = Catalogue();
    RunSpec spec = catalogue.defaults(*model, formulation);
    if (!integrator.empty()) spec.integrator = integrator;
    spec.step = step;
    spec.duration = duration;
    spec.sample = std::max(step, duration / 100.0);
    auto run = Run::create(catalogue, model, spec);
    if (!run) qFatal("%s", qPrintable(said(run.error())));
    Outcome outcome;
    while (!(*run)->finished()) {
        const Progress progress = (*run)->advance({});
        if (progress.status == StepStatus::Reached) continue;
        outcome.status = progress.status;
        outcome.message = QString::fromStdString((*run)->failure(progress).str());
        break;
    }
    outcome.time = (*run)->time();
    const auto rows = (*run)->recording();
    const RowLayout& layout = (*run)->layout();
    for (std::size_t k = 0; k < rows->size(); ++k) {
        outcome.energyError =
            std::max(outcome.energyError,
                     std::abs(rows->at(k, layout.total()) / rows->at(0, layout.total()) - 1.0));
        outcome.drift = std::max(outcome.drift, rows->at(k, layout.driftPosition()));
    }
    return outcome;
}

/// Parallel cranks of 0.5 m in an inclined plane that carry a bar; each crank after the second adds
/// a redundant row in the plane, and all but the first three out of it.
QByteArray parallelCranks(int count, double speed) {
    const auto number = [](double x) { return QByteArray::number(x, 'g', 17); };
    QByteArray ground, onBar, bodies, joints, starts;
    for (int i = 0; i < count; ++i) {
        const QByteArray name = QByteArray::number(i), comma = i > 0 ? ", " : "";
        const double x = 0.6 * i;
        ground += comma + "'G" + name + "': {'position': [" + number(0.8 * x) + ", " +
                  number(0.6 * x) + ", 0], 'x': [0.8, 0.6, 0], 'z': [0.36, -0.48, 0.8]}";
        onBar += comma + "'B" + name + "': [" + number(x) + ", 0, 0]";
        bodies += ", {'name': 'c" + name +
                  "', 'mass': 0.5, 'com': [0.25, 0, 0], 'inertia': [0.01, 0.01, 0.01], "
                  "'markers': {'P': [0, 0, 0], 'Q': [0.5, 0, 0]}}";
        joints += comma + "{'name': 'A" + name + "', 'type': 'revolute', 'a': 'ground.G" + name +
                  "', 'b': 'c" + name + ".P'}, {'name': 'E" + name +
                  "', 'type': 'revolute', 'a': 'c" + name + ".Q', 'b': 'bar.B" + name + "'}";
        starts += comma + "'A" + name + "': {'q': 0.9" +
                  (i == 0 ? ", 'u': " + number(speed) : QByteArray()) + "}";
    }
    QByteArray text = "{'version': 1, 'name': 'm', 'gravity': [0, 0, 0], 'ground': {'markers': {" +
                      ground +
                      "}}, 'bodies': [{'name': 'bar', 'mass': 2, 'inertia': [0.5, 0.5, 0.5], "
                      "'markers': {" +
                      onBar + "}}" + bodies + "], 'joints': [" + joints +
                      "], 'initial': {'joints': {'E0': {'q': -0.9}, " + starts + "}}}";
    return text.replace('\'', '"');
}

/// Angle of a crank at the end of a run without notes.
double angleOf(std::shared_ptr<const Model> model, const std::string& formulation, double step,
               double duration) {
    RunSpec spec = Catalogue().defaults(*model, formulation);
    spec.step = step;
    spec.duration = spec.sample = duration;
    auto run = Run::create(Catalogue(), model, spec);
    if (!run) qFatal("%s", qPrintable(said(run.error())));
    if ((*run)->advance({}).status != StepStatus::Reached || !(*run)->notes().empty()) return NAN;
    return (*run)->recording()->at(1, (*run)->layout().jointQ(0));
}

/// How far the energy of formulations of order 2 may be from its start if a body turns by `angle`
/// in a step, relative to it; `index3-dca` keeps it.
double oscillation(const std::string& formulation, double angle) {
    const bool kept = integratorsIn(formulation).empty() || formulation == "index3-dca";
    return kept ? 0.0 : 0.5 * angle * angle;
}

}  // namespace

class TestClosureRank : public QObject {
    Q_OBJECT
private slots:
    void sameRankAtEverySizeAndMass_data() {
        QTest::addColumn<double>("size");
        QTest::addColumn<double>("mass");
        for (const double size : {1e-6, 1.0, 1e3})
            for (const double mass : {1e-9, 1.0, 1e9})
                QTest::addRow("%g m, %g kg", size, mass) << size << mass;
    }
    void sameRankAtEverySizeAndMass() {
        QFETCH(double, size);
        QFETCH(double, mass);
        const auto model = modelOf(textOf({bennett(size, mass, 20.0)}));
        const auto start = assemble(*model);
        QVERIFY2(start.has_value(), "assembles");
        const ClosureRanks ranks = closureRanks(*model, 0.0, start->bodies);
        QCOMPARE(ranks.groups.size(), std::size_t{1});
        QCOMPARE(ranks.groups[0].rank, 2);
        QCOMPARE(ranks.groups[0].startRank, 2);
        QVERIFY(ranks.groups[0].smallestKept > 0.01 && ranks.groups[0].largestDropped < 1e-13);
    }

    void redundantLoopsKeepTheirEnergy_data() {
        QTest::addColumn<std::string>("formulation");
        QTest::addColumn<double>("speed");
        for (const std::string& id : formulations())
            for (const double speed : {5.0, 20.0, 60.0})
                QTest::addRow("%s at %g rad/s", id.c_str(), speed) << id << speed;
    }
    void redundantLoopsKeepTheirEnergy() {
        QFETCH(std::string, formulation);
        QFETCH(double, speed);
        const Outcome outcome =
            runOf(modelOf(textOf({bennett(1.0, 1.0, speed)})), formulation, 5e-4, 10.0 / speed);
        QVERIFY2(outcome.status == StepStatus::Reached, qPrintable(outcome.message));
        QVERIFY2(
            outcome.energyError < 1e-5 + oscillation(formulation, 5e-4 * speed) &&
                outcome.drift < 1e-9,
            qPrintable(
                QStringLiteral("energy %1, drift %2").arg(outcome.energyError).arg(outcome.drift)));
    }

    // Two mechanisms in one model have ranks and scales of their own.
    void separateMechanismsAreSeparateGroups() {
        const auto model =
            modelOf(textOf({bennett(1.0, 1.0, 20.0), bennett(1.0, 1e-9, 20.0, "X")}));
        const auto start = assemble(*model);
        QVERIFY(start.has_value());
        const ClosureRanks ranks = closureRanks(*model, 0.0, start->bodies);
        QCOMPARE(ranks.groups.size(), std::size_t{2});
        QCOMPARE(ranks.groups[0].rank, 2);
        QCOMPARE(ranks.groups[1].rank, 2);
        for (const std::string& id : formulations()) {
            const Outcome outcome = runOf(model, id, 5e-4, 0.5);
            QVERIFY2(outcome.status == StepStatus::Reached && outcome.drift < 1e-9,
                     qPrintable(QString::fromStdString(id) + ": " + outcome.message +
                                QString::number(outcome.drift)));
        }
    }

    // The flat parallelogram can become a parallelogram or an antiparallelogram.
    void singularStartsNeedABranch() {
        const auto flat = [](const QByteArray& more) {
            const auto model = modelOf(fourBar(
                R"("joints": {"J1": {"q": 0, "u": 3}, "J2": {"q": 0}, "J3": {"q": 0}})" + more));
            AssemblyReport report;
            auto start = assemble(*model, &report);
            return std::pair(model, start ? QString() : said(start.error()));
        };
        const auto [model, refusal] = flat({});
        QVERIFY2(refusal.contains("singular") && refusal.contains(": 1: ") &&
                     refusal.contains("; 2: ") && !refusal.contains("; 3: "),
                 qPrintable(refusal));
        for (const char* branch : {R"(, "branch": 1)", R"(, "branch": 2)"}) {
            const auto [chosen, why] = flat(branch);
            QVERIFY2(why.isEmpty(), qPrintable(why));
            for (const std::string& id : formulations()) {
                const Outcome outcome = runOf(chosen, id, 1e-3, 0.5);
                QVERIFY2(outcome.status == StepStatus::Reached &&
                             outcome.energyError < 1e-6 + oscillation(id, 1e-2),
                         qPrintable(QString::fromStdString(id) + branch + ": " + outcome.message +
                                    QString::number(outcome.energyError)));
            }
        }
        const auto [unknown, why] = flat(R"(, "branch": 3)");
        QVERIFY2(why.contains("there is no branch 3"), qPrintable(why));
    }

    // The program cuts one of the four joints, of which the user knows nothing.
    void singularStartsHaveTheSpeedOfAnyJoint() {
        for (const char* joint : {"J1", "J2", "J3", "J4"}) {
            const QByteArray speed =
                QByteArray("'J': {'u': 3}").replace("J", joint).replace('\'', '"');
            const auto flat = [&](const QByteArray& more) {
                return modelOf(fourBar(R"("joints": {)" + speed + "}" + more));
            };
            const auto refused = assemble(*flat({}));
            QVERIFY2(!refused && said(refused.error()).contains("fit 2 of them"), joint);
            for (const char* branch : {R"(, "branch": 1)", R"(, "branch": 2)"}) {
                const auto model = flat(branch);
                const auto start = assemble(*model);
                QVERIFY2(start.has_value(), joint);
                for (const JointElement& element : model->joints) {
                    if (element.name != joint) continue;
                    std::array<double, 7> q{};
                    std::array<double, 6> u{};
                    jointCoordinates(element, kinematicsOf(start->bodies), q.data(), u.data());
                    QVERIFY2(std::abs(u[0] - 3.0) < 1e-9, joint);
                }
            }
        }
    }

    // Whichever marker of the closing joint comes first.
    void loopsStayClosedEitherWay() {
        const QByteArray start =
            R"("joints": {"J1": {"q": 1, "u": 5}, "J2": {"q": -1}, "J3": {"q": 1}})";
        QByteArray other = fourBar(start);
        other.replace(R"("a": "ground.D", "b": "rocker.P")", R"("a": "rocker.P", "b": "ground.D")");
        QVERIFY(other != fourBar(start));
        for (const QByteArray& text : {fourBar(start), other})
            for (const std::string& id : formulations()) {
                const Outcome outcome = runOf(modelOf(text), id, 1e-3, 0.5);
                QVERIFY2(outcome.status == StepStatus::Reached && outcome.drift < 1e-10,
                         qPrintable(QString::fromStdString(id) + ": " + outcome.message +
                                    QString::number(outcome.drift)));
            }
    }

    void runsEndWhereClosuresCannotBeMet_data() {
        QTest::addColumn<std::string>("formulation");
        for (const std::string& id : formulations()) QTest::newRow(id.c_str()) << id;
    }
    // The crank and the rocker of a parallelogram turn together.
    void runsEndWhereClosuresCannotBeMet() {
        QFETCH(std::string, formulation);
        const QByteArray two = R"(, "motions": [
            {"name": "d1", "joint": "J1", "law": {"kind": "polynomial", "coefficients": [1, 1]}},
            {"name": "d4", "joint": "J4", "law": {"kind": "polynomial", "coefficients": [1, 1, 0.2]}}])";
        const auto model = modelOf(fourBar(R"("joints": {"J2": {"q": -1}, "J3": {"q": 1}})", two));
        const Outcome outcome = runOf(model, formulation, 1e-3, 1.0);
        QCOMPARE(outcome.status, StepStatus::Contradiction);
        QVERIFY2(outcome.time < 0.01, qPrintable(QString::number(outcome.time)));
        QVERIFY2(outcome.message.contains("'d1', 'd4'"), qPrintable(outcome.message));
        QVERIFY(outcome.drift < 1e-5);
    }

    void runsEndAtTheEndOfTheirTravel_data() {
        QTest::addColumn<std::string>("formulation");
        QTest::addColumn<std::string>("integrator");
        for (const std::string& id : formulations())
            QTest::newRow(id.c_str()) << id << std::string();
        for (const char* integrator : {"implicit-midpoint", "dopri5", "cvode-adams", "cvode-bdf"})
            for (const char* id : {"naudet", "lagrange-index1"})
                if (!QByteArray(integrator).startsWith("cvode") || !cvodeRefusal())
                    QTest::addRow("%s %s", id, integrator)
                        << std::string(id) << std::string(integrator);
    }
    // Coupler and rocker are in line when the cosine of the crank's angle is 0.35.
    void runsEndAtTheEndOfTheirTravel() {
        QFETCH(std::string, formulation);
        QFETCH(std::string, integrator);
        QByteArray text =
            fourBar(R"("adjust": true, "joints": {"J2": {"q": -0.3}})", R"(, "motions": [
            {"name": "turn", "joint": "J1", "law": {"kind": "polynomial", "coefficients": [0.5, 1]}}])");
        text.replace(R"("D": [2, 0, 0])", R"("D": [3.2, 0, 0])");
        const Outcome outcome = runOf(modelOf(text), formulation, 1e-3, 1.0, integrator);
        QCOMPARE(outcome.status, StepStatus::EndOfTravel);
        QVERIFY2(std::abs(outcome.time - (std::acos(0.35) - 0.5)) < 2e-3,
                 qPrintable(QString::number(outcome.time)));
        QVERIFY2(outcome.message.contains("'turn'"), qPrintable(outcome.message));
    }

    void stepsThatAreTooLongEndTheRun_data() {
        QTest::addColumn<std::string>("formulation");
        for (const std::string& id : odeFormulations()) QTest::newRow(id.c_str()) << id;
    }
    void stepsThatAreTooLongEndTheRun() {
        QFETCH(std::string, formulation);
        QByteArray text =
            fourBar(R"("adjust": true, "joints": {"J1": {"q": 1, "u": 200}, "J2": {"q": -1}})");
        text.replace(R"("D": [2, 0, 0])", R"("D": [1.5, 0, 0])");
        const auto model = modelOf(text);
        const Outcome outcome = runOf(model, formulation, 2e-2, 1.0);
        QCOMPARE(outcome.status, StepStatus::StepTooLong);
        QVERIFY2(outcome.message.contains("reduce the step"), qPrintable(outcome.message));
        QCOMPARE(runOf(model, formulation, 1e-4, 0.1).status, StepStatus::Reached);
        if (formulation != "naudet") return;
        const Outcome shorter = runOf(model, formulation, 1e-2, 1.0);
        QCOMPARE(shorter.status, StepStatus::BalanceLost);
        QVERIFY2(shorter.message.contains("energy"), qPrintable(shorter.message));
    }

    // Directions that a joint locks have no freedom, also where the link is lighter by far than
    // those it is joined to: its rounding must not pass for one.
    void lightLinksAreHeldByTheirJoints() {
        auto read = readModelText(fourBar(R"("joints": {"J1": {"q": 1.0}})").toStdString(), "m");
        QVERIFY(read);
        for (BodyDescription& body : read->bodies) {
            if (body.name != "rocker") continue;
            body.mass.value *= 1e-12;
            for (auto& row : body.inertia)
                for (Scalar& entry : row) entry.value *= 1e-12;
        }
        const auto model = buildModel(*read);
        QVERIFY(model);
        const auto start = assemble(**model);
        QVERIFY(start.has_value());
        const Eigen::VectorXd compliance = closureStructure(**model, start->bodies, 0.0).compliance;
        QVERIFY(compliance.size() == 5 && (compliance.array() >= 0.0).all());
        // Two rows act in the plane of the linkage, three across it.
        QCOMPARE((compliance.array() > 1e-9).count(), Eigen::Index{2});
    }

    void roundedLoopsMove_data() { redundantLoopsKeepTheirEnergy_data(); }
    // Lengths and directions with five decimals: the loop closes to some 1e-6 of its size.
    void roundedLoopsMove() {
        QFETCH(std::string, formulation);
        QFETCH(double, speed);
        const auto model = modelOf(rounded(textOf({bennett(1.0, 1.0, speed)}), 5));
        const Outcome outcome = runOf(model, formulation, 5e-4, 10.0 / speed);
        QVERIFY2(outcome.status == StepStatus::Reached, qPrintable(outcome.message));
        QVERIFY2(
            outcome.energyError < 1e-4 + oscillation(formulation, 5e-4 * speed) &&
                outcome.drift < 1e-4 && outcome.drift > 1e-8,
            qPrintable(
                QStringLiteral("energy %1, drift %2").arg(outcome.energyError).arg(outcome.drift)));
    }

    // Angles open by 1e-5 rad are no gap of one percent of a millimetre.
    void smallRoundedLoopsMove_data() {
        QTest::addColumn<std::string>("formulation");
        for (const std::string& id : formulations()) QTest::newRow(id.c_str()) << id;
    }
    void smallRoundedLoopsMove() {
        QFETCH(std::string, formulation);
        const auto model = modelOf(rounded(textOf({bennett(1e-3, 1e3, 5.0)}), 8));
        const Outcome outcome = runOf(model, formulation, 5e-4, 2.0);
        QVERIFY2(outcome.status == StepStatus::Reached && outcome.energyError < 1e-4,
                 qPrintable(outcome.message));
    }

    // A door of 20 mm that only its drive moves is no mechanism of 1 m: 0.05 mm are much for it.
    void drivenLoopsHaveTheirOwnSize() {
        const auto model = modelOf(R"({"version": 1, "name": "door", "gravity": [0, 0, 0],
            "ground": {"markers": {"A": [0, 0, 0], "B": [0, 0, 0.02005]}},
            "bodies": [{"name": "door", "mass": 1, "com": [0.01, 0, 0.01],
                        "inertia": [1e-4, 1e-4, 1e-4],
                        "markers": {"P": [0, 0, 0], "Q": [0, 0, 0.02]}}],
            "joints": [{"name": "J1", "type": "revolute", "a": "ground.A", "b": "door.P"},
                       {"name": "J2", "type": "revolute", "a": "ground.B", "b": "door.Q"}],
            "motions": [{"name": "turn", "joint": "J1",
                         "law": {"kind": "polynomial", "coefficients": [0, 1]}}]})");
        const auto start = assemble(*model);
        QVERIFY(!start.has_value());
        QVERIFY2(said(start.error()).contains("close"), qPrintable(said(start.error())));
    }

    // Rounding errors of redundant rows must not reach the others.
    void parallelCranksTurnAsOne_data() {
        QTest::addColumn<std::string>("formulation");
        for (const std::string& id : formulations())
            if (id != "soft") QTest::newRow(id.c_str()) << id;
    }
    void parallelCranksTurnAsOne() {
        QFETCH(std::string, formulation);
        const auto model = modelOf(parallelCranks(5, 20.0));
        // The bar does not turn and the cranks turn at constant speed, also through flat poses.
        const double angle = angleOf(model, formulation, 1e-4, 0.5);
        const double off = angle - 10.9;  // of rules of order 2 about (h w)^2 / 12 of the angle
        QVERIFY2(std::abs(off) < (integratorsIn(formulation).empty() ? 1e-9 : 1e-5),
                 qPrintable(QString::number(off)));
    }

    // Newton's iteration is as accurate in a mechanism of 10 micrometres as in one of a metre.
    void ownIntegratorsFitEverySize_data() {
        QTest::addColumn<std::string>("formulation");
        for (const std::string& id : formulations())
            if (id != "soft" && !integratorsIn(id).empty()) QTest::newRow(id.c_str()) << id;
    }
    void ownIntegratorsFitEverySize() {
        QFETCH(std::string, formulation);
        const auto one = modelOf(textOf({bennett(1.0, 1.0, 20.0)}));
        const auto small = modelOf(textOf({bennett(1e-5, 1.0, 20.0)}));
        const double angle = angleOf(one, formulation, 1e-4, 0.2);
        const double off = angleOf(small, formulation, 1e-4, 0.2) - angle;
        QVERIFY2(std::abs(off) < 1e-8, qPrintable(QString::number(off)));
    }

    void tolerancesFitEverySize_data() {
        QTest::addColumn<std::string>("integrator");
        QTest::addColumn<double>("size");
        QTest::addColumn<double>("mass");
        for (const char* integrator : {"implicit-midpoint", "dopri5"})
            for (const double size : {1e-6, 1e3})
                for (const double mass : {1e-12, 1e6})
                    QTest::addRow("%s, %g m, %g kg", integrator, size, mass)
                        << std::string(integrator) << size << mass;
    }
    void tolerancesFitEverySize() {
        QFETCH(std::string, integrator);
        QFETCH(double, size);
        QFETCH(double, mass);
        const auto model = modelOf(textOf({bennett(size, mass, 20.0)}));
        const auto one = modelOf(textOf({bennett(1.0, 1.0, 20.0)}));
        for (const std::string& id : odeFormulations()) {
            const Outcome outcome = runOf(model, id, 1e-3, 0.2, integrator);
            const Outcome wanted = runOf(one, id, 1e-3, 0.2, integrator);
            QVERIFY2(outcome.status == StepStatus::Reached,
                     qPrintable(QString::fromStdString(id) + ": " + outcome.message));
            QVERIFY2(std::abs(outcome.energyError - wanted.energyError) <
                         1e-9 + 0.2 * wanted.energyError,
                     qPrintable(QStringLiteral("%1: %2, not %3")
                                    .arg(id.c_str())
                                    .arg(outcome.energyError)
                                    .arg(wanted.energyError)));
        }
    }
};

MOMENTREE_TEST(TestClosureRank, Appless)

}  // namespace momentree::test_closure_rank
#include "test_closure_rank.moc"
