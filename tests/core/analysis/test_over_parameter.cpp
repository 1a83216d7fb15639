// SPDX-License-Identifier: Apache-2.0
// Equilibria and eigenvalues over a parameter against closed forms.
#include <QTest>
#include <cmath>

#include "core/analysis/over_parameter.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_over_parameter {

using namespace momentree::test;

namespace {

/// A block of 2 kg that hangs on a spring and a damper.
const std::string hanging = R"model({"version": 1, "name": "hanging", "gravity": [9.81, 0, 0],
 "parameters": {"k": 80, "d": 4},
 "ground": {"markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}},
 "bodies": [{"name": "block", "mass": 2, "inertia": [0.01, 0.01, 0.01],
   "markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}}],
 "joints": [{"name": "J", "type": "prismatic", "a": "ground.rail", "b": "block.rail"}],
 "forces": [{"name": "F", "type": "axial-force", "a": "ground.rail", "b": "block.rail",
   "stiffness": "k", "damping": "d"}]})model";

/// A slider on a rail along x, drawn to a point 1 m beside it by a spring that is too long, and
/// pushed: it stays on its side until the push exceeds what the spring can hold.
const std::string snapping = R"model({"version": 1, "name": "snapping", "gravity": [0, 0, 0],
 "parameters": {"push": 0},
 "ground": {"markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]},
   "top": [0, 1, 0]}},
 "bodies": [{"name": "block", "mass": 2, "inertia": [0.01, 0.01, 0.01],
   "markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}}],
 "joints": [{"name": "J", "type": "prismatic", "a": "ground.rail", "b": "block.rail"}],
 "forces": [
  {"name": "S", "type": "spring-damper", "a": "ground.top", "b": "block.rail", "stiffness": 100,
   "length": 1.25},
  {"name": "P", "type": "applied-force", "at": "block", "direction": [1, 0, 0], "law": "push"}],
 "initial": {"joints": {"J": {"q": -0.7}}}})model";

double along(const EquilibriumOver& one) { return one.found.state.bodies[0].r.x(); }

}  // namespace

class TestOverParameter : public QObject {
    Q_OBJECT
private slots:
    void hangsLowerOnSofterSprings() {
        const auto model = built(hanging);
        const ParameterValues over{"k", {80, 60, 40, 20}};
        const auto all = equilibriaOver(*model, over);
        QVERIFY(all);
        QCOMPARE(all->size(), over.values.size());
        for (std::size_t k = 0; k < all->size(); ++k)
            QVERIFY(std::abs(along((*all)[k]) - 2.0 * 9.81 / over.values[k]) < 1e-12);
    }
    /// The movement is followed beyond where the other side would be nearer to the start.
    void snapsThrough() {
        const auto model = built(snapping);
        std::vector<double> pushes;
        for (int k = 0; k <= 60; ++k) pushes.push_back(0.1 * k);
        const auto all = equilibriaOver(*model, {"push", pushes});
        QVERIFY(all);
        QVERIFY(std::abs(along(all->front()) + 0.75) < 1e-9);
        // k (l - l0) x / l + P = 0, which exists on the left up to P = k (l0^(2/3) - 1)^(3/2).
        const double most = 100.0 * std::pow(std::cbrt(1.25 * 1.25) - 1.0, 1.5);
        QVERIFY(most > 5.0 && most < 6.5);
        for (const EquilibriumOver& one : *all) {
            const double x = along(one), l = std::hypot(x, 1.0);
            const double push = pushes[static_cast<std::size_t>(&one - all->data())];
            QVERIFY(std::abs(100.0 * (l - 1.25) * x / l - push) < 1e-8);
            QCOMPARE(x < 0.0, push < most);
        }
    }
    /// Two blocks that nothing holds drift away together: rounding must not part the two zeros.
    void driftsHaveNoEigenvalues() {
        std::string floating =
            replaced(hanging, R"("gravity": [9.81, 0, 0])", R"("gravity": [0, 0, 0])");
        floating = replaced(floating, R"("bodies": [)", R"("bodies": [
  {"name": "other", "mass": 1, "inertia": [0.01, 0.01, 0.01],
   "markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}},)");
        floating = replaced(floating, R"("joints": [)", R"("joints": [
  {"name": "K", "type": "prismatic", "a": "ground.rail", "b": "other.rail"},)");
        floating = replaced(floating, R"("a": "ground.rail", "b": "block.rail",
   "stiffness")",
                            R"("a": "other.rail", "b": "block.rail",
   "stiffness")");
        const auto model = built(floating);
        const auto locus = rootLocus(*model, {"k", {20, 50, 80, 110}});
        QVERIFY(locus);
        for (Eigen::Index row = 0; row < locus->eigenvalues.rows(); ++row) {
            const Eigen::VectorXcd values = locus->eigenvalues.row(row).transpose();
            QCOMPARE((values.array() == 0.0).count(), Eigen::Index(2));
        }
    }
    /// From two conjugate eigenvalues to two real ones and apart.
    void rootsOfAnOscillator() {
        const auto model = built(hanging);
        std::vector<double> damping;
        for (int k = 0; k <= 60; ++k) damping.push_back(1.0 * k);
        const auto locus = rootLocus(*model, {"d", damping});
        QVERIFY(locus);
        QCOMPARE(locus->eigenvalues.cols(), Eigen::Index(2));
        for (Eigen::Index k = 0; k < locus->eigenvalues.rows(); ++k) {
            const std::complex<double> a = locus->eigenvalues(k, 0), b = locus->eigenvalues(k, 1);
            const double d = damping[static_cast<std::size_t>(k)];
            QVERIFY(std::abs(a + b + d / 2.0) < 1e-9);
            QVERIFY(std::abs(a * b - 40.0) < 1e-8);
            if (k == 0) continue;
            const double step = std::abs(a - locus->eigenvalues(k - 1, 0));
            QVERIFY2(step < 6.0, qPrintable(QString::number(step)));
        }
    }
    void refusals() {
        const auto model = built(hanging);
        const auto unknown = equilibriaOver(*model, {"kk", {1.0}});
        QVERIFY(!unknown);
        QVERIFY(toString(unknown.error().front()).find("'kk'") != std::string::npos);
        const auto falling = equilibriaOver(*model, {"k", {80, 0}});
        QVERIFY(!falling);
        QVERIFY2(toString(falling.error().front()).find("with k = 0") != std::string::npos,
                 toString(falling.error().front()).c_str());
    }
};

MOMENTREE_TEST(TestOverParameter, Appless)

}  // namespace momentree::test_over_parameter
#include "test_over_parameter.moc"
