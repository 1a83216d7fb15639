// SPDX-License-Identifier: Apache-2.0
// Points on curves, cams with rollers and flat faces: rows against differences, motions against
// closed forms with every formulation that takes them, curves, files and refusals.
#include <QTest>
#include <array>
#include <cmath>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/kinematics/constraints.hpp"
#include "core/math/turned.hpp"
#include "core/session/built_in.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/random_models.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_curve_joints {

using namespace momentree::test;

namespace {

constexpr double pi = std::numbers::pi;
using Kind = Constraint::Kind;

/// A closed curve like an egg, not symmetric.
std::shared_ptr<const PlaneCurve> egg() {
    std::vector<PlaneCurve::Point> points;
    for (int k = 0; k < 400; ++k) {
        const double s = 2.0 * pi * k / 400;
        const double r = 0.5 + 0.06 * std::cos(s) + 0.03 * std::sin(2.0 * s);
        points.push_back({r * std::cos(s), r * std::sin(s)});
    }
    return std::make_shared<const PlaneCurve>(std::move(points), true);
}

BodyKinematics<double> later(const BodyKinematics<double>& body, double h) {
    BodyKinematics<double> moved = body;
    moved.r += h * body.v;
    moved.R = Eigen::AngleAxisd(h * body.w.norm(), body.w.normalized()).toRotationMatrix() * body.R;
    return moved;
}

/// A bead of 0.5 kg on a wire in a vertical plane, as a body or a point mass, with this curve.
std::string bead(const std::string& curve, const std::string& start) {
    return R"model({"version": 1, "name": "bead", "gravity": [0, -9.81, 0],
 "ground": {"markers": {"wire": [0, 0, 0]}},
 "bodies": [{"name": "bead", "mass": 0.5, "inertia": [0, 0, 0]}],
 "joints": [{"name": "J", "type": "point-on-curve", "a": "ground.wire", "b": "bead", "curve": )model" +
           curve + R"model(}],
 "initial": {"bodies": {"bead": )model" +
           start + "}}}";
}

/// A cam on ground that turns at 8 rad/s about a point 0.012 m beside the centre of its circle of
/// 0.03 m, with a follower above it.
std::string cam(const std::string& joint, const std::string& marker, const std::string& start) {
    return R"model({"version": 1, "name": "cam", "gravity": [0, -9.81, 0],
 "parameters": {"r": "30 mm", "e": "12 mm", "w": "8 rad/s"},
 "ground": {"markers": {"axle": [0, 0, 0],
   "guide": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]}}},
 "bodies": [
  {"name": "cam", "mass": 0.4, "com": ["e", 0, 0], "inertia": [1e-4, 1e-4, 2e-4],
   "markers": {"axle": [0, 0, 0], "profile": ["e", 0, 0]}},
  {"name": "follower", "mass": 0.2, "inertia": [1e-4, 1e-4, 1e-4],
   "markers": {"guide": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]}, )model" +
           marker + R"model(}}],
 "joints": [
  {"name": "axle", "type": "revolute", "a": "ground.axle", "b": "cam.axle"},
  {"name": "guide", "type": "prismatic", "a": "ground.guide", "b": "follower.guide"},
  {"name": "C", "a": "cam.profile", "b": "follower.foot", )model" +
           joint + R"model(,
   "curve": {"x": "r*cos(s)", "y": "r*sin(s)", "from": 0, "to": "2*pi"}}],
 "motions": [{"name": "drive", "joint": "axle", "law": {"kind": "constant", "rate": "w"}}],
 "initial": {"joints": {"guide": {"q": )model" +
           start + "}}}}";
}

const char* const roller = R"("type": "cam-roller", "radius": 0.008)";
const char* const face = R"("type": "cam-face")";
const char* const onRoller = R"("foot": [0, 0, 0])";
const char* const highest = "\"sqrt((r + 8 mm)^2 - e^2)\"";
const char* const onFace = R"("foot": {"position": [0, 0, 0], "z": [0, -1, 0], "x": [1, 0, 0]})";

RunSpec specOf(const Model& model, const std::string& formulation, double step) {
    RunSpec spec = Catalogue().defaults(model, formulation);
    spec.step = step;
    return spec;
}
bool isOwn(const std::string& formulation) { return !integratorsIn(formulation).empty(); }

void addFormulations(const std::string& text, std::size_t refusing) {
    QTest::addColumn<std::string>("id");
    const auto model = built(text);
    const std::vector<std::string> ids = formulationsOf(*model);
    QCOMPARE(ids.size(), Catalogue().formulations().size() - refusing);
    for (const std::string& id : ids) QTest::newRow(id.c_str()) << id;
}

const std::string circle =
    "{\"x\": \"0.4*cos(s)\", \"y\": \"0.4*sin(s)\", \"from\": 0, \"to\": \"360 deg\"}";

}  // namespace

class TestCurveJoints : public QObject {
    Q_OBJECT
private slots:
    /// Jdot and the derivative of Phi against central differences, on and off the constraints.
    void rowsAreDerivatives() {
        Random random(11);
        const auto curve = egg();
        for (int trial = 0; trial < 60; ++trial) {
            Constraint c;
            c.kind = trial % 2 == 0 ? Kind::Curve : Kind::Face;
            c.curve = curve;
            c.length = trial % 4 == 0 ? 0.1 : 0.0;
            c.s_a = random.vector(0.2);
            c.s_b = random.vector(0.2);
            const Matrix3d A = rotationOf(random.quaternion());
            c.x_a = A.col(0);
            c.n_a = A.col(2);
            BodyKinematics<double> a{rotationOf(random.quaternion()), random.vector(1.0),
                                     random.vector(2.0), random.vector(2.0)};
            BodyKinematics<double> b{rotationOf(random.quaternion()), random.vector(1.0),
                                     random.vector(2.0), random.vector(2.0)};
            // B within 0.2 m of the curve, the face up to 1 rad across its plane.
            const double s = 0.1 * trial;
            const Vector3d place =
                a.r + a.R * c.s_a + a.R * A * Vector3d(0.6 * std::cos(s), 0.6 * std::sin(s), 0.1);
            b.r = place - b.R * c.s_b;
            c.y_b = b.R.transpose() * (a.R * A * Vector3d(std::cos(s), std::sin(s), 0.5));
            c.y_b.normalize();
            const double h = 1e-5;
            ConstraintTerms<double> now, before, then;
            evaluate(c, {}, a, b, now);
            evaluate(c, {}, later(a, -h), later(b, -h), before);
            evaluate(c, {}, later(a, h), later(b, h), then);
            const auto differs = [&](const auto& rate, const auto& first, const auto& last) {
                return (rate - (last - first) / (2.0 * h)).cwiseAbs().maxCoeff();
            };
            const QByteArray at = QByteArray::number(trial);
            QVERIFY2(differs(now.Jdot_a, before.J_a, then.J_a) < 1e-6, at);
            QVERIFY2(differs(now.Jdot_b, before.J_b, then.J_b) < 1e-6, at);
            const double rate = (now.J_a * a.V() + now.J_b * b.V())[0];
            QVERIFY2(std::abs(rate - (then.Phi[0] - before.Phi[0]) / (2.0 * h)) < 1e-8, at);
        }
    }

    /// A bead on a circle is a pendulum: m r q'' = -m g sin q against a fine run of one.
    void beadIsAPendulum_data() { addFormulations(bead(circle, "{\"position\": [0.4, 0, 0]}"), 2); }
    void beadIsAPendulum() {
        QFETCH(std::string, id);
        const auto model = built(bead(circle, "{\"position\": [0.4, 0, 0]}"));
        double q = 0.5 * pi, u = 0.0;  // from below
        const int fine = 60000;
        const double h = 0.6 / fine;
        for (int k = 0; k < fine; ++k) {  // Stoermer's rule, error 1e-10
            u -= 0.5 * h * 9.81 / 0.4 * std::sin(q);
            q += h * u;
            u -= 0.5 * h * 9.81 / 0.4 * std::sin(q);
        }
        const Sample end = after(model, specOf(*model, id, isOwn(id) ? 2.5e-4 : 1e-3), 0.6);
        const Vector3d expected(0.4 * std::sin(q), -0.4 * std::cos(q), 0.0);
        QVERIFY2((end.bodies[0].r - expected).norm() < (isOwn(id) ? 2e-5 : 1e-8),
                 qPrintable(QString::number((end.bodies[0].r - expected).norm())));
        QVERIFY2(end.driftPosition < (isOwn(id) ? 1e-6 : 1e-10), id.c_str());
        QVERIFY(std::abs(end.kinetic + end.potential) < (isOwn(id) ? 1e-4 : 1e-8));
    }

    void cams_data() { addFormulations(cam(roller, onRoller, highest), 2); }
    void cams() {
        QFETCH(std::string, id);
        const double R = 0.03, e = 0.012, w = 8.0, rho = 0.008, t = 0.55;
        const double s = std::sin(w * t), c = std::cos(w * t), step = isOwn(id) ? 2.5e-4 : 1e-3;
        const auto verify = [&](const std::string& text, double lift, double speed, double change) {
            const auto model = built(text);
            const Sample end = after(model, specOf(*model, id, step), t);
            const double own = isOwn(id) ? 1e3 : 1.0;  // order 2, and of speeds 1
            // Beside the steps, the spline of the formula is off by (2 pi / 1440)^4 / 384 in
            // position and (2 pi / 1440)^2 / 12 in curvature, relative.
            QVERIFY2(std::abs(end.bodies[1].r.y() - lift) < own * 1e-11,
                     qPrintable(QString::number(end.bodies[1].r.y() - lift)));
            QVERIFY2(std::abs(end.bodies[1].v.y() - speed) < own * 1e-9,
                     qPrintable(QString::number(end.bodies[1].v.y() - speed)));
            QVERIFY2(std::abs(end.accelerations[1][1] - change) < own * 2e-6,
                     qPrintable(QString::number(end.accelerations[1][1] - change)));
            // The normal force carries the follower.
            const double force = 0.2 * (change + 9.81);
            QVERIFY2(std::abs(end.joints[2].reaction[1] - force) < own * 2e-6,
                     qPrintable(QString::number(end.joints[2].reaction[1] - force)));
        };
        // Roller: y = e sin + q, q^2 = L^2 - e^2 cos^2, L = R + rho.
        const double L = R + rho, q = std::sqrt(L * L - e * e * c * c);
        const double dq = e * e * c * s * w / q;
        const double ddq = (e * e * w * w * (c * c - s * s) - dq * dq) / q;
        verify(cam(roller, onRoller, highest), e * s + q, e * w * c + dq, -e * w * w * s + ddq);
        // Flat face: y = e sin + R.
        verify(cam(face, onFace, "\"r\""), e * s + R, e * w * c, -e * w * w * s);
    }

    /// An open curve continues straight, so that a bead leaves it as on a slope.
    void openCurvesContinue() {
        const std::string curve =
            R"({"points": [[0, 0], [0.1, -0.05], [0.2, -0.12]], "closed": false})";
        const auto model = built(bead(curve, "{\"position\": [0.01, -0.005, 0]}"));
        const Sample start = after(model, specOf(*model, "lagrange-index1", 1e-3), 0.4);
        const Sample end = after(model, specOf(*model, "lagrange-index1", 1e-3), 0.5);
        QVERIFY(start.bodies[0].r.x() > 0.2);
        const double slope = std::atan2(-start.bodies[0].v.y(), start.bodies[0].v.x());
        QVERIFY(std::abs(end.bodies[0].v.norm() - start.bodies[0].v.norm() -
                         0.1 * 9.81 * std::sin(slope)) < 1e-9);
        QVERIFY(std::abs(end.kinetic + end.potential - start.kinetic - start.potential) < 1e-9);
    }
    void splineThroughFewPoints() {
        std::vector<PlaneCurve::Point> points;
        for (int k = 0; k < 24; ++k)
            points.push_back({std::cos(2.0 * pi * k / 24), std::sin(2.0 * pi * k / 24)});
        const PlaneCurve circle(points, true);
        QVERIFY(circle.isConvex() && !circle.crossesItself());
        QCOMPARE(circle.tooTightFor(0.5).radius, 0.0);
        for (int k = 0; k < 100; ++k) {
            const double s = 0.0628 * k;
            const auto foot = circle.nearest<double>({2.0 * std::cos(s), 2.0 * std::sin(s)});
            QVERIFY(std::abs(std::hypot(foot.c[0], foot.c[1]) - 1.0) < 2e-5);
            QVERIFY(std::abs(foot.curvature - 1.0) < 1e-2);
            QVERIFY(std::abs(foot.t[0] * std::cos(s) + foot.t[1] * std::sin(s)) < 1e-4);
        }
    }

    void files() {
        for (const std::string& text :
             {cam(roller, onRoller, highest), bead(circle, "{\"position\": [0.4, 0, 0]}"),
              bead(R"({"points": [[0, 0], ["10 cm", -0.05], [0.2, -0.12]], "closed": false})",
                   "{\"position\": [0.01, 0, 0]}")}) {
            const auto read = readModelText(text, "m");
            QVERIFY(read);
            const std::string written = writeModelText(*read);
            const auto again = readModelText(written, "m");
            QVERIFY(again && *again == *read);
            QCOMPARE(writeModelText(*again), written);
        }
    }
    void refusals_data() {
        QTest::addColumn<QString>("curve");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* text, const char* said) {
            QTest::newRow(name) << QString(text).replace('\'', '"') << said;
        };
        row("eight", "{'x': 'sin(s)', 'y': 'sin(2*s)', 'from': 0, 'to': '2*pi'}", "crosses itself");
        row("few", "{'points': [[0, 0], [1, 0]]}", "at least 3 points");
        row("twice", "{'points': [[0, 0], [1, 0], [1, 1], [0, 0]]}", "first one again");
        row("same", "{'points': [[0, 0], [1, 0], [1, 0], [0, 1]]}", "points 2 and 3");
        row("open", "{'x': 's', 'y': 's^2', 'from': 0, 'to': 1}", "'closed' to false");
        row("unknown", "{'x': 'cos(s) + k', 'y': 'sin(s)', 'from': 0, 'to': '2*pi'}", "'k'");
        row("unit", "{'x': '2 kg*cos(s)', 'y': 'sin(s)', 'from': 0, 'to': '2*pi'}", "found kg");
        row("pair", "{'points': [[0, 0], [1, 0, 2], [1, 1]]}", "a list of x and y");
        row("missing", "{'x': 'cos(s)', 'from': 0, 'to': '2*pi'}", "'y' is missing");
    }
    void refusals() {
        QFETCH(QString, curve);
        QFETCH(QString, said);
        const QString found = refusalOf(bead(curve.toStdString(), "{\"position\": [1, 0, 0]}"));
        QVERIFY2(found.contains("J") && found.contains(said), qPrintable(found));
    }
    void cammedRefusals() {
        const std::string good = cam(roller, onRoller, highest);
        QVERIFY(refusalOf(replaced(good, "\"radius\": 0.008", "\"radius\": 0"))
                    .contains("positive radius"));
        const std::string pinched =
            replaced(replaced(good, "r*cos(s)", "r*(1 + 0.3*cos(4*s))*cos(s)"), "r*sin(s)",
                     "r*(1 + 0.3*cos(4*s))*sin(s)");
        QVERIFY2(refusalOf(pinched).contains("does not fit"), qPrintable(refusalOf(pinched)));
        const std::string flat = replaced(pinched, "\"type\": \"cam-roller\", \"radius\": 0.008",
                                          "\"type\": \"cam-face\"");
        QVERIFY(refusalOf(flat).contains("convex"));
        const auto model = built(good);
        for (const Choice& choice : Catalogue().formulations(model.get()))
            QCOMPARE(choice.refusal.has_value(), choice.id == "energy-momentum");
    }
};

MOMENTREE_TEST(TestCurveJoints, Appless)

}  // namespace momentree::test_curve_joints
#include "test_curve_joints.moc"
