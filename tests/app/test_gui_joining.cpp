// SPDX-License-Identifier: GPL-3.0-or-later
// Joining links at blocks, at crossings and at ends, with the mouse or by typed coordinates;
// dragging from the pose of a run.
#include <QLineEdit>

#include "app/sketch/hint_bar.hpp"
#include "app/sketch/sketch_points.hpp"
#include "core/model/plate_outline.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_joining {

class TestGuiJoining : public QObject, app::DrawingWindow {
    Q_OBJECT

    QUndoStack& history() { return window_->document().history(); }
    const app::CheckedModel& checked() { return window_->live().checked(); }
    app::Element current() { return window_->selection().current(); }
    QString hint() { return window_->findChild<app::HintBar*>("hintBar")->text(); }
    Vector3d start(std::size_t body) { return checked().start[body].r; }
    QPoint pixelOf(const Vector3d& place) { return view().toView(place).toPoint(); }
    void openExample(const char* name) {
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name));
        QTRY_VERIFY(window_->run().hasRun());
        window_->run().playback().pause();
        QTRY_VERIFY(window_->run().playback().resting());
    }
    void type(const QString& text) {
        auto* entry = view().findChild<QLineEdit*>("lengthEntry");
        QVERIFY(entry->isVisible());
        entry->setText(text);
        QTest::keyClick(entry, Qt::Key_Return);
    }

private slots:
    void initTestCase() { prepare("joining test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void aLinkDrawnToABlockIsHingedToIt() {
        key(Qt::Key_P);
        drag(0.3, 0, 0.4, 0);
        key(Qt::Key_L);
        drag(0, 0, 0.3, 0);
        QCOMPARE(model().joints.size(), std::size_t(2));
        QCOMPARE(model().joints[1].a.body, model().bodies[0].name);
        key(Qt::Key_G);
        click(0, 0);
        QVERIFY(checked().assembled);
        QCOMPARE(checked().report.degreesOfFreedom, 0);  // a bar in line with the end of its rail
        history().undo();
        QCOMPARE(checked().report.degreesOfFreedom, 2);
    }

    void aBlockSlidesAlongALink() {
        key(Qt::Key_L);
        drag(0, 0, 0.4, 0.2);
        key(Qt::Key_G);
        click(0, 0);
        key(Qt::Key_P);
        drag(0.1, 0.05, 0.3, 0.15);
        QCOMPARE(model().joints.size(), std::size_t(2));
        QCOMPARE(model().joints[1].type, std::string("prismatic"));
        QCOMPARE(model().joints[1].a.body, model().bodies[0].name);
        QVERIFY(checked().assembled);
        QCOMPARE(checked().report.degreesOfFreedom, 2);
    }

    void crossingLinksAreJoinedAndTheJointSelected() {
        key(Qt::Key_L);
        drag(0, 0, 0.2, 0.2);
        drag(0, 0.2, 0.2, 0.0);
        QCOMPARE(model().joints.size(), std::size_t(0));
        key(Qt::Key_R);
        click(0.1, 0.1);
        QCOMPARE(model().joints.size(), std::size_t(1));
        QCOMPARE(current(), (app::Element{app::Element::Kind::Joint, 0}));
    }

    void endsThatMeetAreJoinedAgain() {
        drawFourBar();
        window_->selection().set({app::Element::Kind::Joint, 1});
        key(Qt::Key_Delete);
        QCOMPARE(model().joints.size(), std::size_t(3));
        key(Qt::Key_R);
        click(0.3, 0.2);
        QCOMPARE(model().joints.size(), std::size_t(4));
        for (const BodyDescription& body : model().bodies)
            QCOMPARE(body.markers.size(), std::size_t(2));
        QCOMPARE(checked().report.degreesOfFreedom, 1);
    }

    void theFirstCornerClosesAShape() {
        window_->findChild<QAction*>("toolPlate")->trigger();
        click(0, 0);
        click(0.2, 0);
        click(0.1, 0.15);
        const QPoint near = pixel(0, 0) + QPoint(6, -5);
        QTest::mouseMove(&view(), near);
        QTest::mouseClick(&view(), Qt::LeftButton, {}, near);
        QCOMPARE(model().bodies.size(), std::size_t(1));
        QCOMPARE(model().bodies[0].markers.size(), std::size_t(3));
    }

    void notchesAreCutOut() {
        window_->findChild<QAction*>("toolPlate")->trigger();
        for (const auto& [x, y] : std::initializer_list<std::pair<double, double>>{
                 {0, 0}, {0.3, 0}, {0.3, 0.1}, {0.1, 0.1}, {0.1, 0.2}})
            click(x, y);
        click(0.2, -0.1);  // would cross the first edge: ignored
        click(0, 0.2);
        key(Qt::Key_Return);
        QCOMPARE(model().bodies.size(), std::size_t(1));
        const BodyDescription& body = model().bodies[0];
        QCOMPARE(body.markers.size(), std::size_t(6));
        QCOMPARE(body.shape.corners.size(), std::size_t(6));
        const double whole = 2700.0 * 0.02 * 0.32 * 0.22, notch = 2700.0 * 0.02 * 0.2 * 0.1;
        QVERIFY(std::abs(body.mass.value - (whole - notch)) < 1e-6);
        keep("outline");
        key(Qt::Key_Escape);
        key(Qt::Key_Escape);
        click(0.05, 0.05);
        QCOMPARE(current(), (app::Element{app::Element::Kind::Body, 0}));
        click(0.2, 0.17);  // through the notch
        QCOMPARE(current(), app::Element{});
        // A corner dragged across an edge stops where the outline is still simple.
        key(Qt::Key_E);
        drag(0.1, 0.1, 0.15, -0.1);
        QVERIFY(!crossesItself(model().bodies[0]));
        QCOMPARE(model().bodies[0].shape.corners.size(), std::size_t(6));
    }

    void placesAreTypedWithoutAMouse() {
        key(Qt::Key_L);
        key(Qt::Key_Return);
        type("5 cm, 4 cm");
        QTest::keyClicks(&view(), "2");
        type("20 cm, 90 deg");
        QCOMPARE(model().bodies.size(), std::size_t(1));
        key(Qt::Key_G);
        key(Qt::Key_Return);
        type("5 cm, 24 cm");
        QCOMPARE(model().joints.size(), std::size_t(1));
        const auto& pivot = model().groundMarkers.front().position;
        QVERIFY(std::abs(pivot[0].value - 0.05) < 1e-6 && std::abs(pivot[1].value - 0.24) < 1e-6);
    }

    void plainAnglesAreInDegreesAsOnThePicture() {
        key(Qt::Key_L);
        key(Qt::Key_Return);
        type("0, 0");
        QTest::keyClicks(&view(), "0");
        type("0.2, 30");
        QCOMPARE(model().bodies.size(), std::size_t(1));
        const Vector3d span = rotationOf<double>(checked().start[0].e) * Vector3d(1.0, 0.0, 0.0);
        QVERIFY(std::abs(std::atan2(span.y(), span.x()) - M_PI / 6.0) < 1e-6);
    }

    void endsThatOnlyMeetAreTold() {
        key(Qt::Key_L);
        drag(0, 0, 0.2, 0);
        drag(0.2, 0.2, 0.2, 0.1);
        key(Qt::Key_G);
        click(0.2, 0.2);
        key(Qt::Key_Escape);
        drag(0.2, 0, 0.2, 0.1);
        QCOMPARE(model().joints.size(), std::size_t(1));
        auto* hints = view().findChild<app::HintBar*>("hintBar");
        QVERIFY2(hints->text().contains("Join "), qPrintable(hints->text()));
    }

    /// The joint stays under the cursor, and the pose of the run becomes its start.
    void draggingBeginsAtTheInstantShown() {
        openExample("four_bar");
        const Vector3d before = start(1);
        window_->run().playback().setSpeed(0.0);
        window_->run().play();
        QTRY_VERIFY(window_->run().playback().ended());
        window_->run().playback().showAt(0.56);
        const auto sight = view().sight();
        const Vector3d shown = sight->place(checked().model->joints[2].A);
        const QPoint from = pixelOf(shown);
        dragPixels(from, from + QPoint(6, 0));
        const Vector3d now = app::placeOf(checked(), checked().model->joints[2].A);
        QVERIFY(std::hypot(view().toView(now).x() - from.x(), view().toView(now).y() - from.y()) <
                12.0);
        QVERIFY((start(1) - before).norm() > 0.01);
        QCOMPARE(history().count(), 1);
        history().undo();
        QVERIFY((start(1) - before).norm() < 1e-6);
    }

    void aToolShowsTheStartFirst() {
        openExample("four_bar");
        window_->run().playback().setSpeed(0.0);
        window_->run().play();
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.1);
        window_->run().playback().pause();
        key(Qt::Key_M);
        QCOMPARE(window_->run().playback().shownTime(), 0.0);
    }

    void whatCannotMoveSaysSoAndLeavesNoStep() {
        openExample("four_bar_driven");
        const double before = window_->run().playback().shownTime();
        const QPoint from = pixelOf(view().sight()->place(checked().model->joints[1].A));
        dragPixels(from, from + QPoint(40, 30));
        QCOMPARE(history().count(), 0);
        QCOMPARE(window_->run().playback().shownTime(), before);
        QVERIFY2(hint().contains("Nothing can move"), qPrintable(hint()));
    }

    void whatCannotBeReshapedLeavesNoStep() {
        openExample("four_bar");
        key(Qt::Key_E);
        const QPoint from = pixelOf(app::placeOf(checked(), checked().model->joints[2].A));
        dragPixels(from, from + QPoint(30, 30));
        QCOMPARE(history().count(), 0);
        QVERIFY2(hint().contains("Cannot move"), qPrintable(hint()));
    }

    void aFreeEndIsReshapedAndMerged() {
        key(Qt::Key_L);
        drag(0, 0, 0.2, 0);
        drag(0.3, 0.1, 0.3, 0.3);
        key(Qt::Key_E);
        drag(0.2, 0, 0.2, 0.1);
        QVERIFY((app::placeOf(checked(), checked().model->markers[0])).norm() < 1e-6);
        QVERIFY(
            (app::placeOf(checked(), checked().model->markers[1]) - Vector3d(0.2, 0.1, 0)).norm() <
            1e-6);
        drag(0.2, 0.1, 0.3, 0.1);
        QCOMPARE(model().joints.size(), std::size_t(1));
    }

    void selectedLinksAreCarriedTogether() {
        drawFourBar();
        key(Qt::Key_A, Qt::ControlModifier);
        key(Qt::Key_E);
        key(Qt::Key_A, Qt::ControlModifier);
        const std::vector<Vector3d> before{start(0), start(1), start(2)};
        drag(0.05, 0.1, 0.15, 0.1);
        QCOMPARE(history().undoText(), QString("Move links"));
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY((start(i) - before[i] - Vector3d(0.1, 0, 0)).norm() < 1e-5);
        QVERIFY(checked().assembled);
    }

    void playingWhatCannotMoveSaysSo() {
        key(Qt::Key_L);
        drag(0, 0, 0.2, 0);
        key(Qt::Key_G);
        click(0, 0);
        key(Qt::Key_Escape);
        QTRY_VERIFY(checked().assembled);
        key(Qt::Key_Space);
        QVERIFY2(!hint().contains("Nothing can move"), qPrintable(hint()));
        QTRY_VERIFY(window_->run().playback().playing());
        key(Qt::Key_Space);
        QTRY_VERIFY(window_->run().playback().resting());
        key(Qt::Key_G);
        click(0.2, 0);
        key(Qt::Key_Escape);
        QTRY_VERIFY(checked().assembled);
        QCOMPARE(checked().report.degreesOfFreedom, 0);
        key(Qt::Key_Space);
        QVERIFY2(hint().contains("Nothing can move"), qPrintable(hint()));
    }

    void anEmptyDrawingSaysHowToBegin() {
        key(Qt::Key_L);
        key(Qt::Key_Escape);
        QVERIFY2(hint().contains("Press L"), qPrintable(hint()));
        key(Qt::Key_Space);
        QVERIFY2(hint().contains("The drawing is empty"), qPrintable(hint()));
    }
};

MOMENTREE_TEST(TestGuiJoining, Gui)

}  // namespace momentree::test_gui_joining
#include "test_gui_joining.moc"
