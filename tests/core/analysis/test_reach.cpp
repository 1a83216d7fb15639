// SPDX-License-Identifier: Apache-2.0
// What points reach, against closed forms; limits, refusals.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/analysis/reach.hpp"
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

ReachAnalysis of(const std::string& text) { return got(reachAnalysis(*built(text))); }

}  // namespace

class TestReach final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A ring, whatever drives the arm.
    void armOfTwoLinks() {
        const ReachAnalysis found = of(replaced(arm, R"("initial": {"joints": {"A": {"q": 0.3}, )",
                                                R"("motions": [{"name": "drive", "joint": "A",
                          "law": {"kind": "constant", "offset": 0.3, "rate": 1}}],
                          "initial": {"joints": {)"));
        QCOMPARE(found.freedom, 2);
        QVERIFY(found.complete && !found.contacts);
        QCOMPARE(found.points.size(), std::size_t(1));
        const PointReach& tip = found.points[0];
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
    /// r dr from both bounds of the elbow, over half a turn of the shoulder.
    void limitsCutTheArea() {
        const std::string limited =
            replaced(replaced(arm, R"("b": "one.pin")",
                              R"("b": "one.pin", "limits": {"min": "-90 deg", "max": "90 deg",
                        "restitution": 0})"),
                     R"("b": "two.pin")",
                     R"("b": "two.pin", "limits": {"min": 0, "max": "120 deg", "restitution": 0})");
        const PointReach tip = of(limited).points.at(0);
        const auto square = [](double elbow) { return 0.34 + 0.3 * std::cos(elbow); };
        const double area = 0.5 * pi * (square(0.0) - square(2.0 * pi / 3.0));
        QVERIFY(close(tip.size, area, 5e-3 * area));
        QVERIFY(close(tip.most.x(), 0.8, 1e-6));
        QVERIFY(close(tip.least.x(), -0.3, 1e-4));  // the shoulder at 90 degrees, and the elbow too
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
