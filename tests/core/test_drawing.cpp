// SPDX-License-Identifier: Apache-2.0
// Functions used by the drawing tools: masses of drawn links, and mechanisms moved by hand.
#include <QTest>
#include <algorithm>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/constraints.hpp"
#include "core/kinematics/drag.hpp"
#include "core/model/link_mass.hpp"
#include "core/model/plate_outline.hpp"
#include "support/test_main.hpp"

namespace momentree::test_drawing {
namespace {

std::shared_ptr<const Model> example(const char* name) {
    const std::string examples = MOMENTREE_SOURCE_DIR "/resources/examples/";
    const auto description = readModelFile(examples + name + ".momentree.json");
    return *buildModel(*description);
}

double violation(const Model& model, const std::vector<BodyState>& state) {
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(state);
    const std::span<const BodyKinematics<double>> all(bodies);
    ConstraintTerms<double> terms;
    double worst = 0.0;
    for (const Constraint& c : model.constraints) {
        evaluate(c, motionOf(model, c, 0.0), at(all, c.bodyA), at(all, c.bodyB), terms);
        worst = std::max(worst, terms.Phi.norm());
    }
    return worst;
}

Vector3d endOf(const std::vector<BodyState>& state, const Pull& pull) {
    const BodyState& body = state[static_cast<std::size_t>(pull.body)];
    return body.r + rotationOf<double>(body.e) * pull.point;
}

}  // namespace

class TestDrawing : public QObject {
    Q_OBJECT
private slots:
    void barWeighsWhatItsBoxDoes() {
        const std::array points{Vector3d(0.1, 0.2, 0.0), Vector3d(0.4, 0.2, 0.0)};
        const LinkPlate plate{0.02, 0.01, 7850.0};
        const MassProperties bar = massOf(plate, points);
        const double length = 0.32, m = 7850.0 * length * 0.02 * 0.01;
        QVERIFY(std::abs(bar.mass - m) < 1e-12);
        QVERIFY((bar.com - Vector3d(0.25, 0.2, 0.0)).norm() < 1e-12);
        const Vector3d box(m / 12.0 * (0.02 * 0.02 + 0.01 * 0.01),
                           m / 12.0 * (length * length + 0.01 * 0.01),
                           m / 12.0 * (length * length + 0.02 * 0.02));
        QVERIFY((bar.J_C - Matrix3d(box.asDiagonal())).norm() < 1e-12);
    }

    void squarePlateTurnsWithItsPoints() {
        const std::array points{Vector3d(0.0, 0.0, 0.0), Vector3d(0.2, 0.0, 0.0),
                                Vector3d(0.2, 0.2, 0.0), Vector3d(0.0, 0.2, 0.0),
                                Vector3d(0.1, 0.1, 0.0)};
        const LinkPlate plate{0.02, 0.01, 1000.0};
        const MassProperties square = massOf(plate, points);
        const double edge = 0.22, m = 1000.0 * 0.01 * edge * edge;
        QVERIFY(std::abs(square.mass - m) < 1e-12);
        QVERIFY(std::abs(square.J_C(2, 2) - m * edge * edge / 6.0) < 1e-12);
        QVERIFY(std::abs(square.J_C(0, 1)) < 1e-15);
    }

    /// An L of two arms: a square minus a square.
    void notchesWeighNothing() {
        const std::array corners{Vector3d(0.0, 0.0, 0.0), Vector3d(0.2, 0.0, 0.0),
                                 Vector3d(0.2, 0.1, 0.0), Vector3d(0.1, 0.1, 0.0),
                                 Vector3d(0.1, 0.2, 0.0), Vector3d(0.0, 0.2, 0.0)};
        const LinkPlate plate{0.02, 0.01, 1000.0};
        const MassProperties shape = massOf(plate, corners, PlateCut::Outline);
        const double whole = 10.0 * 0.22 * 0.22, notch = 10.0 * 0.1 * 0.1;
        QVERIFY(std::abs(shape.mass - (whole - notch)) < 1e-12);
        const double centre = (whole * 0.1 - notch * 0.16) / (whole - notch);
        QVERIFY((shape.com - Vector3d(centre, centre, 0.0)).norm() < 1e-12);
        const auto polar = [&](double m, double edge, double at) {
            return m * edge * edge / 6.0 + 2.0 * m * (at - centre) * (at - centre);
        };
        QVERIFY(std::abs(shape.J_C(2, 2) - (polar(whole, 0.22, 0.1) - polar(notch, 0.1, 0.16))) <
                1e-12);
        // Reversed it is the same shape; in no order, its hull.
        std::array reversed = corners;
        std::ranges::reverse(reversed);
        QVERIFY(std::abs(massOf(plate, reversed, PlateCut::Outline).mass - shape.mass) < 1e-12);
        QVERIFY(massOf(plate, corners).mass > shape.mass);
    }

    void narrowNotchesStayOpen() {
        const double gap = 0.004;
        const Ring slot{{0.0, 0.0},        {0.2, 0.0},  {0.2, 0.1}, {0.1 + gap, 0.1},
                        {0.1 + gap, 0.02}, {0.1, 0.02}, {0.1, 0.1}, {0.0, 0.1}};
        QVERIFY(isSimple(slot));
        const double rim = rimOf(slot, 0.01);
        QVERIFY(rim > 0.0 && 2.0 * rim < gap);
        QVERIFY(isSimple(pushedOut(slot, rim)));
        const Ring triangle{{0.0, 0.0}, {0.2, 0.0}, {0.0, 0.1}};
        QCOMPARE(rimOf(triangle, 0.01), 0.01);
    }

    void outlinesThatCrossAreTold() {
        ModelDescription description;
        description.name = "plate";
        BodyDescription body;
        body.name = "plate";
        body.mass = 1.0;
        for (std::size_t k = 0; k < 3; ++k) body.inertia[k][k] = 1.0;
        const std::array<std::array<double, 2>, 4> places{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
        for (std::size_t k = 0; k < 4; ++k) {
            MarkerDescription marker;
            marker.name = std::string(1, static_cast<char>('A' + k));
            marker.position = {places[k][0], places[k][1], 0.5};
            body.markers.push_back(marker);
        }
        Diagnostics warnings;
        const auto built = [&](std::vector<std::string> corners) {
            body.shape.kind = ShapeDescription::Kind::Polygon;
            body.shape.corners = std::move(corners);
            description.bodies = {body};
            warnings.clear();
            return buildModel(description, &warnings);
        };
        const auto good = built({"A", "B", "C", "D"});
        QVERIFY(good && warnings.empty());
        QCOMPARE(outlineOf(**good, (*good)->bodies[0]).size(), std::size_t(4));
        const auto crossed = built({"A", "C", "B", "D"});
        QVERIFY(crossed && warnings.size() == 1);
        QVERIFY(warnings.front().message.id == "outline-crosses-itself");
        QVERIFY(built({"A", "B", "E"}).error().front().message.id == "corner-unknown");
        QVERIFY(built({"A", "B", "B"}).error().front().message.id == "corner-twice");
        QVERIFY(built({"A", "B"}).error().front().message.id == "outline-too-few-corners");
    }

    void handMovesTheLoopAndStaysClosed_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("body");
        QTest::newRow("four-bar") << "four_bar" << 0;
        QTest::newRow("slider-crank") << "slider_crank" << 0;
        QTest::newRow("redundant parallelogram") << "parallelogram" << 0;
        QTest::newRow("two loops") << "peaucellier" << 0;
        QTest::newRow("spatial") << "rssr" << 0;
    }
    void handMovesTheLoopAndStaysClosed() {
        QFETCH(QString, name);
        QFETCH(int, body);
        const auto model = example(name.toUtf8().constData());
        std::vector<BodyState> state = assemble(*model)->bodies;
        Pull pull{body, Vector3d(0.01, 0.0, 0.0), {}};
        const Vector3d before = endOf(state, pull);
        double farthest = 0.0;
        for (int k = 1; k <= 20; ++k) {
            pull.target = before + k * Vector3d(-0.006, 0.004, 0.003);
            const auto moved = drag(*model, state, pull);
            QVERIFY2(moved, moved ? "" : toString(moved.error().front()).c_str());
            state = *moved;
            QVERIFY2(violation(*model, state) < 1e-7,
                     qPrintable(QString::number(violation(*model, state))));
            farthest = std::max(farthest, (endOf(state, pull) - before).norm());
        }
        QVERIFY2(farthest > 0.01, qPrintable(QString::number(farthest)));
    }

    void freeEndReachesItsTarget() {
        const auto model = example("double_pendulum");
        const std::vector<BodyState> state = assemble(*model)->bodies;
        Pull pull{1, Vector3d::Zero(), {}};
        pull.target = endOf(state, pull) + Vector3d(0.02, 0.03, 0.0);
        const auto moved = drag(*model, state, pull);
        QVERIFY(moved);
        QVERIFY2((endOf(*moved, pull) - pull.target).norm() < 1e-4,
                 qPrintable(QString::number((endOf(*moved, pull) - pull.target).norm())));
    }

    void longChainsFollowTheHand() {
        const auto model = example("chain_128");
        const std::vector<BodyState> state = assemble(*model)->bodies;
        Pull pull{64, Vector3d::Zero(), {}};
        pull.target = endOf(state, pull) + Vector3d(-0.02, 0.03, 0.0);
        const auto moved = drag(*model, state, pull);
        QVERIFY(moved);
        QVERIFY2((endOf(*moved, pull) - pull.target).norm() < 1e-4,
                 qPrintable(QString::number((endOf(*moved, pull) - pull.target).norm())));
        QVERIFY(violation(*model, *moved) < 1e-9);
    }
};

MOMENTREE_TEST(TestDrawing, Appless)

}  // namespace momentree::test_drawing
#include "test_drawing.moc"
