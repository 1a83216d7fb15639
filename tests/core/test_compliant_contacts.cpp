// SPDX-License-Identifier: Apache-2.0
// Limits and contacts with a stiffness, backlash: the instants at which their efforts begin and end
// and the motion after one bounce against closed forms, the order of the methods, rest, chatter.
#include <QTest>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <numbers>

#include "core/session/built_in.hpp"
#include "core/session/event_stepper.hpp"
#include "core/session/run.hpp"
#include "support/gears.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/stops.hpp"
#include "support/test_main.hpp"

namespace momentree::test_compliant_contacts {

using namespace momentree::test;

namespace {

constexpr double g = 9.81;

/// One bounce of a body that falls from rest: where and how fast it is, and when it touched and
/// parted.
struct Bounce {
    double touch = 0.0, part = 0.0, speed = 0.0, at = 0.0;  ///< speed and place where it parts
    double place(double t) const {
        const double up = t - part;
        return at + speed * up - 0.5 * g * up * up;
    }
    double rate(double t) const { return speed - g * (t - part); }
};

/// Of 2 kg on a spring and damper at height 0, from 0.5 m: m x'' = -m g - k x - c x' until the
/// effort is zero.
Bounce onSpringAndDamper(double k, double c) {
    const double m = 2.0, fall = std::sqrt(2.0 * 0.5 / g), v = -g * fall;
    const double d = 0.5 * c / m, w = std::sqrt(k / m - d * d), sag = -m * g / k;
    const double a = -sag, b = (v + d * a) / w;
    const auto x = [&](double t) {
        return sag + std::exp(-d * t) * (a * std::cos(w * t) + b * std::sin(w * t));
    };
    const auto rate = [&](double t) {
        return std::exp(-d * t) *
               ((b * w - d * a) * std::cos(w * t) - (a * w + d * b) * std::sin(w * t));
    };
    const auto effort = [&](double t) { return -k * x(t) - c * rate(t); };
    std::uintmax_t most = 200;
    const double half = std::numbers::pi / w;
    const auto end = boost::math::tools::toms748_solve(
        effort, 0.3 * half, 1.3 * half, [](double from, double to) { return to - from < 1e-15; },
        most);
    return {fall, fall + end.first, rate(end.first), x(end.first)};
}

/// Of 0.5 kg on k g^1.5, from 1 m: the energy gives the speed at each depth.
Bounce onHertz(double k) {
    const double m = 0.5, fall = std::sqrt(2.0 / g), v = g * fall;
    const auto square = [&](double depth) {
        return v * v + 2.0 * g * depth - 0.8 * k / m * std::pow(depth, 2.5);
    };
    std::uintmax_t most = 200;
    const double deepest =
        boost::math::tools::toms748_solve(
            square, 1e-4, 0.1, [](double a, double b) { return b - a < 1e-17; }, most)
            .first;
    // depth = deepest cos s: what is left of the square is that at the deepest point less this.
    boost::math::quadrature::tanh_sinh<double> quadrature;
    const double half = quadrature.integrate(
        [&](double s) {
            const double at = std::max(s, 1e-9);  // nearer, the quotient is the same
            const double off = 2.0 * std::sin(0.5 * at) * std::sin(0.5 * at);
            const double left =
                -0.8 * k / m * std::pow(deepest, 2.5) * std::expm1(2.5 * std::log1p(-off)) -
                2.0 * g * deepest * off;
            return deepest * std::sin(at) / std::sqrt(left);
        },
        0.0, 0.5 * std::numbers::pi);
    return {fall, fall + 2.0 * half, v, 0.1};
}

RunSpec specOf(const Model& model, const std::string& formulation, double step,
               const std::string& integrator = "rk4") {
    RunSpec spec = stopsSpec(model, formulation, 0.7, step, integrator);
    spec.relativeTolerance = 1e-12;
    spec.absoluteTolerance = 1e-13;
    return spec;
}

std::span<const ContactEvent> eventsOf(const Played& played) {
    return dynamic_cast<const EventStepper&>(*played.stepper).contactEvents();
}

/// Errors of the height and its rate at the end of a run, and of the instants.
struct Errors {
    double place = 0.0, rate = 0.0, touch = 0.0, part = 0.0;
};
Errors errorsOf(const std::shared_ptr<const Model>& model, const RunSpec& spec, const Bounce& is) {
    const Played played(model, spec);
    const BodyState& body = played.last.bodies[0];
    const auto events = eventsOf(played);
    if (events.size() != 2) qFatal("%s: %d events", spec.formulation.c_str(), int(events.size()));
    return {std::abs(body.r.y() - is.place(spec.duration)),
            std::abs(body.v.y() - is.rate(spec.duration)), std::abs(events[0].time - is.touch),
            std::abs(events[1].time - is.part)};
}

QByteArray textOf(const std::string& id, const Errors& e) {
    return QString("%1: %2 m, %3 m/s, %4 s, %5 s")
        .arg(id.c_str())
        .arg(e.place)
        .arg(e.rate)
        .arg(e.touch)
        .arg(e.part)
        .toUtf8();
}

const char* const elastic = "{\"min\": 0, \"stiffness\": 5000}";
const char* const damped = "{\"min\": 0, \"stiffness\": 5000, \"damping\": 40}";

}  // namespace

class TestCompliantContacts : public QObject {
    Q_OBJECT

private slots:
    void instantsAndMotionsFollowTheClosedForms() {
        struct Case {
            std::string text;
            Bounce is;
        };
        for (const auto& [text, is] : {Case{limitedSlide(elastic, 0.5), onSpringAndDamper(5000, 0)},
                                       Case{limitedSlide(damped, 0.5), onSpringAndDamper(5000, 40)},
                                       Case{ball("\"stiffness\": 1e5"), onHertz(1e5)}}) {
            const auto model = built(text);
            const double step = model->contactLoads.empty() ? 1e-4 : 2.5e-5;
            for (const std::string& id : formulationsOf(*model)) {
                if (!ownerOf(Catalogue().defaults(*model, id).integrator).empty()) continue;
                for (const char* integrator : {"rk4", "dopri5"}) {
                    const Errors e = errorsOf(model, specOf(*model, id, step, integrator), is);
                    QVERIFY2(e.touch < 1e-10, textOf(id, e));
                    QVERIFY2(e.part < 1e-10, textOf(id, e));
                    QVERIFY2(e.place < 1e-9 && e.rate < 1e-9, textOf(id, e));
                }
            }
        }
    }

    /// Half the step, a sixteenth of the error; of a sphere nearly, as its force is not smooth.
    void methodsKeepTheirOrder() {
        for (const bool sphere : {false, true})
            for (const bool damping : {false, true}) {
                if (sphere && damping) continue;  // no closed form
                const auto model = built(sphere ? ball("\"stiffness\": 1e5")
                                                : limitedSlide(damping ? damped : elastic, 0.5));
                const Bounce is = sphere ? onHertz(1e5) : onSpringAndDamper(5000, damping ? 40 : 0);
                const double step = sphere ? 5e-4 : 4e-3;
                const Errors coarse = errorsOf(model, specOf(*model, "naudet", step), is);
                const Errors fine = errorsOf(model, specOf(*model, "naudet", step / 4), is);
                QVERIFY2(fine.place < coarse.place / 150, textOf("place", fine));
                QVERIFY2(fine.rate < coarse.rate / 150, textOf("rate", fine));
                const Errors second =
                    errorsOf(model, specOf(*model, "aba", step, "implicit-midpoint"), is);
                const Errors finer =
                    errorsOf(model, specOf(*model, "aba", step / 4, "implicit-midpoint"), is);
                QVERIFY2(finer.place < second.place / 14, textOf("midpoint", finer));
            }
    }

    /// A contact that falls between the ends of a step, too.
    void stepsThatAreLongerThanTheContact() {
        const auto model = built(limitedSlide("{\"min\": 0, \"stiffness\": 2e7}", 0.5));
        const Bounce is = onSpringAndDamper(2e7, 0);  // 1 ms
        const Errors e = errorsOf(model, specOf(*model, "naudet", 0.07, "dopri5"), is);
        QVERIFY2(e.part < 1e-10 && e.place < 1e-9, textOf("dopri5", e));
    }

    /// Flights through the backlash and half periods at the teeth take turns.
    void backlash() {
        constexpr double r1 = 0.04, r2 = 0.1, J1 = 0.02, J2 = 0.05, stiffness = 5e4;
        std::string text = replaced(flywheels("{\"joints\": {\"J1\": {\"q\": 0, \"u\": 12.5}}}"),
                                    "\"ratio\": 17}", "\"ratio\": 0.04}");
        text = replaced(text, "\"ratio\": 41}]",
                        "\"ratio\": 0.1}], \"stiffness\": 5e4, \"backlash\": 0.002");
        const auto model = built(replaced(text, "\"law\": 0.3", "\"law\": 0"));
        const double w = std::sqrt(stiffness * (r1 * r1 / J1 + r2 * r2 / J2));
        const double touch = std::numbers::pi / w, flight = 2e-3 / 0.5;
        RunSpec spec = stopsSpec(*model, "naudet", 3.0 * flight + 3.0 * touch, 1e-3);
        const Played coarse(model, spec);
        const auto events = eventsOf(coarse);
        QCOMPARE(events.size(), std::size_t{6});
        for (std::size_t k = 0; k < 3; ++k)
            QVERIFY(std::abs(events[2 * k].time - (0.5 * flight + double(k) * (flight + touch))) <
                    1e-7);
        spec.step = 1e-3 / 4;
        const Played fine(model, spec);
        const auto off = [&](const Played& played) {
            const auto& joints = played.last.joints;
            return std::abs(r1 * joints[0].q[0] + r2 * joints[1].q[0]);  // in the middle
        };
        QVERIFY2(off(fine) < 1e-9 && off(fine) < off(coarse) / 150,
                 QByteArray::number(off(fine)).constData());
    }

    /// Without stiffness enough for a rebound it comes to rest, at m g = k d^1.5.
    void restsInThePlane() {
        const auto model = built(ball("\"stiffness\": 1e4, \"damping\": 3"));
        const Played played(model, stopsSpec(*model, "aba", 3.0));
        QCOMPARE(eventsOf(played).size(), std::size_t{1});
        const double depth = std::pow(0.5 * g / 1e4, 2.0 / 3.0);
        QVERIFY(std::abs(played.last.bodies[0].r.y() - 0.1 + depth) < 1e-6);
    }

    void startsInTheContact() {
        // At rest, at the limit and beyond it where the damper would pull.
        const auto rests = built(limitedSlide(damped, -2.0 * g / 5000.0));
        QCOMPARE(eventsOf(Played(rests, specOf(*rests, "naudet", 1e-3))).size(), std::size_t{0});
        const auto begins = built(limitedSlide(elastic, 0.0));
        const Played bounces(begins, specOf(*begins, "naudet", 1e-3));
        QVERIFY(!eventsOf(bounces).empty() && eventsOf(bounces)[0].touches);
        QCOMPARE(eventsOf(bounces)[0].time, 0.0);
        const auto leaves = built(
            replaced(limitedSlide(damped, -0.001), "\"q\": -0.001", "\"q\": -0.001, \"u\": 2"));
        const Played free(leaves, stopsSpec(*leaves, "naudet", 0.3, 1e-3));
        QVERIFY(eventsOf(free).empty());
        QVERIFY(std::abs(free.last.bodies[0].r.y() - (-0.001 + 0.6 - 0.5 * g * 0.09)) < 1e-12);
    }

    /// A mass with next to no inertia of its own, about a hinge, keeps its energy on an elastic
    /// limit.
    void pendulumOfAPoint() {
        const auto model = built(
            R"({"version": 1, "name": "point", "gravity": [0, -9.81, 0],
                "ground": {"markers": {"O": [0, 0, 0]}},
                "bodies": [{"name": "bob", "mass": 1, "com": [0, -1, 0], "inertia": [1e-9, 1e-9, 1e-9],
                            "markers": {"A": [0, 0, 0]}}],
                "joints": [{"name": "J", "type": "revolute", "a": "ground.O", "b": "bob.A",
                            "limits": {"min": -0.5, "stiffness": 500}}],
                "initial": {"joints": {"J": {"q": 1}}}})");
        for (const char* id : {"naudet", "aba", "lagrange-index1"}) {
            const Played played(model, stopsSpec(*model, id, 3.0, 1e-3));
            QVERIFY2(eventsOf(played).size() >= 4, id);
            QVERIFY2(std::abs(played.imbalance()) < 1e-8, id);
        }
    }

    /// A foot that lands stops sliding between two steps: what the power at their ends does not
    /// show is uncertain, and no reason to end the run.
    void aFootLands() {
        for (const char* speed : {"0.3", "1"}) {
            const auto model = built(replaced(R"m({"version": 1, "name": "foot",
                "ground": {"markers": {"plane": [0, 0, 0],
                           "floor": {"position": [0, -0.1, 0], "z": [0, 1, 0], "x": [1, 0, 0]}}},
                "bodies": [{"name": "leg", "mass": 0.2, "inertia": [1e-4, 1e-4, 1e-4],
                            "markers": {"middle": [0, 0, 0], "foot": [0, -0.1, 0]}}],
                "joints": [{"name": "J", "type": "planar", "a": "ground.plane", "b": "leg.middle"}],
                "forces": [{"name": "floor", "type": "contact", "a": "ground.floor",
                            "b": "leg.foot", "stiffness": 1e6, "damping": 0.5, "friction": 0.8}],
                "initial": {"joints": {"J": {"q": [0, 0.005, 0], "u": [SPEED, 0, 0]}}}})m",
                                              "SPEED", speed));
            RunSpec spec = Catalogue().defaults(*model, "naudet");
            spec.step = 5e-4;
            spec.sample = 1e-3;
            spec.duration = 0.1;
            auto run = Run::create(Catalogue(), model, spec);
            QVERIFY(run.has_value());
            while (!(*run)->finished()) QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
            const Recording& rows = *(*run)->recording();
            const int column = (*run)->layout().balance();
            double worst = 0.0;
            for (std::size_t row = 0; row < rows.size(); ++row)
                worst = std::max(worst, std::abs(rows.at(row, column)));
            QVERIFY2(worst < (*run)->balanceUncertainty(), speed);
        }
    }

    /// A body that a force presses on a nearly rigid limit goes up and down very often.
    void chatterIsNamed() {
        const auto model = built(limitedSlide("{\"min\": 0, \"stiffness\": 1e9}", 1e-6, "-1000"));
        RunSpec spec = specOf(*model, "naudet", 0.5, "dopri5");
        const auto stepper = started(model, spec);
        const Progress progress = stepper->advance(0.5, {});
        QCOMPARE(progress.status, StepStatus::EndlessImpacts);
        const auto problem = dynamic_cast<const EventStepper&>(*stepper).problem();
        QVERIFY(problem.has_value());
        QVERIFY(QString::fromStdString(problem->str()).contains("'J' begins and ends to touch"));
    }
};

MOMENTREE_TEST(TestCompliantContacts, Appless)

}  // namespace momentree::test_compliant_contacts
#include "test_compliant_contacts.moc"
