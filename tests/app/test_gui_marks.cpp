// SPDX-License-Identifier: GPL-3.0-or-later
// Marks on the time slider for what a run has noticed and what ended it.
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

#include "app/panels/transport/time_slider.hpp"
#include "app/shell/spaces.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_marks {

namespace {

/// A slider that is pushed at 2 m/s beyond the reach of its crank, 0.9 m, where it is after 0.1 s.
constexpr const char* overreach = R"({"version": 1, "name": "overreach",
    "ground": {"markers": {"O": [0, 0, 0], "S": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]}}},
    "bodies": [
        {"name": "crank", "mass": 1, "inertia": [5e-5, 0.0075, 0.0075],
         "markers": {"P": [-0.15, 0, 0], "Q": [0.15, 0, 0]}},
        {"name": "rod", "mass": 1, "inertia": [5e-5, 0.03, 0.03],
         "markers": {"P": [-0.3, 0, 0], "Q": [0.3, 0, 0]}},
        {"name": "slider", "mass": 1, "inertia": [0.01, 0.01, 0.01],
         "markers": {"C": [0, 0, 0], "S": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]}}}],
    "joints": [
        {"name": "J1", "type": "revolute", "a": "ground.O", "b": "crank.P"},
        {"name": "J2", "type": "revolute", "a": "crank.Q", "b": "rod.P"},
        {"name": "J3", "type": "revolute", "a": "rod.Q", "b": "slider.C"},
        {"name": "J4", "type": "prismatic", "a": "ground.S", "b": "slider.S"}],
    "motions": [{"name": "push", "joint": "J4",
                 "law": {"kind": "constant", "offset": 0.7, "rate": 2}}],
    "initial": {"bodies": {
        "crank": {"position": [0.1, 0.1, 0], "orientation": [0.9394, 0, 0, 0.3429]},
        "rod": {"position": [0.45, 0.1, 0], "orientation": [0.9847, 0, 0, -0.1741]}}},
    "run": {"formulation": "naudet", "step": 0.001, "duration": 0.2, "sample": 0.01}})";

}  // namespace

class TestGuiMarks : public QObject, app::DrawingWindow {
    Q_OBJECT

    void open(const QString& file) {
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        window_->open(file);
        QTRY_VERIFY(!changed.isEmpty());
    }

private slots:
    void initTestCase() { prepare("marks test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    // A sentence below the plots says how far a run can be trusted.
    void aRunIsJudged() {
        for (const char* name : {"four_bar", "four_bar_driven"}) {
            open(QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json")
                     .arg(name));
            window_->spaces().show(app::Space::Run);
            window_->run().playback().setSpeed(0.0);
            window_->run().play();
            auto* verdict = window_->findChild<QLabel*>("runVerdict");
            QTRY_VERIFY(window_->run().playback().ended());
            QTRY_VERIFY2(verdict->text().contains("Loops are closed to"), name);
            const bool driven = !window_->run().model().motions.empty();
            QVERIFY2(verdict->text().contains(driven ? "Energy and work agree to"
                                                     : "Energy changes by at most"),
                     qPrintable(verdict->text()));
            QCOMPARE(window_->findChild<QToolButton*>("modelStatus")->text(),
                     QString(driven ? "1 DOF, driven" : "1 DOF"));
        }
    }

    // What a run notices, and what ends it, stands at its time.
    void marksTellWhatHappened() {
        QTemporaryDir folder;
        const QString path = folder.filePath("overreach.momentree.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(overreach) > 0);
        file.close();
        open(path);
        app::RunController& run = window_->run();
        auto* slider = window_->findChild<app::TimeSlider*>();
        QTRY_VERIFY(run.playback().ended());
        QTRY_VERIFY(!slider->marks().empty() && slider->marks().back().ends);
        const app::TimeMark end = slider->marks().back();
        QVERIFY(end.ends && std::abs(end.time - 0.1) < 1e-3 && end.text.contains("push"));
        QVERIFY(slider->accessibleDescription().contains(end.text));
        const QPoint place(static_cast<int>(std::lround(slider->xOf(end.time))) + 2,
                           slider->height() / 2);
        QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(12, slider->height() / 2));
        QVERIFY(run.playback().shownTime() < 0.02);
        QTest::mouseClick(slider, Qt::LeftButton, {}, place);
        QCOMPARE(run.playback().shownTime(), run.playback().computedTime());
        QTest::mouseMove(slider, place + QPoint(-1, 0));
        QTRY_VERIFY(QToolTip::text().contains("push"));
        keepBoth("marks-end");
        window_->spaces().show(app::Space::Run);
        auto* verdict = window_->findChild<QLabel*>("runVerdict");
        QTRY_VERIFY(verdict->isVisible() && verdict->text().contains("push"));

        closeWindow();
        openWindow();
        open(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json");
        app::RunController& other = window_->run();
        slider = window_->findChild<app::TimeSlider*>();
        RunSpec spec = other.session().spec();
        spec.integrator = "explicit-euler";
        spec.step = 0.01;
        spec.duration = 2.0;
        QSignalSpy changed(&other, &app::RunController::runChanged);
        other.applySpec(spec);
        QTRY_VERIFY(!changed.isEmpty());
        other.playback().setSpeed(0.0);
        other.play();
        QTRY_VERIFY(other.playback().ended() && !slider->marks().empty());
        const app::TimeMark note = slider->marks().front();
        QVERIFY(!note.ends && note.time < 2.0);
        QTest::mouseClick(
            slider, Qt::LeftButton, {},
            QPoint(static_cast<int>(std::lround(slider->xOf(note.time))), slider->height() / 2));
        QCOMPARE(other.playback().shownTime(), note.time);
        keepBoth("marks-note");
    }
};
MOMENTREE_TEST(TestGuiMarks, Gui)

}  // namespace momentree::test_gui_marks
#include "test_gui_marks.moc"
