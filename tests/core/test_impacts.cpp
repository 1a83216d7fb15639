// SPDX-License-Identifier: Apache-2.0
// Limits of joints and contacts: instants and speeds of impacts against closed forms, the loss of
// energy in closed loops, rest and release, springs that push, contact with friction, messages.
#include <QTest>
#include <array>
#include <cmath>
#include <numbers>

#include "core/analysis/driven_motion.hpp"
#include "core/analysis/equilibrium.hpp"
#include "core/io/model_file.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/stops.hpp"
#include "support/test_main.hpp"

namespace momentree::test_impacts {

using namespace momentree::test;

namespace {

bool near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance * (1.0 + std::abs(b));
}

/// Touch times of a ball dropped from 1 m with e = 0.8, and their limit.
double touchOfBall(int n) {
    const double fall = std::sqrt(2.0 / 9.81);
    double t = fall;
    for (int k = 1; k <= n; ++k) t += 2.0 * fall * std::pow(0.8, k);
    return t;
}
const double ballRests = std::sqrt(2.0 / 9.81) * 1.8 / 0.2;

/// What a run in a session says about its impacts, and its status.
QString notesOf(const std::shared_ptr<const Model>& model, const RunSpec& spec) {
    auto run = Run::create(Catalogue(), model, spec);
    if (!run) return said(run.error());
    while (!(*run)->finished())
        if (const Progress p = (*run)->advance({}); p.status != StepStatus::Reached)
            return QString::fromStdString((*run)->failure(p).str());
    QString all;
    for (const RunNote& note : (*run)->notes())
        all += (note.warns ? "warning: " : "") + QString::fromStdString(note.text.str()) + '\n';
    return all;
}

}  // namespace

class TestImpacts : public QObject {
    Q_OBJECT

private slots:
    /// Elliptic integrals give the times (events.json), conservation of energy the rates.
    void rodMeetsItsStop() {
        const std::array times{0.6227900700580828, 1.764241777620404, 2.9884144828440062,
                               4.332911597275661,  5.786241598041036, 7.318457764714607,
                               8.901950789916341,  10.517242276986051};
        const auto model = built(limitedRod("{\"min\": -0.5, \"restitution\": 0.6}"));
        QCOMPARE(formulationsOf(*model).size(), Catalogue().formulations().size() - 5);
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 11.0));
            QCOMPARE(played.impacts().size(), times.size());
            for (std::size_t k = 0; k < times.size(); ++k) {
                const Impact& impact = played.impacts()[k];
                QVERIFY2(near(impact.time, times[k], 1e-10), id.c_str());
                const double fastest = std::sqrt(2.0 * 14.715 * (std::cos(0.5) - std::cos(2.0)));
                QVERIFY2(near(impact.speed, fastest * std::pow(0.6, k), 1e-9), id.c_str());
                QVERIFY(near(impact.work, -0.5 / 3.0 * 0.64 * impact.speed * impact.speed, 1e-12));
            }
            QVERIFY2(std::abs(played.imbalance()) < 1e-8, id.c_str());
        }
    }

    /// State of saltation.json.
    void stateAfterImpactsIsExact() {
        const auto model = built(limitedRod("{\"min\": -0.5, \"restitution\": 0.6}"));
        for (const char* integrator : {"rk4", "implicit-midpoint", "dopri5"}) {
            RunSpec spec = stopsSpec(*model, "hdca", 4.0, 5e-4, integrator);
            spec.relativeTolerance = spec.absoluteTolerance = 1e-11;
            const Played played(model, spec);
            const double tolerance = spec.integrator == "implicit-midpoint" ? 2e-5 : 1e-8;
            QCOMPARE(played.impacts().size(), std::size_t(3));
            QVERIFY2(near(played.last.joints[0].q[0], 0.1826923698372809, tolerance), integrator);
            QVERIFY2(near(played.last.joints[0].u[0], -2.2111934147458276, tolerance), integrator);
        }
    }

    /// Also with steps in which it touches and leaves several times; rk4 is exact on parabolas.
    void ballBouncesAndRests_data() {
        QTest::addColumn<double>("step");
        for (const double step : {1e-3, 0.01, 0.1, 0.7})
            QTest::newRow(QByteArray::number(step).constData()) << step;
    }
    void ballBouncesAndRests() {
        QFETCH(double, step);
        const auto model = built(ball("\"restitution\": 0.8"));
        const Played played(model, stopsSpec(*model, "naudet", 5.0, step));
        const int last = static_cast<int>(played.impacts().size()) - 1;
        for (int k = 0; k <= last; ++k) {
            const Impact& impact = played.impacts()[static_cast<std::size_t>(k)];
            QVERIFY2(std::abs(impact.time - touchOfBall(k)) < 1e-10,
                     QByteArray::number(impact.time - touchOfBall(k)).constData());
            QCOMPARE(impact.rests, k == last);
        }
        QVERIFY(played.impacts().back().time < ballRests);
        QVERIFY(ballRests - played.impacts().back().time < 0.6 * step);
        QVERIFY(std::abs(played.last.bodies[0].r.y() - 0.1) < 1e-10);
        QVERIFY(played.last.bodies[0].v.norm() < 1e-12);
        QVERIFY(std::abs(played.imbalance()) < 1e-9);
    }

    void ballBouncesInEveryFormulation() {
        const auto model = built(ball("\"restitution\": 0.8"));
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 1.5));
            QCOMPARE(played.impacts().size(), std::size_t(2));
            for (int k = 0; k < 2; ++k)
                QVERIFY2(near(played.impacts()[std::size_t(k)].time, touchOfBall(k), 1e-10),
                         id.c_str());
        }
    }

    /// With one degree of freedom, all velocities change by -e, whatever the loop.
    void loopReboundsAsAWhole() {
        const auto model =
            built(limitedFourBar("{\"min\": \"80 deg\", \"max\": \"100 deg\", "
                                 "\"restitution\": 0.7}"));
        std::vector<double> times;
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 3.0));
            QVERIFY2(played.impacts().size() >= 4, id.c_str());
            double energy = played.first.kinetic;
            for (const Impact& impact : played.impacts()) {
                QVERIFY2(near(impact.work, -(1.0 - 0.49) * energy, 1e-7), id.c_str());
                energy += impact.work;
            }
            QVERIFY2(near(played.last.kinetic, energy, 1e-8), id.c_str());
            QVERIFY2(played.last.driftVelocity < 1e-9, id.c_str());
            if (times.empty())
                for (const Impact& impact : played.impacts()) times.push_back(impact.time);
            QCOMPARE(played.impacts().size(), times.size());
            for (std::size_t k = 0; k < times.size(); ++k)
                QVERIFY2(near(played.impacts()[k].time, times[k], 1e-7), id.c_str());
        }
    }

    /// Gravity leans it on its limit at last; a mechanism with one freedom has none left there.
    void loopComesToRest() {
        std::string text = limitedFourBar("{\"min\": \"80 deg\", \"restitution\": 0.4}");
        text.replace(text.find("[0, 0, 0]"), 9, "[9, -3, 0]");
        text.replace(text.find("12}"), 3, "-1}");
        const auto model = built(text);
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 6.0));
            QVERIFY2(played.impacts().size() > 4 && played.impacts().back().rests, id.c_str());
            QVERIFY2(played.last.kinetic < 1e-20, id.c_str());
            QVERIFY2(played.last.joints[3].q[0] > 80.0 / 180.0 * std::numbers::pi - 1e-9,
                     id.c_str());
            QVERIFY2(std::abs(played.imbalance()) < 1e-7, id.c_str());
            QVERIFY2(played.last.driftPosition < 1e-9, id.c_str());
        }
    }

    void motionAgainstALimitEndsTheRun() {
        const auto model = built(drivenFourBar());
        for (const std::string& id : formulationsOf(*model)) {
            const auto stepper = started(model, stopsSpec(*model, id, 2.0));
            const Progress progress = stepper->advance(2.0, {});
            QCOMPARE(progress.status, StepStatus::EndOfTravel);
            QVERIFY2(progress.time > 0.1 && progress.time < 0.5, id.c_str());
        }
    }

    /// A plane that moves: the energy lost is that of the impacts.
    void ballHitsASeesaw() {
        const auto model = built(seesaw());
        double turned = 0.0;
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 0.6));
            QCOMPARE(played.impacts().size(), std::size_t(1));
            QVERIFY2(played.impacts()[0].work < -0.1, id.c_str());
            QVERIFY2(std::abs(played.imbalance()) < 1e-9, id.c_str());
            if (turned == 0.0) turned = played.last.joints[0].q[0];
            QVERIFY2(turned < -0.05 && near(played.last.joints[0].q[0], turned, 1e-9), id.c_str());
        }
    }

    /// Turning and sliding are independent; the angle counts turns.
    void tubeIsLimitedTwice() {
        const auto model =
            built(limitedTube("[{\"max\": 10, \"restitution\": 0.5}, "
                              "{\"coordinate\": 2, \"min\": 0, \"restitution\": 0.5}]"));
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 2.0));
            QVERIFY2(near(played.last.joints[0].q[0], 10.0 - 4.0 * (2.0 - 1.25), 1e-10),
                     id.c_str());
            QVERIFY2(std::abs(played.last.joints[0].q[1]) < 1e-10, id.c_str());
            QVERIFY2(std::abs(played.imbalance()) < 1e-9, id.c_str());
        }
    }

    /// It falls 0.5 m, rests, and is lifted when the pull of 10 N/s exceeds its weight.
    void slideRestsUntilItIsPulledAway() {
        const auto model = built(limitedSlide("{\"min\": 0, \"restitution\": 0}", 0.5,
                                              "{\"kind\": \"constant\", \"rate\": 10}"));
        const double leaves = 2.0 * 9.81 / 10.0;
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 3.0));
            QCOMPARE(played.impacts().size(), std::size_t(1));
            QVERIFY(played.impacts()[0].rests);
            const double t = played.impacts()[0].time;
            QVERIFY2(near(10.0 * t * t * t / 12.0 - 4.905 * t * t, -0.5, 1e-10), id.c_str());
            const double since = 3.0 - leaves;
            QVERIFY2(near(played.last.joints[0].q[0], 10.0 * since * since * since / 12.0, 1e-9),
                     id.c_str());
        }
    }

    /// A body at rest on its stop takes an impact like the ground, ...
    void restingBodyHoldsAgainstImpacts() {
        const auto model = built(stackedSlides("{\"joints\": {\"J2\": {\"q\": 0.2}}}"));
        const double fall = std::sqrt(0.4 / 9.81);
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 1.5 * fall));
            QVERIFY2(std::abs(played.last.joints[0].q[0]) < 1e-12, id.c_str());
            const double since = 0.5 * fall;
            const double q = 0.5 * 9.81 * fall * since - 4.905 * since * since;
            QVERIFY2(near(played.last.joints[1].q[0], q, 1e-10), id.c_str());
            QVERIFY2(near(played.last.impactWork, -0.75 * 9.81 * 0.2, 1e-10), id.c_str());
        }
    }

    /// ... but one that pulls takes it along: the momentum is kept.
    void impactLiftsARestingBody() {
        const auto model = built(stackedSlides("{\"joints\": {\"J2\": {\"q\": 0.1, \"u\": 3}}}"));
        const double t = (3.0 - std::sqrt(9.0 - 4.0 * 4.905 * 0.2)) / 9.81, v = 3.0 - 9.81 * t;
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, t + 0.05));
            const double lower = v * 1.5 / 3.0 - 9.81 * 0.05;
            QVERIFY2(near(played.last.joints[0].u[0], lower, 1e-9), id.c_str());
            QVERIFY2(near(played.last.joints[1].u[0], -0.5 * v, 1e-9), id.c_str());
            QVERIFY2(std::abs(played.imbalance()) < 1e-9, id.c_str());
        }
    }

    /// Foot by foot, with the energy accounted for.
    void walkerKeepsItsLedger() {
        const auto description =
            readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/walker.momentree.json");
        QVERIFY(description.has_value());
        const auto model = buildModel(*description);
        QVERIFY(model.has_value());
        RunSpec spec = Catalogue().defaults(**model, "aba");
        spec.duration = 1.6;
        auto run = Run::create(Catalogue(), *model, spec);
        QVERIFY(run.has_value());
        while (!(*run)->finished()) QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
        const auto& names = (*run)->layout().names();
        const auto column = [&](const char* name) {
            return static_cast<int>(std::ranges::find(names, name) - names.begin());
        };
        const Recording& recording = *(*run)->recording();
        const std::size_t last = recording.size() - 1;
        QVERIFY(recording.at(last, column("distance")) < -0.45);
        double worst = 0.0;
        for (std::size_t row = 0; row <= last; ++row)
            worst = std::max(worst, std::abs(recording.at(row, column("balance"))));
        QVERIFY2(worst < 1e-4, QByteArray::number(worst).constData());
        // The integral of the powers has most of it, and says so.
        const double uncertain = (*run)->balanceUncertainty();
        QVERIFY2(worst < uncertain && uncertain < 1e-3, QByteArray::number(uncertain).constData());
        QVERIFY((*run)->notes().empty());
    }

    /// Half an oscillation on the spring, then up again as fast as it came.
    void springPushesBack() {
        const auto model = built(limitedSlide("{\"min\": 0, \"stiffness\": 5000}", 0.5));
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 0.7, 1e-4));
            QVERIFY(played.impacts().empty());
            const double fall = std::sqrt(1.0 / 9.81), v = 9.81 * fall, w = std::sqrt(2500.0);
            const double sag = 9.81 / 2500.0;
            const double on = 2.0 * (std::numbers::pi - std::atan(v / (w * sag))) / w;
            const double up = 0.7 - fall - on;
            QVERIFY2(near(played.last.joints[0].q[0], v * up - 4.905 * up * up, 1e-6), id.c_str());
            QVERIFY2(std::abs(played.imbalance()) < 1e-5, id.c_str());
        }
    }

    /// An overdamped stop never pulls, and its work enters the balance.
    void damperNeverPulls() {
        const auto model =
            built(limitedSlide("{\"min\": 0, \"stiffness\": 2000, \"damping\": 300}", 0.5));
        RunSpec spec = stopsSpec(*model, "aba", 1.0, 1e-4);
        const auto stepper = started(model, spec);
        Sample sample;
        sample.resize(*model);
        for (int k = 1; k <= 1000; ++k) {
            stepper->advance(1e-3 * k, {});
            stepper->observe(sample);
            QVERIFY(sample.accelerations[0][1] >= -9.81 - 1e-9);
        }
        QVERIFY(std::abs(sample.joints[0].q[0] + 2.0 * 9.81 / 2000.0) < 1e-3);
        spec.step = 1e-3;  // its effort jumps where it begins, which ends a step
        QCOMPARE(notesOf(model, spec), QString());
    }

    void elasticContactKeepsTheEnergy() {
        const auto model = built(ball("\"stiffness\": 1e5"));
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 2.0, 1e-4));
            QVERIFY2(std::abs(played.imbalance()) < 1e-6, id.c_str());
            QVERIFY2(played.last.bodies[0].r.y() > 0.09, id.c_str());
        }
    }

    /// v' = -mu g tanh(v / s): sinh(v / s) falls exponentially.
    void frictionStopsAPoint() {
        const auto model = built(slidingPoint());
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 0.36, 1e-4));
            const double s = 0.05;
            const double v = s * std::asinh(std::sinh(1.0 / s) * std::exp(-0.3 * 9.81 * 0.36 / s));
            QVERIFY2(std::abs(played.last.bodies[0].v.x() - v) < 1e-7, id.c_str());
        }
        QCOMPARE(notesOf(model, stopsSpec(*model, "naudet", 0.5, 1e-4)), QString());
    }

    void notesNameStopsAndInstants() {
        const auto model = built(limitedRod("{\"min\": \"-0.5 rad\", \"restitution\": 0.6}"));
        const QString said = notesOf(model, stopsSpec(*model, "hdca", 2.0));
        QVERIFY2(said.startsWith("'J' at its limit -0.5: 2 impacts, the first at t = 0.62279007"),
                 qPrintable(said));
        QVERIFY2(!said.contains("warning"), qPrintable(said));
        const auto falls = built(ball("\"restitution\": 0.8"));
        const QString rests = notesOf(falls, stopsSpec(*falls, "hdca", 5.0));
        const QString at = rests.section("came to rest there at t = ", 1).section(' ', 0, 0);
        QVERIFY2(std::abs(at.toDouble() - ballRests) < 5e-9, qPrintable(rests));
    }

    void samplesDoNotDependOnTheirTimes() {
        const auto model = built(limitedFourBar("{\"min\": \"80 deg\", \"restitution\": 0.7}"));
        const RunSpec spec = stopsSpec(*model, "naudet", 2.0);
        const Played whole(model, spec);
        const auto stepper = started(model, spec);
        Sample sample;
        sample.resize(*model);
        for (int k = 1; k <= 20; ++k) stepper->advance(0.1 * k, {});
        stepper->observe(sample);
        QVERIFY(distance(sample, whole.last) < 1e-10);
    }

    void limitsAreWrittenAsRead() {
        for (const std::string& text :
             {limitedRod("{\"min\": \"-30 deg\", \"max\": 2.5, \"restitution\": 0.5}"),
              limitedSlide("{\"max\": 0.7, \"stiffness\": 100, \"damping\": \"3 N s/m\"}", 0.5),
              ball("\"restitution\": 0.4"), slidingPoint()}) {
            const auto read = readModelText(text, "m");
            QVERIFY(read.has_value());
            const auto again = readModelText(writeModelText(*read), "m");
            QVERIFY2(again.has_value(), again ? "" : qPrintable(said(again.error())));
            QVERIFY(*again == *read);
        }
    }

    void wrongLimitsAreRefused_data() {
        QTest::addColumn<QString>("limits");
        QTest::addColumn<QString>("says");
        const auto add = [](const char* limits, const char* says) {
            QTest::newRow(says) << limits << says;
        };
        add("{\"restitution\": 0.5}", "give 'min', 'max' or both");
        add("{\"min\": 1, \"max\": 0, \"restitution\": 0.5}", "'min' must be less than 'max'");
        add("{\"min\": 0}", "give either 'restitution'");
        add("{\"min\": 0, \"restitution\": 0.5, \"stiffness\": 9}", "give either 'restitution'");
        add("{\"min\": 0, \"restitution\": 1.5}", "'restitution' must be from 0 to 1");
        add("{\"min\": 0, \"stiffness\": 0}", "'stiffness' must be greater than 0");
        add("{\"min\": 0, \"stiffness\": 9, \"damping\": -1}", "'damping' must not be negative");
        add("{\"min\": 0, \"coordinate\": 2, \"restitution\": 0.5}", "cannot have limits");
        add("[{\"min\": 0, \"restitution\": 0.5}, {\"max\": 3, \"restitution\": 0.5}]",
            "has limits twice");
        add("{\"min\": \"1 kg\", \"restitution\": 0.5}", "kg");
        add("{\"min\": 0, \"bounce\": 0.5}", "bounce");
    }
    void wrongLimitsAreRefused() {
        QFETCH(QString, limits);
        QFETCH(QString, says);
        const QString said = refusalOf(limitedRod(limits.toStdString()));
        QVERIFY2(said.contains(says) && said.contains("'J'"), qPrintable(said));
    }

    void startBeyondALimitIsRefused() {
        const auto model = built(limitedRod("{\"max\": 1.5, \"restitution\": 0.5}"));
        const QString said = notesOf(model, stopsSpec(*model, "hdca", 1.0));
        QVERIFY2(said.contains("'J'") && said.contains("starts 0.5 beyond its limit 1.5"),
                 qPrintable(said));
    }

    /// Between limits 0.2 micro-rad apart, at 8 rad/s.
    void endlessImpactsEndTheRun() {
        const auto model =
            built(limitedTube("{\"min\": -1e-7, \"max\": 1e-7, \"restitution\": 1}"));
        for (const std::string& id : formulationsOf(*model)) {
            const auto stepper = started(model, stopsSpec(*model, id, 1.0));
            QCOMPARE(stepper->advance(1.0, {}).status, StepStatus::EndlessImpacts);
            QVERIFY(stepper->problem().has_value());
        }
        const QString said = notesOf(model, stopsSpec(*model, "hdca", 1.0));
        QVERIFY2(said.contains("'J' met its limit"), qPrintable(said));
    }

    void analysesKnowLimits() {
        const auto rod = built(limitedRod("{\"min\": -0.5, \"restitution\": 0.5}"));
        const auto found = equilibrium(*rod);
        QVERIFY(!found && said(found.error()).contains("'J'"));
        const auto driven = built(drivenFourBar());
        const auto motion = DrivenMotion::start(*driven);
        QVERIFY(motion.has_value());
        QVERIFY((*motion)->at(0.1).has_value());
        const auto beyond = (*motion)->at(0.7);
        QVERIFY(!beyond && said(beyond.error()).contains("'J4' beyond its limit"));
    }

    void whatCannotStopAtImpactsIsRefused() {
        const auto model = built(limitedRod("{\"min\": -0.5, \"restitution\": 0.5}"));
        const auto refusal = [&](const std::string& formulation, const std::string& integrator,
                                 const std::string& backend) {
            RunSpec spec = stopsSpec(*model, formulation, 1.0, 1e-3, integrator);
            spec.backend = backend;
            const auto checked = Catalogue().check(*model, spec);
            return checked ? QString() : said(checked.error());
        };
        QVERIFY(refusal("hdca", "rk4", "sequential").isEmpty());
        QVERIFY(refusal("hdca", "rk4", "parallel:2").isEmpty());
        QVERIFY(refusal("index3-dca", "trapezoidal", "sequential").contains("'J'"));
        QVERIFY(refusal("hdca", "rk4", "float32").contains("'J'"));
        QVERIFY(!refusal("hdca", "cvode-adams", "sequential").isEmpty());
        const auto springs = built(limitedRod("{\"min\": -0.5, \"stiffness\": 500}"));
        for (const Choice& choice : Catalogue().formulations(springs.get()))
            QCOMPARE(choice.refusal.has_value(),
                     !integratorsIn(choice.id).empty() && choice.id != "soft");
    }
};

MOMENTREE_TEST(TestImpacts, Appless)

}  // namespace momentree::test_impacts
#include "test_impacts.moc"
