// SPDX-License-Identifier: GPL-3.0-or-later
// Snapping of the cursor while drawing.
#include <QTest>
#include <cmath>

#include "app/document/snap.hpp"
#include "support/test_main.hpp"

namespace momentree::test_snap {

using namespace momentree::app;

namespace {

constexpr double pixel = 1e-3;

/// A bar from the origin to (0.3, 0.1), and one 0.17 long that is not in the plane.
const std::vector<SnapLine> bars{
    {{0.0, 0.0}, {0.3, 0.1}, std::hypot(0.3, 0.1), true, "bar1"},
    {{1.0, 1.0}, {1.1, 1.0}, 0.173, false, "bar2"},
};

SnapQuestion questionAt(const Point& cursor, std::optional<Point> anchor = {}) {
    SnapQuestion question;
    question.cursor = cursor;
    question.anchor = anchor;
    question.lines = bars;
    question.pixel = pixel;
    return question;
}

double besides(const Point& p) {
    return std::abs(p.x() * 0.1 - p.y() * 0.3) / std::hypot(0.3, 0.1);
}

}  // namespace

class TestSnap : public QObject {
    Q_OBJECT
private slots:
    void linesGoOnBeyondTheirLinks() {
        for (const Point& cursor : {Point(0.6, 0.203), Point(-0.3, -0.097)}) {
            const Snap found = snap(questionAt(cursor));
            QVERIFY(found.kind == Snap::Kind::Line);
            QCOMPARE(found.onLine->link, std::string("bar1"));
            QVERIFY(besides(found.at) < 1e-12);
            QVERIFY((found.at - cursor).norm() < 4.0 * pixel);
            QCOMPARE(found.alignedWith.size(), std::size_t(1));
        }
        // From the nearer end.
        QVERIFY((snap(questionAt({0.6, 0.203})).alignedWith.front() - Point(0.3, 0.1)).norm() <
                1e-12);
    }

    // Points snapped to a bar are on its line.
    void barsAreCaughtOnTheirLine() {
        const Snap found = snap(questionAt({0.15, 0.052}));
        QVERIFY(found.kind == Snap::Kind::Line);
        QVERIFY(besides(found.at) < 1e-12);
        QVERIFY(found.alignedWith.empty());
    }

    void linesAreNotCaughtFromFar() {
        QVERIFY(!snap(questionAt({0.6, 0.22})).onLine);
        SnapQuestion off = questionAt({0.6, 0.203});
        off.enabled = false;
        QVERIFY(snap(off).kind == Snap::Kind::Free);
    }

    void linesOffThePlaneAreNotCaught() { QVERIFY(!snap(questionAt({1.3, 1.002})).onLine); }

    void equalLengthsAreCaughtInAnyDirection() {
        const Point anchor(0.7, -0.4), direction = Point(0.6, -0.8);
        const Snap found = snap(questionAt(anchor + 0.1745 * direction, anchor));
        QVERIFY(found.kind == Snap::Kind::Length);
        QCOMPARE(found.equalLength->link, std::string("bar2"));
        QVERIFY(std::abs((found.at - anchor).norm() - 0.173) < 1e-12);
        QVERIFY(((found.at - anchor).normalized() - direction).norm() < 1e-12);
    }

    void equalLengthsAlongAnAngleKeepIt() {
        const Point anchor(0.7, -0.4);
        const Snap found = snap(questionAt(anchor + Point(0.1745, 0.002), anchor));
        QVERIFY(found.kind == Snap::Kind::Length);
        QVERIFY((found.at - anchor - Point(0.173, 0.0)).norm() < 1e-12);
    }

    void goingOnWithALinkRepeatsItsLength() {
        const Point anchor(0.3, 0.1);
        const Snap found = snap(questionAt({0.601, 0.2}, anchor));
        QVERIFY(found.kind == Snap::Kind::Line);
        QVERIFY(found.equalLength.has_value());
        QVERIFY((found.at - Point(0.6, 0.2)).norm() < 1e-12);
    }

    void lengthsThatDoNotCountAreLeftAlone() {
        std::vector<SnapLine> mute = bars;
        for (SnapLine& line : mute) line.length = 0.0;
        const Point anchor(0.7, -0.4);
        SnapQuestion question = questionAt(anchor + 0.1745 * Point(0.6, -0.8), anchor);
        question.lines = mute;
        QVERIFY(!snap(question).equalLength);
    }

    void pointsComeFirst() {
        const std::vector<Point> points{{0.6, 0.205}};
        SnapQuestion question = questionAt({0.6, 0.203});
        question.points = points;
        QVERIFY(snap(question).kind == Snap::Kind::Place);
    }
};

MOMENTREE_TEST(TestSnap, Guiless)

}  // namespace momentree::test_snap
#include "test_snap.moc"
