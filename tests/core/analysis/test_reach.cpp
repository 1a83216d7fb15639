// SPDX-License-Identifier: Apache-2.0
// What points reach, against closed forms; limits, refusals.
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/analysis/reach.hpp"
#include "core/math/index.hpp"
#include "support/analysis_files.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_reach {
namespace {

using test::built;
using test::close;
using test::got;
using test::replaced;
using Kind = PointReach::Kind;
constexpr double pi = std::numbers::pi;

/// Links of 0.5 m and 0.3 m.
const std::string arm = R"model({"version": 1, "name": "arm",
 "ground": {"markers": {"pin": [0, 0, 0]}},
 "bodies": [
  {"name": "one", "mass": 1, "inertia": [0.01, 0.01, 0.01],
   "markers": {"pin": [0, 0, 0], "end": [0.5, 0, 0]}},
  {"name": "two", "mass": 1, "inertia": [0.01, 0.01, 0.01],
   "markers": {"pin": [0, 0, 0], "tip": [0.3, 0, 0]}}],
 "joints": [
  {"name": "A", "type": "revolute", "a": "ground.pin", "b": "one.pin"},
  {"name": "B", "type": "revolute", "a": "one.end", "b": "two.pin"}],
 "initial": {"joints": {"A": {"q": 0.3}, "B": {"q": 0.7}}}})model";

/// Turns about z, tilts, and slides from 0.3 m to 0.5 m.
const std::string polar = R"model({"version": 1, "name": "polar",
 "ground": {"markers": {"pin": [0, 0, 0]}},
 "bodies": [
  {"name": "pan", "mass": 1, "inertia": [0.01, 0.01, 0.01], "markers": {"pin": [0, 0, 0],
   "tilt": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]}}},
  {"name": "tilt", "mass": 1, "inertia": [0.01, 0.01, 0.01], "markers": {
   "tilt": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]},
   "slide": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]}}},
  {"name": "rod", "mass": 1, "inertia": [0.01, 0.01, 0.01], "markers": {
   "slide": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]}, "tip": [0.2, 0, 0]}}],
 "joints": [
  {"name": "P", "type": "revolute", "a": "ground.pin", "b": "pan.pin"},
  {"name": "T", "type": "revolute", "a": "pan.tilt", "b": "tilt.tilt",
   "limits": {"min": "-60 deg", "max": "60 deg", "restitution": 0.5}},
  {"name": "S", "type": "prismatic", "a": "tilt.slide", "b": "rod.slide",
   "limits": {"min": 0.1, "max": 0.3, "restitution": 0.5}}],
 "initial": {"joints": {"S": {"q": 0.2}}}})model";

struct Limits {
    double least = 0.0, most = 0.0;  ///< [deg]
};
/// JSON with ' for ".
std::string quoted(std::string text) {
    std::ranges::replace(text, '\'', '"');
    return text;
}

/// Links in a row; their joints turn about the same axis of markers, `axes` of JSON.
struct Row {
    std::string bodies, joints, starts;

    Row(const std::vector<double>& lengths, const std::vector<Limits>& limits,
        const std::string& root, const std::string& axes) {
        for (std::size_t k = 0; k < lengths.size(); ++k) {
            const std::string own = std::to_string(k), separator = k > 0 ? ", " : "";
            bodies += separator + "{'name': 'l" + own + "', 'mass': 1, 'inertia': [1, 1, 1], " +
                      "'markers': {'pin': {'position': [0, 0, 0]" + axes +
                      "}, 'end': {'position': [" + std::to_string(lengths[k]) + ", 0, 0]" + axes +
                      "}}}";
            joints += separator + "{'name': 'J" + own + "', 'type': 'revolute', 'a': '" +
                      (k > 0 ? "l" + std::to_string(k - 1) + ".end" : root) + "', 'b': 'l" + own +
                      ".pin'";
            if (!limits.empty())
                joints += ", 'limits': {'min': '" + std::to_string(limits[k].least) +
                          " deg', 'max': '" + std::to_string(limits[k].most) +
                          " deg', 'restitution': 0}";
            joints += "}";
            starts += separator + "'J" + own + "': {'q': '10 deg'}";
        }
    }
};

std::string planarArm(const std::vector<double>& lengths, const std::vector<Limits>& limits) {
    const Row row(lengths, limits, "ground.pin", "");
    return quoted("{'version': 1, 'name': 'arm', 'ground': {'markers': {'pin': [0, 0, 0]}}, " +
                  ("'bodies': [" + row.bodies + "], 'joints': [" + row.joints) +
                  "], 'initial': {'joints': {" + row.starts + "}}}");
}

struct Dense {
    double least = 0.0, most = 0.0;  ///< the area without and with the cells at the edge [m^2]
    double left = 0.0;
};
/// Cells that hold places of a grid of angles, of an arm of four links within 1 m.
Dense denseArea(const std::vector<double>& lengths, const std::vector<Limits>& limits) {
    constexpr int cells = 100;
    constexpr double edge = 2.02 / cells;
    constexpr std::array<int, 4> steps{150, 75, 40, 16};
    std::vector<char> hit(cells * cells, 0);
    Dense out;
    const auto place = [&](const auto& on, std::size_t k, double angle, double x,
                           double y) -> void {
        if (k == 4) {
            out.left = std::min(out.left, x);
            hit[toIndex(static_cast<int>((x + 1.01) / edge) * cells +
                        static_cast<int>((y + 1.01) / edge))] = 1;
            return;
        }
        for (int i = 0; i <= steps[k]; ++i) {
            const double turned =
                angle +
                (limits[k].least + (limits[k].most - limits[k].least) * i / steps[k]) * pi / 180.0;
            on(on, k + 1, turned, x + lengths[k] * std::cos(turned),
               y + lengths[k] * std::sin(turned));
        }
    };
    place(place, 0, 0.0, 0.0, 0.0);
    for (int i = 1; i + 1 < cells; ++i)
        for (int j = 1; j + 1 < cells; ++j) {
            const auto is = [&](int a, int b) { return hit[toIndex(a * cells + b)] != 0; };
            if (!is(i, j)) continue;
            out.most += edge * edge;
            if (is(i - 1, j) && is(i + 1, j) && is(i, j - 1) && is(i, j + 1))
                out.least += edge * edge;
        }
    return out;
}

/// Turns about z, then four links in the plane that it turns.
std::string spatialArm() {
    const std::string axes = ", 'z': [0, 1, 0], 'x': [1, 0, 0]";
    const Row row({1.0, 0.3, 0.2, 0.1}, {}, "pan.end", axes);
    return quoted(
        "{'version': 1, 'name': 'arm', 'ground': {'markers': {'pin': [0, 0, 0]}}, 'bodies': ["
        "{'name': 'pan', 'mass': 1, 'inertia': [1, 1, 1], 'markers': {'pin': [0, 0, 0], "
        "'end': {'position': [0, 0, 0]" +
        axes + "}}}, " + row.bodies +
        "], 'joints': [{'name': 'P', 'type': 'revolute', 'a': 'ground.pin', 'b': 'pan.pin'}, " +
        row.joints + "], 'initial': {'joints': {" + row.starts + "}}}");
}

/// Below the motors of the example: the platform keeps its directions, so that each pair of rods is
/// one rod from the elbow, moved in by the radius of the platform.
double deltaVolume() {
    constexpr double edge = 0.02, least = -40.0 * pi / 180.0, most = 70.0 * pi / 180.0;
    constexpr int angles = 60;
    const auto isNear = [&](double x, double y, double z, double around) {
        const double along = x * std::cos(around) + y * std::sin(around) + 0.05 - 0.2;
        const double across = -x * std::sin(around) + y * std::cos(around);
        double near = INFINITY, far = 0.0;
        for (int k = 0; k <= angles; ++k) {
            const double motor = least + (most - least) * k / angles;
            const double rod =
                std::hypot(along - 0.2 * std::cos(motor), across, z + 0.2 * std::sin(motor));
            near = std::min(near, rod);
            far = std::max(far, rod);
        }
        return near <= 0.45 && 0.45 <= far;
    };
    int inside = 0;
    for (double x = -0.51; x < 0.5; x += edge)
        for (double y = -0.51; y < 0.5; y += edge)
            for (double z = -0.65; z < 0.0; z += edge)
                inside += isNear(x, y, z, 0.0) && isNear(x, y, z, 2.0 * pi / 3.0) &&
                                  isNear(x, y, z, -2.0 * pi / 3.0)
                              ? 1
                              : 0;
    return inside * edge * edge * edge;
}

/// By a motion of the shoulder.
std::string driven(const std::string& arm) {
    return replaced(arm, R"("initial": {"joints": {"A": {"q": 0.3}, )",
                    R"("motions": [{"name": "drive", "joint": "A",
                        "law": {"kind": "constant", "offset": 0.3, "rate": 1}}],
                        "initial": {"joints": {)");
}

ReachAnalysis of(const std::string& text) { return got(reachAnalysis(*built(text))); }

}  // namespace

class TestReach final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A ring, whatever drives the arm.
    void armOfTwoLinks() {
        const ReachAnalysis found = of(driven(arm));
        QCOMPARE(found.freedom, 2);
        QVERIFY(!found.contacts);
        QCOMPARE(found.points.size(), std::size_t(1));
        const PointReach& tip = found.points[0];
        QVERIFY(tip.complete);
        QCOMPARE(tip.name, std::string("two.tip"));
        QCOMPARE(tip.kind, Kind::Area);
        const double ring = pi * (0.8 * 0.8 - 0.2 * 0.2);
        QVERIFY(close(tip.size, ring, 5e-3 * ring));
        QVERIFY(close(tip.size, ring, tip.within));
        for (int k = 0; k < 2; ++k) {
            QVERIFY(close(tip.least[k], -0.8, 1e-6));
            QVERIFY(close(tip.most[k], 0.8, 1e-6));
        }
        for (const Vector3d& place : tip.places)
            QVERIFY(place.norm() < 0.81 && place.norm() > 0.185);
    }
    /// r dr from both bounds of the elbow, over half a turn of the shoulder, whatever drives it.
    void limitsCutTheArea() {
        const std::string limited =
            replaced(replaced(arm, R"("b": "one.pin")",
                              R"("b": "one.pin", "limits": {"min": "-90 deg", "max": "90 deg",
                        "restitution": 0})"),
                     R"("b": "two.pin")",
                     R"("b": "two.pin", "limits": {"min": 0, "max": "120 deg", "restitution": 0})");
        const auto square = [](double elbow) { return 0.34 + 0.3 * std::cos(elbow); };
        const double area = 0.5 * pi * (square(0.0) - square(2.0 * pi / 3.0));
        for (const std::string& text : {limited, driven(limited)}) {
            const PointReach tip = of(text).points.at(0);
            QVERIFY(close(tip.size, area, 5e-3 * area));
            QVERIFY(close(tip.most.x(), 0.8, 1e-6));
            // The shoulder at 90 degrees, and the elbow too.
            QVERIFY(close(tip.least.x(), -0.3, 1e-4));
        }
        Diagnostics warnings;
        const auto model = buildModel(built(driven(limited))->description, &warnings);
        QCOMPARE(warnings.size(), std::size_t(1));
        QCOMPARE(std::string(warnings[0].message.id), std::string("limit-prescribed"));
        QCOMPARE(got(model)->stops.size(), std::size_t(2));  // of the elbow
    }
    void volumeOfAPolarArm() {
        const ReachAnalysis found = of(polar);
        QCOMPARE(found.freedom, 3);
        const PointReach& tip = found.points.at(0);
        QCOMPARE(tip.kind, Kind::Volume);
        const double volume = 2.0 * pi * 2.0 * std::sin(pi / 3.0) * (0.125 - 0.027) / 3.0;
        QVERIFY(close(tip.size, volume, 2e-2 * volume));
        QVERIFY(close(tip.most.z(), 0.5 * std::sin(pi / 3.0), 1e-4));
        QVERIFY(close(tip.most.x(), 0.5, 1e-4));
    }
    /// The pantograph draws what its slides reach, twice as large, within the circle of its arms.
    void aLoop() {
        const Model model = test::example("pantograph");
        const PointReach pen = got(reachAnalysis(model)).points.at(0);
        QCOMPARE(pen.kind, Kind::Area);
        const double circle = pi * pen.most.x() * pen.most.x();
        QVERIFY(close(pen.size, circle, 5e-3 * circle));
    }
    void aCurve() {
        const Model model = test::example("controlled_arm");
        const PointReach hand = got(reachAnalysis(model)).points.at(0);
        QCOMPARE(hand.kind, Kind::Curve);
        QVERIFY(close(hand.most.x(), 0.5, 1e-6) && close(hand.least.y(), -0.5, 1e-6));
    }
    /// Much longer than anything on it.
    void aLongRail() {
        const ReachAnalysis found = of(R"model({"version": 1, "name": "rail",
 "ground": {"markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]}}},
 "bodies": [{"name": "cart", "mass": 1, "inertia": [1, 1, 1], "markers": {
   "rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]}, "tip": [0, 0.5, 0]}}],
 "joints": [{"name": "J", "type": "prismatic", "a": "ground.rail", "b": "cart.rail",
   "limits": {"min": 0, "max": 50, "restitution": 0}}]})model");
        const PointReach& tip = found.points.at(0);
        QCOMPARE(tip.kind, Kind::Curve);
        QVERIFY(close(tip.least.x(), 0.0, 1e-4) && close(tip.most.x(), 50.0, 1e-4));
    }
    /// More joints than are visited in steps: a disc, or a ring around what the first link leaves.
    void manyLinksInAPlane() {
        for (const double first : {0.4, 1.0}) {
            const PointReach tip = of(planarArm({first, 0.3, 0.2, 0.1}, {})).points.at(0);
            QCOMPARE(tip.method, PointReach::Method::Pulls);
            QCOMPARE(tip.freedom, 4);
            QCOMPARE(tip.kind, Kind::Area);
            const double far = first + 0.6, hole = std::max(0.0, first - 0.6);
            const double area = pi * (far * far - hole * hole);
            QVERIFY2(close(tip.size, area, tip.within),
                     qPrintable(QString::number(tip.size, 'g', 8)));
            QVERIFY(tip.within < 5e-3 * area);
            QVERIFY(close(tip.most.x(), far, 1e-4) && close(tip.least.y(), -far, 1e-4));
        }
    }
    /// Every place of a dense grid of angles is in or beside a cell that was reached.
    void limitsOfManyLinks() {
        const std::vector<double> lengths{0.4, 0.3, 0.2, 0.1};
        const std::vector<Limits> limits{{-60, 60}, {-20, 100}, {-90, 30}, {0, 45}};
        const PointReach tip = of(planarArm(lengths, limits)).points.at(0);
        const Dense dense = denseArea(lengths, limits);
        const QString sizes =
            QStringLiteral("%1, not %2 to %3").arg(tip.size).arg(dense.least).arg(dense.most);
        QVERIFY2(tip.size > dense.least && tip.size < dense.most, qPrintable(sizes));
        QVERIFY(tip.within < 1e-2 * tip.size);
        QVERIFY(close(tip.most.x(), 1.0, 1e-4));
        QVERIFY(close(tip.least.x(), dense.left, 1e-3));
    }
    /// A shell, with an arm of five axes.
    void manyLinksInSpace() {
        const PointReach tip = of(spatialArm()).points.at(0);
        QCOMPARE(tip.freedom, 5);
        QCOMPARE(tip.kind, Kind::Volume);
        const double shell = 4.0 / 3.0 * pi * (std::pow(1.6, 3) - std::pow(0.4, 3));
        QVERIFY2(close(tip.size, shell, tip.within), qPrintable(QString::number(tip.size, 'g', 8)));
        QVERIFY(tip.within < 5e-3 * shell);
        QVERIFY(close(tip.most.z(), 1.6, 1e-4) && close(tip.least.x(), -1.6, 1e-4));
    }
    /// The last axis of a robot only turns its tip; the axis of a tilt does not move its own
    /// middle.
    void jointsThatDoNotMoveAPoint() {
        const ReachAnalysis found = got(reachAnalysis(test::example("robot_arm")));
        QCOMPARE(found.freedom, 6);
        const PointReach& tip = found.points[0];
        QCOMPARE(tip.freedom, 5);
        const double ball = 4.0 / 3.0 * pi * std::pow(1.25, 3);
        QVERIFY2(close(tip.size, ball, tip.within), qPrintable(QString::number(tip.size, 'g', 8)));
        // The centre of the hand at the end of an arm in a plane is on its axis.
        const PointReach wrist =
            of(replaced(planarArm({0.5, 0.3, 0.1}, {}), "0.100000", "0")).points.at(1);
        QCOMPARE(wrist.name, std::string("l2"));
        QCOMPARE(wrist.freedom, 2);
        QCOMPARE(wrist.method, PointReach::Method::Steps);
        const double ring = pi * (0.64 - 0.04);
        QVERIFY(close(wrist.size, ring, wrist.within) && wrist.within < 1e-2 * ring);
    }
    /// The poses of a Delta robot whose motors turn from -40 to 70 degrees, against a count of the
    /// places from which each elbow is a rod's length away.
    void deltaRobot() {
        ModelDescription delta = test::example("delta_robot").description;
        delta.motions.clear();
        delta.probes.clear();
        for (JointDescription& joint : delta.joints)
            if (joint.type == "revolute") {
                LimitDescription& limit = joint.limits.emplace_back();
                limit.least = Scalar{-40.0 * pi / 180.0};
                limit.most = Scalar{70.0 * pi / 180.0};
                limit.restitution = Scalar{0.0};
            }
        const PointReach platform =
            got(reachAnalysis(*got(buildModel(std::move(delta))))).points.at(0);
        QCOMPARE(platform.freedom, 3);
        QVERIFY(platform.complete);
        QVERIFY2(close(platform.size, deltaVolume(), 1e-2 * platform.size),
                 qPrintable(QString::number(platform.size)));
    }
    /// A Stewart platform whose legs move by 8 cm. It is highest level and untwisted, with all legs
    /// as long as they get: any twist takes half of their ends farther away.
    void stewartPlatform() {
        ModelDescription stewart = test::example("stewart_platform").description;
        stewart.motions.clear();
        stewart.probes.clear();
        for (JointDescription& joint : stewart.joints)
            if (joint.type == "prismatic") {
                LimitDescription& limit = joint.limits.emplace_back();
                limit.least = Scalar{-0.08};
                limit.most = Scalar{0.08};
                limit.restitution = Scalar{0.0};
            }
        // The only point: its centre, with fewer cells than all seven points have together.
        MarkerDescription& centre = stewart.bodies.back().markers.emplace_back();
        centre.name = "centre";
        const Model model = *got(buildModel(std::move(stewart)));
        const PointReach platform = got(reachAnalysis(model)).points.at(0);
        QCOMPARE(platform.name, std::string("platform.centre"));
        QCOMPARE(platform.freedom, 6);
        QCOMPARE(platform.kind, Kind::Volume);
        QVERIFY(platform.within < 5e-2 * platform.size);
        const double aside = std::hypot(0.489074 - 0.200739, -0.103956 + 0.222943);
        const double leg = 0.36 + 0.316236 + 0.08 - 0.36 + 0.36;
        QVERIFY2(close(platform.most.z(), std::sqrt(leg * leg - aside * aside), 1e-4),
                 qPrintable(QString::number(platform.most.z(), 'g', 8)));
    }
    void refusals() {
        const auto said = [](const std::string& text) {
            const auto found = reachAnalysis(*built(text));
            return found ? QString() : QString::fromStdString(toString(found.error().front()));
        };
        const std::string free =
            replaced(polar, R"("limits": {"min": 0.1, "max": 0.3, )", R"("limits": {"min": 0.1, )");
        QVERIFY2(said(free).contains("joint 'S': slides without end"), qPrintable(said(free)));
        const std::string outside = replaced(polar, R"({"S": {"q": 0.2}})", R"({"S": {"q": 0.5}})");
        QVERIFY2(said(outside).contains("joint 'S': starts outside"), qPrintable(said(outside)));
        const auto many = reachAnalysis(test::example("chain_128"));
        QVERIFY(!many);
        const QString why = QString::fromStdString(toString(many.error().front()));
        QVERIFY2(why.contains("degrees of freedom"), qPrintable(why));
        const std::string screw =
            replaced(replaced(arm, R"(, "B": {"q": 0.7})", ""), R"("B", "type": "revolute")",
                     R"("B", "type": "screw", "lead": 0.01)");
        QVERIFY2(said(screw).contains("joint 'B': slides without end"), qPrintable(said(screw)));
    }
    /// Twenty turns of a nut, each much shorter than a step, along a spindle; the same with the
    /// nut on a slide and the spindle in a bearing, and a rack with a small pinion.
    void turnsThatSlide_data() {
        QTest::addColumn<QString>("joints");
        QTest::addColumn<bool>("turns");
        QTest::newRow("nut") << R"(
  {"name": "thread", "type": "screw", "lead": 0.005, "a": "ground.O", "b": "nut.O",
   "limits": {"coordinate": 2, "min": -0.02, "max": 0.08, "restitution": 0}}])"
                             << true;
        QTest::newRow("nut on a slide") << R"(
  {"name": "bearing", "type": "revolute", "a": "ground.O", "b": "spindle.O"},
  {"name": "slide", "type": "prismatic", "a": "ground.O", "b": "nut.O",
   "limits": {"min": -0.02, "max": 0.08, "restitution": 0}},
  {"name": "thread", "type": "screw", "lead": 0.005, "a": "spindle.O", "b": "nut.O"}])"
                                        << false;
        QTest::newRow("rack") << R"(
  {"name": "bearing", "type": "revolute", "a": "ground.O", "b": "spindle.O"},
  {"name": "slide", "type": "prismatic", "a": "ground.O", "b": "nut.O",
   "limits": {"min": -0.02, "max": 0.08, "restitution": 0}}],
 "couplings": [{"name": "rack", "terms": [{"joint": "slide", "ratio": 1},
   {"joint": "bearing", "ratio": -8e-4}]}])"
                              << false;
    }
    void turnsThatSlide() {
        QFETCH(QString, joints);
        QFETCH(bool, turns);
        const QString spindle = joints.contains("spindle") ? QString(R"(
  {"name": "spindle", "mass": 1, "inertia": [0.01, 0.01, 0.01], "markers": {"O": [0, 0, 0]}},)")
                                                           : QString();
        const auto found = reachAnalysis(*built((R"({"version": 1, "name": "thread",
 "ground": {"markers": {"O": [0, 0, 0]}}, "bodies": [)" +
                                                 spindle + R"(
  {"name": "nut", "mass": 1, "inertia": [0.01, 0.01, 0.01],
   "markers": {"O": [0, 0, 0], "P": [0.2, 0, 0.01]}}],
 "joints": [)" + joints + "}")
                                                    .toStdString()));
        QVERIFY2(found, found ? "" : toString(found.error().front()).c_str());
        const PointReach& point = found->points.at(0);
        QCOMPARE(point.freedom, 1);
        QVERIFY(point.complete);
        QCOMPARE(point.kind, Kind::Curve);
        QVERIFY2(close(point.least.z(), -0.01, 1e-3), qPrintable(QString::number(point.least.z())));
        QVERIFY(close(point.most.z(), 0.09, 1e-3));
        QVERIFY(close(point.least.x(), turns ? -0.2 : 0.2, 2e-3));
        QVERIFY(close(point.most.y(), turns ? 0.2 : 0.0, 2e-3));
    }
    /// A parallelogram whose links lie on one line folds either way.
    void aSingularStart() {
        const auto found = reachAnalysis(*built(R"model({"version": 1, "name": "flat",
 "ground": {"markers": {"left": [0, 0, 0], "right": [1, 0, 0]}},
 "bodies": [
  {"name": "a", "mass": 1, "inertia": [0.1, 0.1, 0.1],
   "markers": {"pin": [0, 0, 0], "end": [0.5, 0, 0]}},
  {"name": "b", "mass": 1, "inertia": [0.1, 0.1, 0.1],
   "markers": {"pin": [0, 0, 0], "end": [1, 0, 0]}},
  {"name": "c", "mass": 1, "inertia": [0.1, 0.1, 0.1],
   "markers": {"pin": [0, 0, 0], "end": [0.5, 0, 0]}}],
 "joints": [
  {"name": "A", "type": "revolute", "a": "ground.left", "b": "a.pin"},
  {"name": "B", "type": "revolute", "a": "a.end", "b": "b.pin"},
  {"name": "C", "type": "revolute", "a": "ground.right", "b": "c.pin"},
  {"name": "D", "type": "revolute", "a": "b.end", "b": "c.end"}]})model"));
        QVERIFY(!found);
        const QString why = QString::fromStdString(toString(found.error().front()));
        QVERIFY2(why.contains("singular pose"), qPrintable(why));
    }
    void stops() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!reachAnalysis(*built(arm), {stop.get_token(), {}}));
    }
};

MOMENTREE_TEST(TestReach, Appless)

}  // namespace momentree::test_reach
#include "test_reach.moc"
