// SPDX-License-Identifier: Apache-2.0
// Spheres against spheres: central and oblique impacts, cradles, rest and sliding off in closed
// form with every formulation, elastic contact, what files keep and refuse.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/io/model_writer.hpp"
#include "core/kinematics/body_kinematics.hpp"
#include "core/number_text.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/stops.hpp"
#include "support/test_main.hpp"

namespace momentree::test_sphere_contacts {

using namespace momentree::test;

namespace {

struct Ball {
    double mass, radius, x, y, vx, vy;
};

std::string textOf(std::initializer_list<double> numbers) {
    std::string list;
    for (const double number : numbers) list += (list.empty() ? "[" : ", ") + numberText(number);
    return list + "]";
}

/// Free balls in the xy plane, each in contact with the next.
std::string balls(const std::vector<Ball>& all, const std::string& law,
                  const std::string& gravity = "[0, 0, 0]") {
    std::string bodies, forces, starts;
    for (std::size_t k = 0; k < all.size(); ++k) {
        const Ball& ball = all[k];
        const std::string name = "b" + std::to_string(k), comma = k > 0 ? ", " : "";
        const double J = 0.4 * ball.mass * ball.radius * ball.radius;
        bodies += comma + "{\"name\": \"" + name + "\", \"mass\": " + numberText(ball.mass) +
                  ", \"inertia\": " + textOf({J, J, J}) + "}";
        starts += comma + "\"" + name + "\": {\"position\": " + textOf({ball.x, ball.y, 0.0}) +
                  ", \"velocity\": " + textOf({ball.vx, ball.vy, 0.0}) + "}";
        if (k == 0) continue;
        const std::string before = "b" + std::to_string(k - 1);
        forces += (k > 1 ? ", " : "") + std::string("{\"name\": \"c") + std::to_string(k) +
                  "\", \"type\": \"contact\", \"a\": \"" + before + "\", \"b\": \"" + name +
                  "\", \"radius_a\": " + numberText(all[k - 1].radius) +
                  ", \"radius\": " + numberText(ball.radius) + ", " + law + "}";
    }
    return "{\"version\": 1, \"name\": \"balls\", \"gravity\": " + gravity + ", \"bodies\": [" +
           bodies + "], \"forces\": [" + forces + "], \"initial\": {\"bodies\": {" + starts + "}}}";
}

Vector3d momentumOf(const Model& model, const Sample& sample) {
    Vector3d sum = Vector3d::Zero();
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
        sum += model.bodies[i].mass * sample.bodies[i].v;
    return sum;
}

Vector3d angularMomentumOf(const Model& model, const Sample& sample) {
    Vector3d sum = Vector3d::Zero();
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const BodyKinematics<double> body = kinematicsOf(sample.bodies[i]);
        sum += body.r.cross(model.bodies[i].mass * body.v) +
               body.R * (model.bodies[i].J_C * (body.R.transpose() * body.w));
    }
    return sum;
}

/// A ball of 0.5 kg and radius 0.1 m on a vertical slide above a fixed plane or sphere whose top
/// is the origin, lifted by a force that grows with time.
std::string above(const std::string& other) {
    return R"({"version": 1, "name": "above", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"floor": {"position": [0, 0, 0], "z": [0, 1, 0]},
                               "centre": [0, -0.3, 0],
                               "O": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
        "bodies": [{"name": "ball", "mass": 0.5, "inertia": [0.002, 0.002, 0.002],
                    "markers": {"A": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
        "joints": [{"name": "J", "type": "prismatic", "a": "ground.O", "b": "ball.A"}],
        "forces": [{"name": "hit", "type": "contact", "b": "ball", "radius": 0.1,
                    "restitution": 0.5, )" +
           other + R"(},
            {"name": "lift", "type": "applied-force", "at": "ball", "direction": [0, 1, 0],
             "law": "2*t"}],
        "initial": {"joints": {"J": {"q": 0.6}}}})";
}

}  // namespace

class TestSphereContacts : public QObject {
    Q_OBJECT

private slots:
    void centralImpact() {
        const double e = 0.6, m1 = 2.0, m2 = 1.0, v = 3.0;
        const auto model =
            built(balls({{m1, 0.2, 0, 0, v, 0}, {m2, 0.1, 1, 0, -1, 0}}, "\"restitution\": 0.6"));
        QCOMPARE(formulationsOf(*model).size(), Catalogue().formulations().size() - 5);
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 0.5, 0.03));
            QCOMPARE(played.impacts().size(), std::size_t(1));
            const Impact& impact = played.impacts()[0];
            QVERIFY2(std::abs(impact.time - 0.7 / 4.0) < 1e-10, id.c_str());
            QVERIFY2(std::abs(impact.speed - 4.0) < 1e-12, id.c_str());
            const double pi = (1.0 + e) * 4.0 / (1.0 / m1 + 1.0 / m2);
            QVERIFY2(std::abs(played.last.bodies[0].v.x() - (v - pi / m1)) < 1e-11, id.c_str());
            QVERIFY2(std::abs(played.last.bodies[1].v.x() - (pi / m2 - 1.0)) < 1e-11, id.c_str());
            const double lost = 0.5 * (1.0 - e * e) * 16.0 / (1.0 / m1 + 1.0 / m2);
            QVERIFY2(std::abs(impact.work + lost) < 1e-11, id.c_str());
            QVERIFY2(std::abs(played.imbalance()) < 1e-11, id.c_str());
        }
    }
    /// Both fall, so that they approach along a line; only the speeds along the centres change.
    void obliqueImpact() {
        const double e = 0.8, m1 = 1.0, m2 = 3.0;
        const auto model = built(balls({{m1, 0.2, 0, 0, 2, 0.5}, {m2, 0.3, 1, 0.3, -1, 0}},
                                       "\"restitution\": 0.8", "[0, -9.81, 0]"));
        const Vector3d d(1, 0.3, 0), u(-3, -0.5, 0);
        const double a = u.squaredNorm(), b = d.dot(u), c = d.squaredNorm() - 0.25;
        const double touch = (-b - std::sqrt(b * b - a * c)) / a;
        const Vector3d n = (d + touch * u) / 0.5;
        const double pi = -(1.0 + e) * n.dot(u) / (1.0 / m1 + 1.0 / m2);
        const Vector3d fall(0, -9.81 * 0.6, 0);
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 0.6, 0.01));
            QCOMPARE(played.impacts().size(), std::size_t(1));
            QVERIFY2(std::abs(played.impacts()[0].time - touch) < 1e-10, id.c_str());
            const Vector3d v1 = Vector3d(2, 0.5, 0) + fall - pi / m1 * n,
                           v2 = Vector3d(-1, 0, 0) + fall + pi / m2 * n;
            QVERIFY2((played.last.bodies[0].v - v1).norm() < 1e-9, id.c_str());
            QVERIFY2((played.last.bodies[1].v - v2).norm() < 1e-9, id.c_str());
            QVERIFY2(played.last.bodies[0].w.norm() + played.last.bodies[1].w.norm() < 1e-12,
                     id.c_str());
            QVERIFY2(std::abs(played.imbalance()) < 1e-9, id.c_str());
        }
    }
    /// Spheres beside the centres of mass: the bodies turn.
    void eccentricImpact() {
        const auto model = built(R"({"version": 1, "name": "m", "gravity": [0, 0, 0],
            "bodies": [{"name": "one", "mass": 2, "com": [0, 0.1, 0],
                        "inertia": [0.02, 0.03, 0.04], "markers": {"S": [0.1, 0.3, 0]}},
                       {"name": "two", "mass": 1, "inertia": [0.01, 0.02, 0.015],
                        "markers": {"S": [-0.1, -0.05, 0.05]}}],
            "forces": [{"name": "c", "type": "contact", "a": "one.S", "b": "two.S",
                        "radius_a": 0.15, "radius": 0, "restitution": 0.7}],
            "initial": {"bodies": {
                "one": {"velocity": [2, 0, 0], "angular_velocity": [0.5, 0, 0]},
                "two": {"position": [0.7, 0.25, 0], "angular_velocity": [0, 1, 0]}}}})");
        std::optional<Vector3d> first;
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 0.5));
            QVERIFY2(!played.impacts().empty(), id.c_str());
            QVERIFY2(played.last.bodies[1].w.norm() > 1.5, id.c_str());
            const double lost =
                (momentumOf(*model, played.last) - momentumOf(*model, played.first)).norm();
            // That of rk4 for momenta of turning bodies.
            QVERIFY2(lost < 1e-9, qPrintable(QString("%1 %2").arg(id.c_str()).arg(lost)));
            QVERIFY2(
                (angularMomentumOf(*model, played.last) - angularMomentumOf(*model, played.first))
                        .norm() < 1e-9,
                id.c_str());
            QVERIFY2(std::abs(played.imbalance()) < 1e-9, id.c_str());
            if (!first) first = played.last.bodies[1].r;
            QVERIFY2((played.last.bodies[1].r - *first).norm() < 1e-8, id.c_str());
        }
    }
    /// With gaps, one ball hits the next, and only the last one leaves. Balls that touch are hit at
    /// once, and Newton's law of restitution for all of them lets the first one rebound.
    void rowOfBalls() {
        for (const double gap : {1e-4, 0.0}) {
            const double pitch = 0.2 + gap;
            const auto model = built(
                balls({{1, 0.1, -0.5, 0, 1, 0}, {1, 0.1, 0, 0, 0, 0}, {1, 0.1, pitch, 0, 0, 0}},
                      "\"restitution\": 1"));
            const Played played(model, stopsSpec(*model, "naudet", 0.6));
            const std::vector<double> expected =
                gap > 0.0 ? std::vector<double>{0.0, 0.0, 1.0}
                          : std::vector<double>{-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0};
            for (std::size_t k = 0; k < 3; ++k)
                QVERIFY2(std::abs(played.last.bodies[k].v.x() - expected[k]) < 1e-9,
                         qPrintable(QString("%1 %2").arg(k).arg(played.last.bodies[k].v.x())));
            QVERIFY(std::abs(played.imbalance()) < 1e-11);
        }
    }
    /// On a slide, a sphere is met as its tangent plane is; rest and release, too.
    void sameAsAPlaneOnASlide() {
        const auto plane = built(above("\"a\": \"ground.floor\""));
        const auto sphere = built(above("\"a\": \"ground.centre\", \"radius_a\": 0.3"));
        for (const std::string& id : formulationsOf(*sphere)) {
            // The force lifts the ball off at 2.4525 s.
            const RunSpec spec = stopsSpec(*plane, id, 3.0);
            const Played one(plane, spec), other(sphere, spec);
            QCOMPARE(one.impacts().size(), other.impacts().size());
            QVERIFY(one.impacts().back().rests);
            for (std::size_t k = 0; k < one.impacts().size(); ++k)
                QVERIFY2(std::abs(one.impacts()[k].time - other.impacts()[k].time) < 1e-10,
                         id.c_str());
            const double t = 3.0 - 2.4525;
            QVERIFY2(
                std::abs(other.last.bodies[0].r.y() - 0.1 - 4.0 * t * t * t / 6.0) < 1e-8,
                qPrintable(
                    QString("%1 %2").arg(id.c_str()).arg(other.last.bodies[0].r.y(), 0, 'g', 12)));
            QVERIFY2((one.last.bodies[0].r - other.last.bodies[0].r).norm() < 1e-9, id.c_str());
        }
    }
    /// A ball that rests on a fixed sphere slides off without friction, and leaves it where the
    /// cosine of the angle has fallen to two thirds.
    void slidesOff() {
        const double R = 0.5, start = 0.2;
        const auto model = built(
            R"({"version": 1, "name": "dome", "gravity": [0, -9.81, 0],
                "ground": {"markers": {"centre": [0, 0, 0]}},
                "bodies": [{"name": "ball", "mass": 0.5, "inertia": [0.002, 0.002, 0.002]}],
                "forces": [{"name": "dome", "type": "contact", "a": "ground.centre", "b": "ball",
                            "radius_a": 0.4, "radius": 0.1, "restitution": 0}],
                "initial": {"bodies": {"ball": {"position": )" +
            textOf({R * std::sin(start), R * std::cos(start), 0.0}) + "}}}}");
        const double cosine = 2.0 / 3.0 * std::cos(start);
        const double across = std::sqrt(9.81 * R * cosine) * cosine;
        for (const std::string& id : formulationsOf(*model)) {
            const Played played(model, stopsSpec(*model, id, 1.0));
            QVERIFY2(played.last.bodies[0].r.norm() > 0.6, id.c_str());
            QVERIFY2(std::abs(played.last.bodies[0].v.x() - across) < 1e-7,
                     qPrintable(QString("%1 %2 %3")
                                    .arg(id.c_str())
                                    .arg(played.last.bodies[0].v.x(), 0, 'g', 12)
                                    .arg(across, 0, 'g', 12)));
            QVERIFY2(std::abs(played.imbalance()) < 1e-8, id.c_str());
        }
    }
    /// Hertz: without damping the balls part with exchanged speeds, and the deepest point follows
    /// from the energy.
    void elasticContact() {
        const auto model =
            built(balls({{1, 0.1, -0.3, 0, 1, 0}, {1, 0.1, 0, 0, 0, 0}}, "\"stiffness\": 1e5"));
        const double deepest = std::pow(1.25 * 0.5 * 1.0 / 1e5, 0.4);
        for (const std::string& id : formulationsOf(*model)) {
            RunSpec spec = stopsSpec(*model, id, 0.11, 1e-5);
            if (!ownerOf(spec.integrator).empty()) continue;
            const Played before(model, spec);
            // They touch at 0.1 s for 2.943 times the depth over the speed.
            spec.duration = 0.1 + 0.5 * 2.9432751 * deepest;
            const Played middle(model, spec);
            const double depth = 0.2 - (middle.last.bodies[1].r.x() - middle.last.bodies[0].r.x());
            QVERIFY2(std::abs(depth / deepest - 1.0) < 1e-6,
                     qPrintable(QString("%1 %2").arg(depth, 0, 'g', 10).arg(deepest, 0, 'g', 10)));
            spec.duration = 0.3;
            const Played after(model, spec);
            QVERIFY2(std::abs(after.last.bodies[1].v.x() - 1.0) < 1e-6, id.c_str());
            QVERIFY2(std::abs(after.last.bodies[0].v.x()) < 1e-6, id.c_str());
        }
    }
    /// Friction turns both balls and keeps their angular momentum.
    void rubbingContact() {
        const auto model = built(balls({{1, 0.1, -0.3, 0.1, 1, 0}, {2, 0.15, 0, 0, 0, 0}},
                                       "\"stiffness\": 1e5, \"damping\": 0.2, \"friction\": 0.3"));
        const Played played(model, stopsSpec(*model, "naudet", 0.5, 2e-5));
        QVERIFY(std::abs(played.last.bodies[0].w.z()) > 0.3);
        QVERIFY((momentumOf(*model, played.last) - momentumOf(*model, played.first)).norm() <
                1e-10);
        QVERIFY((angularMomentumOf(*model, played.last) - angularMomentumOf(*model, played.first))
                    .norm() < 1e-10);
        QVERIFY(played.last.kinetic < played.first.kinetic);
    }
    void files() {
        const std::string text =
            balls({{1, 0.1, -0.3, 0, 1, 0}, {1, 0.1, 0, 0, 0, 0}}, "\"restitution\": 1");
        const auto read = readModelText(text, "m");
        QVERIFY(read);
        const std::string written = writeModelText(*read);
        QVERIFY(written.find("\"radius_a\": 0.1") != std::string::npos);
        QVERIFY(*readModelText(written, "m") == *read);
    }
    void refusals() {
        const auto refused = [](double a, double b, double x) {
            return refusalOf(balls({{1, a, x, 0, 1, 0}, {1, b, 0, 0, 0, 0}}, "\"restitution\": 1"));
        };
        QVERIFY(refused(0.0, 0.0, -1).contains("two points do not touch"));
        QVERIFY(refused(-0.1, 0.2, -1).contains("'radius_a' must not be negative"));
        QVERIFY(refused(0.1, 0.1, -1).isEmpty());
        const auto overlapping =
            built(balls({{1, 0.1, -0.15, 0, 1, 0}, {1, 0.1, 0, 0, 0, 0}}, "\"restitution\": 1"));
        RunSpec spec = stopsSpec(*overlapping, "naudet", 0.1);
        const auto run = Run::create(Catalogue(), overlapping, spec);
        QVERIFY(!run && said(run.error()).contains("0.05"));
        for (const char* id : {"index3-dca", "rattle", "soft"})
            QVERIFY(!Catalogue().check(*overlapping, stopsSpec(*overlapping, id, 0.1)));
    }
};

MOMENTREE_TEST(TestSphereContacts, Appless)

}  // namespace momentree::test_sphere_contacts
#include "test_sphere_contacts.moc"
