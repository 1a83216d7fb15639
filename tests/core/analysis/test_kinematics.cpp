// SPDX-License-Identifier: Apache-2.0
// Movement without masses: closed forms, dead points, transmission angles, Grashof's classes.
#include <QTest>
#include <array>
#include <numbers>
#include <set>

#include "core/analysis/kinematic_analysis.hpp"
#include "core/analysis/steady_turn.hpp"
#include "support/analysis_files.hpp"
#include "support/linkages.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_kinematics {
namespace {

using std::numbers::pi;
using test::close;
using test::Lengths;

Model fourBar(const Lengths& lengths) {
    return test::builtFrom(readModelText(test::drivenFourBar(lengths).toStdString(), "four-bar"));
}
KinematicAnalysis found(const Model& model, double duration, double step) {
    return test::got(kinematicAnalysis(model, {duration, step}));
}

/// A wheel of radius 0.1 m whose rim does not slip on the x axis, at 0.5 m/s: a cycloid that
/// touches the axis at t = 0.03 s.
Model rollingWheel() {
    return test::builtFrom(readModelText(R"m({"version": 1, "name": "wheel",
        "ground": {"markers": {"rail": {"position": [0, 0.1, 0], "z": [1, 0, 0], "x": [0, 1, 0]}}},
        "bodies": [
            {"name": "slide", "mass": 1, "inertia": [1, 1, 1],
             "markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]},
                         "hub": [0, 0, 0]}},
            {"name": "wheel", "mass": 1, "inertia": [1, 1, 1],
             "markers": {"hub": [0, 0, 0], "rim": [0, -0.1, 0]}}],
        "joints": [
            {"name": "rail", "type": "prismatic", "a": "ground.rail", "b": "slide.rail"},
            {"name": "hub", "type": "revolute", "a": "slide.hub", "b": "wheel.hub"}],
        "motions": [
            {"name": "go", "joint": "rail", "law": {"kind": "constant", "rate": 0.5}},
            {"name": "roll", "joint": "hub",
             "law": {"kind": "constant", "offset": 0.15, "rate": -5}}]})m",
                                         "wheel"));
}

const char* const rockerAxis = "[0.14321, 0.69245, 0.14321, 0.69245]";
const char* const turnedRound = "[0.69245, -0.14321, -0.69245, 0.14321]";

/// A crank about z swings a rocker about x through a rod with a universal and a ball joint.
std::string spatialFourBar(const char* rocker) {
    return R"m({"version": 1, "name": "rsur", "gravity": [0, 0, -9.81],
 "ground": {"markers": {"O": [0, 0, 0],
   "B": {"position": [0.35, 0.2, 0], "z": [1, 0, 0], "x": [0, 1, 0]}}},
 "bodies": [
  {"name": "crank", "mass": 2, "inertia": [0.003, 0.003, 0.006],
   "markers": {"O": [0, 0, 0], "A": [0.1, 0, 0]}},
  {"name": "rod", "mass": 0.4, "inertia": [0.001, 0.008, 0.008],
   "markers": {"A": [-0.245, 0, 0], "C": [0.245, 0, 0]}},
  {"name": "rocker", "mass": 0.6, "inertia": [0.001, 0.005, 0.005],
   "markers": {"B": {"position": [-0.15, 0, 0], "z": [0, 0, 1], "x": [1, 0, 0]},
     "C": [0.15, 0, 0]}}],
 "joints": [
  {"name": "J1", "type": "revolute", "a": "ground.O", "b": "crank.O"},
  {"name": "J2", "type": "universal", "a": "crank.A", "b": "rod.A"},
  {"name": "J3", "type": "spherical", "a": "rod.C", "b": "rocker.C"},
  {"name": "J4", "type": "revolute", "a": "ground.B", "b": "rocker.B"}],
 "motions": [{"name": "drive", "joint": "J1", "law": {"kind": "constant", "rate": 12}}],
 "initial": {"bodies": {
  "rod": {"position": [0.225, 0.1595, 0.13769],
    "orientation": [0.79011, -0.36171, -0.44996, 0.20599]},
  "rocker": {"position": [0.35, 0.2595, 0.13769], "orientation": )m" +
           std::string(rocker) + "}}}}";
}

/// Two shafts along x, one beside the other, with a shaft between them.
const char* const offsetShafts = R"m({"version": 1, "name": "shafts",
 "ground": {"markers": {"A": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]},
   "B": {"position": [1, 0.4, 0.1], "z": [1, 0, 0], "x": [0, 1, 0]}}},
 "bodies": [
  {"name": "in", "mass": 1, "inertia": [0.01, 0.02, 0.02],
   "markers": {"z": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]}}},
  {"name": "middle", "mass": 1, "inertia": [0.01, 0.02, 0.02],
   "markers": {"a": {"position": [-0.5, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]},
     "b": {"position": [0.5, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]}}},
  {"name": "out", "mass": 1, "inertia": [0.01, 0.02, 0.02],
   "markers": {"z": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]}}}],
 "joints": [
  {"name": "R1", "type": "revolute", "a": "ground.A", "b": "in.z"},
  {"name": "C1", "type": "constant-velocity", "a": "in.z", "b": "middle.a"},
  {"name": "C2", "type": "constant-velocity", "a": "middle.b", "b": "out.z"},
  {"name": "R2", "type": "cylindrical", "a": "ground.B", "b": "out.z"}],
 "motions": [{"name": "d", "joint": "R1",
   "law": {"kind": "polynomial", "coefficients": [0, 3, 2]}}],
 "initial": {"bodies": {"middle": {"position": [0.5, 0.2, 0.05]},
   "out": {"position": [1, 0.4, 0.1]}}}})m";

/// Stephenson's third six-bar with its second crank at rest, so that nothing moves: the coupler
/// point (u, v) of a four-bar is on a circle round E. sixbar_assemblies.json.
struct HeldSixBar {
    double a = 0.45, b = 0.95, c = 0.85, d = 0.9, u = 0.5, v = 0.75, R = 1.118172351527796;
    Vector3d E{1.0567308391197754, 1.0690900930973037, 0.0};

    static Vector3d along(double angle) { return {std::cos(angle), std::sin(angle), 0.0}; }
    Model assembled(double crank, double branch) const {
        const Vector3d B = a * along(crank), D(d, 0.0, 0.0), BD = D - B;
        const double L = BD.norm(), g = std::acos((b * b + L * L - c * c) / (2.0 * b * L));
        const double coupler = std::atan2(BD.y(), BD.x()) + branch * g;
        const Vector3d DC = B + b * along(coupler) - D;
        const Vector3d P = B + u * along(coupler) + v * along(coupler + 0.5 * pi);
        const auto number = [](double x) { return QString::number(x, 'g', 17); };
        const auto angle = [](const Vector3d& d) { return std::atan2(d.y(), d.x()); };
        const QString text = QString(R"m({"version": 1, "name": "six",
        "ground": {"markers": {"A": [0, 0, 0], "D": [%1, 0, 0], "E": [%2, %3, 0]}},
        "bodies": [
            {"name": "crank", "mass": 1, "inertia": [1, 1, 1],
             "markers": {"A": [0, 0, 0], "B": [%4, 0, 0]}},
            {"name": "coupler", "mass": 1, "inertia": [1, 1, 1],
             "markers": {"B": [0, 0, 0], "C": [%5, 0, 0], "P": [%6, %7, 0]}},
            {"name": "rocker", "mass": 1, "inertia": [1, 1, 1],
             "markers": {"D": [0, 0, 0], "C": [%8, 0, 0]}},
            {"name": "link", "mass": 1, "inertia": [1, 1, 1],
             "markers": {"E": [0, 0, 0], "P": [%9, 0, 0]}}],
        "joints": [
            {"name": "A", "type": "revolute", "a": "ground.A", "b": "crank.A"},
            {"name": "B", "type": "revolute", "a": "crank.B", "b": "coupler.B"},
            {"name": "D", "type": "revolute", "a": "ground.D", "b": "rocker.D"},
            {"name": "C", "type": "revolute", "a": "coupler.C", "b": "rocker.C"},
            {"name": "E", "type": "revolute", "a": "ground.E", "b": "link.E"},
            {"name": "P", "type": "revolute", "a": "coupler.P", "b": "link.P"}],
        "initial": {"joints": {"A": {"q": )m")
                                 .arg(number(d), number(E.x()), number(E.y()), number(a), number(b),
                                      number(u), number(v), number(c), number(R)) +
                             number(crank) + "}, \"B\": {\"q\": " + number(coupler - crank) +
                             "}, \"D\": {\"q\": " + number(angle(DC)) +
                             "}, \"E\": {\"q\": " + number(angle(Vector3d(P - E))) + "}}}}";
        return test::builtFrom(readModelText(text.toStdString(), "six"));
    }
};

}  // namespace

class TestKinematics final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// x = r cos a + sqrt(l^2 - r^2 sin^2 a) and its derivatives, whatever the masses are.
    void aSliderFollowsItsClosedForm() {
        Model mechanism = test::model("slider_crank");
        const KinematicAnalysis result = found(mechanism, 0.25, 0.01);
        const double r = 0.1, l = 0.35, w = 30.0;
        for (const Sample& sample : result.samples) {
            const double a = w * sample.time, c = std::cos(a), s = std::sin(a);
            const double root = std::sqrt(l * l - r * r * s * s);
            const double rate = -r * r * s * c * w / root;  // of the root
            const BodyState& slider = sample.bodies[2];
            QVERIFY(close(slider.r.x(), r * c + root, 1e-13));
            QVERIFY(close(slider.v.x(), -r * s * w + rate, 1e-11));
            const double ddroot = (-r * r * (c * c - s * s) * w * w - rate * rate) / root;
            QVERIFY(close(sample.accelerations[2][0], -r * c * w * w + ddroot, 1e-9));
        }
        for (Body& body : mechanism.bodies) body.mass *= 1e6, body.J_C *= 1e-3;
        const KinematicAnalysis other = found(mechanism, 0.25, 0.01);
        QCOMPARE(other.samples.back().accelerations[2], result.samples.back().accelerations[2]);
        QVERIFY(result.fourBars.empty());
        QVERIFY(!result.ended);
    }

    void aRimDrawsACycloid() {
        const KinematicAnalysis result = found(rollingWheel(), 3.0, 0.02);
        QCOMPARE(result.paths.size(), std::size_t(1));
        const PointPath& path = result.paths.front();
        QCOMPARE(QString::fromStdString(path.name), QString("wheel.rim"));
        QCOMPARE(path.cusps.size(), std::size_t(3));
        for (std::size_t k = 0; k < 3; ++k) {
            const double at = 0.03 + 0.4 * pi * static_cast<double>(k);
            QVERIFY2(close(path.cusps[k].time, at, 1e-8), qPrintable(QString::number(at)));
            QVERIFY((path.cusps[k].at - Vector3d(0.5 * at, 0.0, 0.0)).norm() < 1e-8);
        }
        QCOMPARE(path.sharpest, 0.0);
        // The radius of curvature is twice the distance from where the wheel touches the axis.
        for (std::size_t i = 0; i < path.points.size(); ++i) {
            const Vector3d touches(0.5 * result.samples[i].time, 0.0, 0.0);
            QVERIFY(close(1.0 / path.curvature[i], 2.0 * (path.points[i] - touches).norm(), 1e-9));
        }
        QVERIFY(close(path.least.y(), 0.0, 1e-8) && close(path.most.y(), 0.2, 1e-8));
        // The wheel turns from -0.15 to 14.85, and an arch is as long as four diameters.
        const double arches =
            2.0 + (1.0 - std::cos(0.075)) / 2.0 + (1.0 - std::cos(0.5 * (14.85 - 4.0 * pi))) / 2.0;
        QVERIFY2(close(path.length, 0.8 * arches, 1e-8), qPrintable(QString::number(path.length)));
    }
    /// Where all stands still, a point has no cusp.
    void aSwingingCrankDrawsAnArc() {
        const Model crank = test::builtFrom(readModelText(R"m({"version": 1, "name": "crank",
            "ground": {"markers": {"O": [0, 0, 0]}},
            "bodies": [{"name": "arm", "mass": 1, "inertia": [1, 1, 1],
                        "markers": {"O": [0, 0, 0], "tip": [0.3, 0, 0]}}],
            "joints": [{"name": "O", "type": "revolute", "a": "ground.O", "b": "arm.O"}],
            "motions": [{"name": "swing", "joint": "O", "law": {"kind": "harmonic",
                         "amplitude": 0.8, "frequency": 2, "phase": "90 deg"}}]})m",
                                                          "crank"));
        const KinematicAnalysis result = found(crank, 5.0, 0.01);
        const PointPath& path = result.paths.front();
        QVERIFY(path.cusps.empty());
        QVERIFY(close(path.sharpest, 0.3, 1e-6));
        QVERIFY(!result.assemblies.searched);
    }
    /// A leg draws by its foot, the only corner of its plate without a joint.
    void aFootIsTraced() {
        const KinematicAnalysis result = found(test::example("klann_leg"), 1.0, 0.02);
        QCOMPARE(result.paths.size(), std::size_t(1));
        QCOMPARE(result.paths.front().name, std::string("leg.F"));
    }
    /// A coupler curve is as large and as sharp, whichever instants show it.
    void aPathDoesNotDependOnTheInstants() {
        const Model model = test::example("four_bar_driven");
        const KinematicAnalysis few = found(model, 2.0, 0.04), many = found(model, 2.0, 0.004);
        QVERIFY(!many.paths.empty());
        for (std::size_t k = 0; k < many.paths.size(); ++k) {
            const PointPath &a = few.paths[k], &b = many.paths[k];
            QVERIFY2((a.least - b.least).norm() + (a.most - b.most).norm() < 1e-5 * b.length,
                     a.name.c_str());
            QVERIFY2(close(a.length, b.length, 1e-5 * b.length), a.name.c_str());
            QVERIFY2(close(a.sharpest, b.sharpest, 1e-3 * b.sharpest), a.name.c_str());
        }
    }
    /// Its speeds grow without limit there, its path does not: it is as long as fine chords.
    void aPathThatEndsInADeadPoint() {
        const Model model = fourBar({0.2, 0.25, 0.3, 0.36});
        const KinematicAnalysis fine = found(model, 10.0, 2e-4);
        QVERIFY(fine.ended && !fine.paths.empty());
        for (const double step : {2e-4, 0.004, 0.0137, 0.05}) {
            const KinematicAnalysis result = found(model, 10.0, step);
            QVERIFY(result.ended);
            for (std::size_t k = 0; k < fine.paths.size(); ++k) {
                const PointPath& path = result.paths[k];
                double chords = 0.0;
                for (std::size_t i = 1; i < fine.paths[k].points.size(); ++i)
                    chords += (fine.paths[k].points[i] - fine.paths[k].points[i - 1]).norm();
                QVERIFY2(close(path.length, chords, 1e-4 * chords),
                         qPrintable(QString("%1 s: %2 m").arg(step).arg(path.length)));
            }
        }
    }
    void aFourBarHasTwoAssemblies() {
        const KinematicAnalysis result = found(fourBar({0.1, 0.35, 0.25, 0.35}), 0.5, 0.01);
        const std::vector<Assembly>& all = result.assemblies.all;
        QVERIFY(result.assemblies.searched);
        QCOMPARE(all.size(), std::size_t(2));
        std::set<std::string> names;
        for (const Assembly& one : all) names.insert(one.name);
        QCOMPARE(names, (std::set<std::string>{"crossed", "open"}));
    }
    /// A shaft between two constant-velocity joints turns at the rate of the others on the spot;
    /// the joints also close with half a turn about another axis, which is no assembly.
    void aShaftThatTurnsOnTheSpot() {
        const KinematicAnalysis result = found(*test::built(offsetShafts), 1.0, 0.1);
        QCOMPARE(result.paths.size(), std::size_t(1));
        const PointPath& path = result.paths.front();
        QCOMPARE(path.name, std::string("middle"));
        QCOMPARE(path.length, 0.0);
        QVERIFY(path.cusps.empty() && std::isinf(path.sharpest));
        for (const Sample& sample : result.samples)
            QVERIFY(close(sample.bodies[2].w.x(), 3.0 + 4.0 * sample.time, 1e-10));
        for (const Assembly& one : result.assemblies.all)
            for (const std::size_t shaft : {0, 2}) {
                const Matrix3d turn = rotationOf<double>(one.bodies[shaft].e).transpose() *
                                      rotationOf<double>(one.bodies[1].e);
                QVERIFY(turn(1, 1) + turn(2, 2) > -1e-6);
            }
    }
    /// Its rocker has two angles, and the universal joint two ways to hold the rod. A rocker whose
    /// axis is turned round also meets the equations, but is no assembly and no start.
    void aSpatialFourBarHasFourAssemblies() {
        const KinematicAnalysis result = found(*test::built(spatialFourBar(rockerAxis)), 0.1, 0.05);
        const std::vector<Assembly>& all = result.assemblies.all;
        QVERIFY(result.assemblies.searched);
        QCOMPARE(all.size(), std::size_t(4));
        for (const Assembly& one : all)
            QVERIFY(rotationOf<double>(one.bodies[2].e).col(2).x() > 0.99);
        const QString refusal = test::assemblyRefusal(spatialFourBar(turnedRound));
        QVERIFY2(refusal.contains("'J4'") && refusal.contains("'rocker'"), qPrintable(refusal));
    }
    /// As found by a sweep (sixbar_assemblies.json), from whichever the model starts in.
    void aHeldSixBarHasSixAssemblies() {
        const std::array<std::pair<double, double>, 6> expected{{{1.9499337223902353, 1.0},
                                                                 {6.256969999395695, 1.0},
                                                                 {1.1435218966540497, -1.0},
                                                                 {3.871676526670016, -1.0},
                                                                 {4.325041383525129, -1.0},
                                                                 {6.048317279642569, -1.0}}};
        for (const std::size_t first : {0, 3}) {
            const Model model =
                HeldSixBar().assembled(expected[first].first, expected[first].second);
            const auto start = assemble(model);
            QVERIFY(start.has_value());
            const Assemblies found = assembliesOf(model, *start);
            QCOMPARE(found.all.size(), expected.size());
            for (const auto& [angle, branch] : expected) {
                const auto is = [angle = angle](const Assembly& one) {
                    const Quat<double>& e = one.bodies[0].e;
                    const double turn = 2.0 * std::atan2(e[3], e[0]) - angle;
                    return std::abs(std::remainder(turn, 2.0 * pi)) < 1e-8;
                };
                QCOMPARE(std::ranges::count_if(found.all, is), 1);
            }
            std::set<std::string> names;
            for (const Assembly& one : found.all) names.insert(one.name);
            QCOMPARE(names.size(), expected.size());
        }
    }

    void fourBarsHaveTheirClass_data() {
        QTest::addColumn<double>("a");
        QTest::addColumn<double>("b");
        QTest::addColumn<double>("c");
        QTest::addColumn<double>("d");
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("turns");
        const auto row = [](const char* name, double a, double b, double c, double d,
                            FourBar::Kind kind, bool turns) {
            QTest::newRow(name) << a << b << c << d << static_cast<int>(kind) << turns;
        };
        row("crank-rocker", 0.1, 0.35, 0.3, 0.4, FourBar::Kind::CrankRocker, true);
        row("double crank", 0.3, 0.25, 0.35, 0.1, FourBar::Kind::DoubleCrank, true);
        row("rocker-crank", 0.3, 0.35, 0.1, 0.4, FourBar::Kind::RockerCrank, false);
        row("double rocker", 0.3, 0.1, 0.35, 0.4, FourBar::Kind::DoubleRocker, false);
        row("parallelogram", 1.0, 2.0, 1.0, 2.0, FourBar::Kind::ChangePoint, true);
        row("triple rocker", 0.1, 0.18, 0.13, 0.22, FourBar::Kind::TripleRocker, false);
    }
    void fourBarsHaveTheirClass() {
        QFETCH(double, a);
        QFETCH(double, b);
        QFETCH(double, c);
        QFETCH(double, d);
        QFETCH(int, kind);
        QFETCH(bool, turns);
        const KinematicAnalysis result = found(fourBar({a, b, c, d}), 0.1, 0.05);
        QCOMPARE(result.fourBars.size(), std::size_t(1));
        const FourBar& loop = result.fourBars[0].fourBar;
        QVERIFY(close(loop.a, a, 1e-12) && close(loop.b, b, 1e-12));
        QVERIFY(close(loop.c, c, 1e-12) && close(loop.d, d, 1e-12));
        QCOMPARE(static_cast<int>(loop.kind), kind);
        QCOMPARE(loop.inputTurnsFully, turns);
    }

    /// cos mu = (b^2 + c^2 - (d -+ a)^2) / (2 b c) where crank and ground are in line, whatever the
    /// unit of length.
    void aTransmissionAngleHasItsExtremes() {
        for (const double unit : {1.0, 1e-9, 1e6}) {
            const double a = 0.1 * unit, b = 0.35 * unit, c = 0.3 * unit, d = 0.4 * unit;
            const KinematicAnalysis result = found(fourBar({a, b, c, d}), 2.0 * pi, 0.07);
            const auto at = [&](double L) {
                return std::acos((b * b + c * c - L * L) / (2.0 * b * c));
            };
            const FourBarMotion& motion = result.fourBars.at(0);
            QVERIFY(close(motion.least.value, at(d - a), 1e-12));
            QVERIFY(close(motion.largest.value, at(d + a), 1e-12));
            QVERIFY(close(motion.least.time, 2.0 * pi - 1.0, 1e-6));
            QVERIFY(close(motion.largest.time, pi - 1.0, 1e-6));
            for (const NearDeadPoint& point : result.nearest) QVERIFY(!point.dead);
        }
    }

    /// Over its turn, the crank comes back; other laws have none.
    void aCrankHasATurn() {
        Model mechanism = test::model("slider_crank");
        const auto turn = steadyTurn(mechanism);
        QVERIFY(turn && turn->motion == 0);
        QVERIFY(close(turn->period, 2.0 * pi / 30.0, 1e-15));
        const KinematicAnalysis result = found(mechanism, turn->period, turn->period / 8.0);
        for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
            const BodyState &first = result.samples.front().bodies[i],
                            &last = result.samples.back().bodies[i];
            QVERIFY((first.r - last.r).norm() < 1e-12 && (first.v - last.v).norm() < 1e-10);
        }
        mechanism.motions[0].law.amplitude = 0.1;
        QVERIFY(!steadyTurn(mechanism));
        mechanism.motions[0].law = {};
        mechanism.motions[0].law.polynomial = {0.0, 2.0, 1.0};
        QVERIFY(!steadyTurn(mechanism));
        mechanism.motions.clear();
        QVERIFY(!steadyTurn(mechanism));
    }

    /// The crank turns from 1 rad until coupler and rocker are in line.
    void aMotionEndsInADeadPoint() {
        const KinematicAnalysis result = found(fourBar({0.10, 0.18, 0.13, 0.22}), 2.0, 0.01);
        const double end = std::acos((0.22 * 0.22 + 0.1 * 0.1 - 0.31 * 0.31) / (2 * 0.22 * 0.1));
        QVERIFY(result.ended);
        QVERIFY(close(result.samples.back().time, end - 1.0, 1e-7));
        QVERIFY(!result.nearest.empty() && result.nearest.back().dead);
        QVERIFY(close(result.nearest.back().time, end - 1.0, 1e-7));
    }
    void nearlyFlatFourBarsKeepTheirBranch_data() {
        QTest::addColumn<double>("margin");
        QTest::addColumn<bool>("stretched");
        for (const double margin : {1e-1, 1e-2, 3e-3, 1e-3, 1e-4, 1e-5, 1e-7})
            for (const bool stretched : {true, false})
                QTest::addRow("%g %s", margin, stretched ? "stretched" : "folded")
                    << margin << stretched;
    }
    /// The two assemblies come as close as the square root of the margin, in rad.
    void nearlyFlatFourBarsKeepTheirBranch() {
        QFETCH(const double, margin);
        QFETCH(const bool, stretched);
        const Lengths l =
            stretched ? Lengths{1.0, 3.0, 2.5, 4.5 - margin} : Lengths{1.0, 2.0, 3.5, 2.5 + margin};
        const Model model = fourBar(l);
        for (const double step : {2.0 * pi / 37, 2.0 * pi / 100, 2.0 * pi / 1000}) {
            const KinematicAnalysis result = found(model, 2.0 * pi, step);
            QVERIFY(!result.ended);
            for (const Sample& sample : result.samples) {
                const double angle = 1.0 + sample.time;
                const double x = l.ground - l.crank * std::cos(angle),
                             y = -l.crank * std::sin(angle), apart = std::hypot(x, y);
                const double coupler =
                    std::atan2(y, x) +
                    std::acos((l.coupler * l.coupler + apart * apart - l.rocker * l.rocker) /
                              (2.0 * l.coupler * apart));
                const Matrix3d R = rotationOf<double>(sample.bodies[1].e);
                QVERIFY2(std::abs(std::remainder(std::atan2(R(1, 0), R(0, 0)) - coupler,
                                                 2.0 * pi)) < 1e-7,
                         qPrintable(QString::number(sample.time)));
            }
        }
    }
};

MOMENTREE_TEST(TestKinematics, Appless)

}  // namespace momentree::test_kinematics
#include "test_kinematics.moc"
