// SPDX-License-Identifier: Apache-2.0
// Linkages for given curves and positions: against exact constructions, known optima and
// the movement of the model that is made of them.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/analysis/synthesis/linkage_model.hpp"
#include "core/analysis/synthesis/three_positions.hpp"
#include "support/analysis_files.hpp"
#include "support/test_main.hpp"

namespace momentree::test_synthesis {
namespace {

using test::close;
using test::got;
using test::reference;
using L = PlanarLinkage;

constexpr double degree = std::numbers::pi / 180.0;

Complex complexOf(const QJsonValue& xy) { return {xy[0].toDouble(), xy[1].toDouble()}; }

std::vector<Complex> target(const char* name) {
    std::vector<Complex> points;
    const QJsonObject one = reference("path_targets")["targets"].toObject()[name].toObject();
    for (const QJsonValue& point : one["points"].toArray()) points.push_back(complexOf(point));
    return points;
}
/// Without a limit of time, which the results may not depend on.
PathRequest requestOf(const char* name, std::vector<int> families) {
    PathRequest request;
    request.curve = target(name);
    request.families = std::move(families);
    request.seconds = 1e6;
    request.threads = 2;
    return request;
}
ThreePoses poses() {
    ThreePoses all;
    const QJsonArray given = reference("three_positions")["positions"].toArray();
    for (std::size_t k = 0; k < 3; ++k) {
        const QJsonValue one = given[static_cast<qsizetype>(k)];
        all[k] = {{one[0].toDouble(), one[1].toDouble()}, one[2].toDouble()};
    }
    return all;
}
PlanarLinkage someLinkage(int n) {
    PlanarLinkage linkage;
    linkage.n = n;
    linkage.p = {
        0.3, -0.2, 0.7, 2.1, 0.6, 1.7, 1.9, 0.8, 0.5, n == 0 ? 0.0 : 0.4, n == 0 ? 0.0 : 1.1};
    return linkage;
}

/// The longer part of a closed polygon between a place where it crosses itself; all of it if it
/// does not.
std::vector<Complex> largestLobe(const std::vector<Complex>& all) {
    const auto side = [](Complex a, Complex b, Complex p) {
        const Complex u = b - a, v = p - a;
        return u.real() * v.imag() - u.imag() * v.real() > 0.0;
    };
    const std::size_t n = all.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 2; j < n && (j + 1) % n != i; ++j) {
            const Complex a = all[i], b = all[i + 1], c = all[j], d = all[(j + 1) % n];
            if (side(a, b, c) == side(a, b, d) || side(c, d, a) == side(c, d, b)) continue;
            std::vector<Complex> inside(all.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                        all.begin() + static_cast<std::ptrdiff_t>(j) + 1);
            std::vector<Complex> outside(all.begin() + static_cast<std::ptrdiff_t>(j) + 1,
                                         all.end());
            outside.insert(outside.end(), all.begin(),
                           all.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            return inside.size() > outside.size() ? inside : outside;
        }
    return all;
}

/// In the place and size in which a curve is compared.
PlanarLinkage moved(PlanarLinkage linkage, const ClosedCurve& curve) {
    for (const L::Parameter k :
         {L::X0, L::Y0, L::LengthD, L::LengthA, L::LengthB, L::LengthC, L::U, L::V, L::LengthE})
        linkage[k] /= curve.size;
    linkage[L::X0] -= curve.centre.real() / curve.size;
    linkage[L::Y0] -= curve.centre.imag() / curve.size;
    return linkage;
}

}  // namespace

class TestSynthesis final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void slopesAreThoseOfDifferences() {
        for (const int n : {0, -1, 2, 3}) {
            const PlanarLinkage linkage = someLinkage(n);
            for (const double th : {0.2, 1.9, 4.4}) {
                CouplerPoint at;
                QVERIFY(couplerPoint(linkage, th, at));
                const double h = 1e-6;
                Complex above, below, rate;
                QVERIFY(CouplerCurve(linkage).at(th + h, above, rate));
                QVERIFY(CouplerCurve(linkage).at(th - h, below, rate));
                QVERIFY(std::abs((above - below) / (2.0 * h) - at.rate) < 1e-8);
                for (int k = 0; k < linkage.count(); ++k) {
                    PlanarLinkage up = linkage, down = linkage;
                    up.p[static_cast<std::size_t>(k)] += h;
                    down.p[static_cast<std::size_t>(k)] -= h;
                    QVERIFY(CouplerCurve(up).at(th, above, rate));
                    QVERIFY(CouplerCurve(down).at(th, below, rate));
                    QVERIFY(std::abs((above - below) / (2.0 * h) -
                                     at.slope[static_cast<std::size_t>(k)]) < 1e-8);
                }
            }
        }
    }

    /// Both mirror images of every family move as their model does.
    void modelsFollowTheComputedCurve_data() {
        QTest::addColumn<int>("n");
        QTest::addColumn<bool>("mirrored");
        for (const int n : {0, -1, 2, -2, 3})
            for (const bool mirrored : {false, true})
                QTest::addRow("%d %d", n, mirrored) << n << mirrored;
    }
    void modelsFollowTheComputedCurve() {
        QFETCH(int, n);
        QFETCH(bool, mirrored);
        LinkagePlan plan;
        PlanarLinkage linkage = someLinkage(n);
        linkage.mirrored = mirrored;
        plan.mechanism = linkage;
        plan.name = "linkage";
        const LinkageModel model = got(linkageModel(plan));
        QVERIFY2(model.deviation < 1e-9, qPrintable(QString::number(model.deviation)));
        QCOMPARE(model.description.couplings.size(), std::size_t(n == 0 ? 0 : 1));
    }

    void aCurveThatAFourBarDraws() {
        const FoundPath found = got(synthesisePath(requestOf("coupler", {0})));
        QVERIFY2(found.error.rms < 1e-4, qPrintable(QString::number(found.error.rms)));
        QVERIFY(got(linkageModel(planOf(found, "coupler"))).deviation < 1e-6 * found.size);
    }

    void knownCurvesAreFollowed_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("n");
        QTest::addColumn<double>("rms");
        QTest::newRow("bean") << QString("bean") << 0 << 3e-3;
        QTest::newRow("ellipse") << QString("ellipse2") << 0 << 1e-3;
        QTest::newRow("eight") << QString("eight") << -1 << 2.5e-3;
    }
    void knownCurvesAreFollowed() {
        QFETCH(QString, name);
        QFETCH(int, n);
        QFETCH(double, rms);
        const FoundPath found = got(synthesisePath(requestOf(name.toUtf8(), {n})));
        QVERIFY2(found.error.rms < rms, qPrintable(QString::number(found.error.rms)));
        QCOMPARE(std::get<PlanarLinkage>(found.mechanism).n, n);
        QVERIFY(got(linkageModel(planOf(found, "found"))).deviation <= 1e-6 * found.size);
    }

    /// A curve that crosses itself, of which one lobe is wanted: it passes through all points of
    /// the lobe, and runs through the other one as well.
    void aLoopElsewhereIsAnError() {
        constexpr int count = 1440;
        const PathAtlas atlas = makeAtlas(2, 1, 100, 1, [] { return false; });
        int seen = 0;
        for (std::size_t entry = 0; entry < atlas.shapes.size() && seen < 5; ++entry) {
            const PlanarLinkage linkage = atlas.linkage(entry);
            const CouplerCurve curve(linkage);
            std::vector<Complex> whole(count);
            Complex rate;
            for (int k = 0; k < count; ++k)
                QVERIFY(curve.at(evenAngle(k, count), whole[static_cast<std::size_t>(k)], rate));
            const auto lobe = largestLobe(whole);
            if (lobe.size() > count / 5 * 4) continue;
            ++seen;
            const auto target = got(closedCurve(lobe));
            const PathError error =
                errorOf(moved(linkage, target), DrawnCurve(target.all), target.weights);
            QVERIFY2(error.rms > 0.01 && error.largest > 0.03,
                     qPrintable(QString::number(error.rms)));
            const auto all = got(closedCurve(whole));
            const double own = errorOf(moved(linkage, all), DrawnCurve(all.all), all.weights).rms;
            QVERIFY2(own < 3e-3, qPrintable(QString::number(own)));
        }
        QCOMPARE(seen, 5);
    }

    /// A triangle, whose closest four-bar nearly jams.
    void threePointsAreFollowed() {
        PathRequest request = requestOf("bean", {0});
        request.curve = {{-0.528, -0.794}, {-0.208, -0.690}, {-0.867, -0.197}};
        const FoundPath found = got(synthesisePath(request));
        QVERIFY2(found.error.rms < 0.01, qPrintable(QString::number(found.error.rms)));
        const LinkageModel model = got(linkageModel(planOf(found, "triangle")));
        QVERIFY(model.deviation < 1e-6 * found.size);
    }

    /// As close as its families can be: 7 % for four-bars, 3 % for geared five-bars. Points
    /// that crowd in the notch, where the parameter of the formula moves slowly along the curve,
    /// change little.
    void heartsOfLinkages_data() {
        QTest::addColumn<bool>("crowded");
        QTest::addColumn<int>("n");
        QTest::addColumn<double>("rms");
        QTest::newRow("four-bar, crowded points") << true << 0 << 0.073;
        QTest::newRow("geared five-bar, -3") << false << -3 << 0.041;
        QTest::newRow("geared five-bar, 3") << false << 3 << 0.035;
    }
    void heartsOfLinkages() {
        QFETCH(bool, crowded);
        QFETCH(int, n);
        QFETCH(double, rms);
        PathRequest request = requestOf("heart", {n});
        if (crowded) request.curve.clear();
        for (int k = 0; crowded && k < 400; ++k) {
            const double t = 2.0 * M_PI * k / 400, s = std::sin(t);
            request.curve.emplace_back(16.0 * s * s * s,
                                       13.0 * std::cos(t) - 5.0 * std::cos(2 * t) -
                                           2.0 * std::cos(3 * t) - std::cos(4 * t));
        }
        const FoundPath found = got(synthesisePath(request));
        QVERIFY2(found.error.rms < rms, qPrintable(QString::number(found.error.rms)));
        QVERIFY(found.transmissionAngle >= 3.0 * degree);
    }

    /// One that passes more force on is taken only if it is nearly as close.
    void theClosestFamilyIsTaken() {
        const FoundPath found = got(synthesisePath(requestOf("heart", {-2, 3})));
        QCOMPARE(std::get<PlanarLinkage>(found.mechanism).n, 3);
    }

    void aHeartNeedsAChain() {
        PathRequest request = requestOf("heart", {});
        request.arms = 9;
        const FoundPath found = got(synthesisePath(request));
        QVERIFY2(found.error.rms < 1e-2, qPrintable(QString::number(found.error.rms)));
        const LinkageModel model = got(linkageModel(planOf(found, "heart")));
        QCOMPARE(model.description.couplings.size(), std::size_t(8));
        QVERIFY(model.deviation < 1e-9);
    }

    /// Bit by bit.
    void threadsDoNotChangeTheResult() {
        PathRequest request = requestOf("bean", {0});
        const FoundPath two = got(synthesisePath(request));
        request.threads = 1;
        const FoundPath one = got(synthesisePath(request));
        QVERIFY(std::get<PlanarLinkage>(one.mechanism).p ==
                std::get<PlanarLinkage>(two.mechanism).p);
        QCOMPARE(one.error.rms, two.error.rms);
    }

    /// Bit by bit, cancelled before each part of the search.
    void aCancelledSearchGoesOn() {
        const PathRequest request = requestOf("bean", {0});
        const FoundPath whole = got(synthesisePath(request));
        PathSearchState state;
        int cancelled = 0;
        for (;;) {
            std::stop_source stop;
            int parts = 0;
            const auto found = synthesisePath(
                request, stop.get_token(),
                [&](const PathProgress&) {
                    if (++parts == 2) stop.request_stop();
                },
                &state);
            if (found && !found->stopped) {
                QVERIFY(cancelled > 1);
                QVERIFY(std::get<PlanarLinkage>(found->mechanism).p ==
                        std::get<PlanarLinkage>(whole.mechanism).p);
                return;
            }
            QVERIFY(++cancelled < 20);
        }
    }

    /// Once there is a linkage, a search that is stopped gives the best so far.
    void aStoppedSearchGivesItsBest() {
        const PathRequest request = requestOf("bean", {0, -1});
        std::stop_source stop;
        double rms = INFINITY;
        const FoundPath found =
            got(synthesisePath(request, stop.get_token(), [&](const PathProgress& progress) {
                rms = progress.rms;
                if (std::isfinite(rms)) stop.request_stop();
            }));
        QVERIFY(found.stopped && !found.outOfTime);
        QVERIFY2(found.error.rms <= rms, qPrintable(QString::number(found.error.rms)));
    }

    /// Four-bars draw a heart to 7 %. A search that ends before they are done has five-bars too.
    void aShortSearchHasTriedAllFamilies() {
        const PathRequest request = requestOf("heart", PathRequest{}.families);
        std::stop_source stop;
        std::vector<int> searched;
        const FoundPath found =
            got(synthesisePath(request, stop.get_token(), [&](const PathProgress& progress) {
                searched.push_back(progress.n);
                if (searched.size() > request.families.size()) stop.request_stop();
            }));
        searched.pop_back();
        QVERIFY(searched == request.families);
        QVERIFY(found.stopped);
        QVERIFY2(found.error.rms < 0.055, qPrintable(QString::number(found.error.rms)));
    }

    /// The same curve elsewhere, turned, larger, run backwards.
    void limitsHold() {
        PathRequest request = requestOf("bean", {0});
        for (Complex& point : request.curve) point = Complex(4.0, -3.0) + 2.5 * point;
        std::ranges::reverse(request.curve);
        request.limits.transmissionAngle = 40.0 * degree;
        request.limits.longest = 5.0;
        request.limits.pivots = PlaneBox{{1.0, -6.0}, {7.0, 1.0}};
        const FoundPath found = got(synthesisePath(request));
        const PlanarLinkage& linkage = std::get<PlanarLinkage>(found.mechanism);
        QVERIFY(found.transmissionAngle >= 40.0 * degree);
        QVERIFY(respects(linkage, request.limits));
        for (const L::Parameter k : {L::LengthA, L::LengthB, L::LengthC, L::LengthD})
            QVERIFY(linkage[k] <= 5.0 * found.size);
        QVERIFY2(found.error.rms < 0.07, qPrintable(QString::number(found.error.rms)));
        const LinkageModel model = got(linkageModel(planOf(found, "bean")));
        QVERIFY(model.deviation < 1e-6 * found.size);
    }

    /// A heart draws its four-bars towards poses in which they jam, but only as far as allowed.
    void limitsHoldAgainstTheCurve() {
        PathRequest request = requestOf("heart", {0});
        request.limits.transmissionAngle = 10.0 * degree;
        const FoundPath found = got(synthesisePath(request));
        QVERIFY(found.transmissionAngle >= 10.0 * degree);
        QVERIFY2(found.error.rms < 0.076, qPrintable(QString::number(found.error.rms)));
    }

    void badCurvesAreRefused() {
        const auto problem = [](std::vector<Complex> curve) {
            PathRequest request;
            request.curve = std::move(curve);
            const auto found = synthesisePath(request);
            return found ? std::string() : toString(found.error().front());
        };
        QVERIFY(problem({}).find("fewer than three") != std::string::npos);
        QVERIFY(problem({1.0, 1.0, 1.0, 1.0}).find("fewer than three") != std::string::npos);
        QVERIFY(problem({0.0, 1.0, 2.0, 3.0}).find("one line") != std::string::npos);
        QVERIFY(problem({0.0, 1.0, Complex(NAN, 0.0)}).find("not finite") != std::string::npos);
        QVERIFY(problem({0.0, 1.0, Complex(1e308, -1e308)}).find("too far") != std::string::npos);
        std::stop_source cancelled;
        cancelled.request_stop();
        QVERIFY(!synthesisePath(requestOf("bean", {0}), cancelled.get_token()));
    }

    void dyadsOfThreePositions() {
        const QJsonObject expected = reference("three_positions");
        const ThreePoses given = poses();
        for (const char* dyad : {"1", "2"}) {
            const Complex G = complexOf(expected[QString("G") + dyad]);
            const Complex z = complexOf(expected[QString("z") + dyad]);
            const auto mover = moverOf(given, G);
            QVERIFY(mover && std::abs(*mover - z) < 1e-12);
            const auto back = centreOf(given, *mover);
            QVERIFY(back && std::abs(*back - G) < 1e-11);
        }
        QVERIFY(!circumcentre(0.0, Complex(1.0, 1.0), Complex(2.0, 2.0)));
    }

    void fourBarsThroughThreePositions() {
        ThreePoseRequest request;
        request.poses = poses();
        request.pivots = {{-2.0, -3.0}, {4.0, 3.0}};
        request.shortest = 0.0;
        request.longest = 1e6;
        const auto found = got(fourBarsThrough(request));
        const QJsonObject expected = reference("three_positions");
        QVERIFY(found.size() > 1);
        QVERIFY(
            std::ranges::is_sorted(found, std::greater(), &ThreePoseFourBar::transmissionAngle));
        const QJsonObject known = expected["best"].toObject();
        const auto one = std::ranges::find_if(found, [&](const ThreePoseFourBar& f) {
            return std::abs(f.G1 - complexOf(known["G1"])) < 1e-12 &&
                   std::abs(f.G2 - complexOf(known["G2"])) < 1e-12;
        });
        QVERIFY(one != found.end());
        QVERIFY(std::abs(one->z1 - complexOf(known["z1"])) < 1e-12);
        QVERIFY(std::abs(one->z2 - complexOf(known["z2"])) < 1e-12);
        QVERIFY(close(one->angleInPoses / degree, known["least_angle_deg"].toDouble(), 1e-9));
        // The body of the model goes through all three.
        LinkagePlan plan;
        plan.mechanism = linkageOf(found.front(), request.poses);
        plan.size = found.front().d;
        plan.name = "positions";
        QVERIFY(got(linkageModel(plan)).deviation < 1e-6 * plan.size);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto pose =
                poseOf(std::get<PlanarLinkage>(plan.mechanism), found.front().crank[k]);
            QVERIFY(pose && std::abs(pose->P - request.poses[k].p) < 1e-9);
        }
        bool back = false;
        for (std::size_t n = 0; n < found.size(); n += 50) {
            const ThreePoseFourBar& f = found[n];
            const auto linkage = linkageOf(f, request.poses);
            std::array<std::pair<double, int>, 3> nearest{{{9.0, 0}, {9.0, 0}, {9.0, 0}}};
            for (int step = 0; step < 360; ++step)
                if (const auto at = poseOf(linkage, f.crank[0] + turnInOrder(f) * step / 360.0))
                    for (std::size_t k = 0; k < 3; ++k)
                        nearest[k] =
                            std::min(nearest[k], {std::abs(at->P - request.poses[k].p), step});
            QVERIFY(nearest[0].second == 0 && nearest[1].second <= nearest[2].second);
            back = back || turnInOrder(f) < 0.0;
        }
        QVERIFY(back);
    }

    /// Parallelograms move a body without turning it, but nothing leads them through their flat
    /// pose: they are no answer, since the crank shall turn fully.
    void parallelogramsAreLeftOut() {
        ThreePoseRequest request;
        request.poses = {PlanePose{{0.0, 0.0}, 0.0}, {{0.1, 0.05}, 0.0}, {{0.2, 0.0}, 0.0}};
        request.pivots = {{-0.3, -0.3}, {0.5, 0.3}};
        QVERIFY(got(fourBarsThrough(request)).empty());
    }

    /// A hinge does it alone; all its points have circles about the same centre.
    void turnsAboutOnePointAreRefused() {
        const Complex p(0.3, -0.1);
        for (const double size : {0.0, 1e-6, 1.0, 1e6})
            for (const double second : {0.5, -2.0}) {
                ThreePoseRequest request;
                request.pivots = {{-2.0, -3.0}, {4.0, 3.0}};
                const Complex arm = size * Complex(0.4, 0.3);
                const auto at = [&](double th) {
                    return PlanePose{p + std::polar(1.0, th) * arm, th};
                };
                request.poses = {at(0.0), at(second), at(1.1)};
                const auto refused = fourBarsThrough(request);
                QVERIFY(!refused && refused.error()[0].message.id == "positions-turn");
                const auto hinge = hingeOf(request.poses);
                QVERIFY(hinge && std::abs(*hinge - p) < 1e-9 * (1.0 + size));
            }
        QVERIFY(!hingeOf(poses()));
    }
};

MOMENTREE_TEST(TestSynthesis, Appless)

}  // namespace momentree::test_synthesis
#include "test_synthesis.moc"
