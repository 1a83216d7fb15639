// SPDX-License-Identifier: GPL-3.0-or-later
// Overlays of the scene, by mouse and keys on a real X server. Pictures of the states are saved in
// the folder named by MOMENTREE_PICTURES.
#include <QApplication>
#include <QCursor>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUndoStack>
#include <QWheelEvent>

#include "app/base/theme/theme.hpp"
#include "app/scene/picture_layers.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/main_window.hpp"
#include "app/sketch/hint_bar.hpp"
#include "support/test_main.hpp"
#include "tests/app/pictures.hpp"

namespace momentree::test_gui_layers {

using app::MainWindow;
using app::TracePoint;
using app::VectorKind;

namespace {

QString example(const char* name) {
    return QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name);
}

}  // namespace

class TestGuiLayers : public QObject {
    Q_OBJECT
    std::unique_ptr<MainWindow> window_;

    app::Viewport& view() { return window_->viewport(); }
    app::Traces& traces() { return window_->part<app::PictureLayers>().traces(); }
    void open(const char* name) {
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        window_->open(example(name));
        QTRY_VERIFY(!changed.isEmpty());
    }
    void runUntil(double time) {
        QTRY_VERIFY(window_->run().playback().computedTime() >= time);
        window_->run().playback().pause();
        QTRY_VERIFY(window_->run().playback().resting());
    }
    QPoint jointPixel(int joint) {
        const auto sight = view().sight();
        return view()
            .toView(sight->place(sight->model.joints[static_cast<std::size_t>(joint)].B))
            .toPoint();
    }
    void key(Qt::Key k, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(&view(), k, modifiers);
    }
    void keep(const QString& name) {
        if (app::pictureFile(name).isEmpty()) return;
        QTest::qWait(300);  // plots are updated with a delay
        app::keepPicture(*window_, name);
    }
    void keepBoth(const QString& name) {
        keep(name + "-light");
        window_->actions().themeDark->trigger();
        keep(name + "-dark");
        window_->actions().themeLight->trigger();
    }

private slots:
    void initTestCase() {
        QApplication::setOrganizationName("Momentree");
        QApplication::setApplicationName("layers test");
        QStandardPaths::setTestModeEnabled(true);
        app::applyTheme(*qApp, app::ThemeChoice::Light);
    }
    void init() {
        QSettings().clear();
        window_ = std::make_unique<MainWindow>(std::make_shared<const Catalogue>());
        window_->resize(1440, 900);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), test::patience));
        QApplication::setActiveWindow(window_.get());
        view().setFocus();
    }
    void cleanup() { window_.reset(); }

    /// What falls leaves the picture, unless the view follows. A view that was moved stays.
    void thePictureFollowsTheMotion() {
        open("double_pendulum");
        const auto nearestToEdge = [this] {
            const auto sight = view().sight();
            double within = 1e9;
            for (std::size_t i = 0; i < sight->model.bodies.size(); ++i) {
                const QPointF at = sight->toView(sight->pose(static_cast<int>(i)).r);
                within = std::min(
                    {within, at.x(), view().width() - at.x(), at.y(), view().height() - at.y()});
            }
            return within;
        };
        QVERIFY(window_->document().edit("loose", [](ModelDescription& d) {
            d.joints.clear();
            d.jointStarts.clear();
            d.probes.clear();
            d.forces.clear();
        }));
        auto* follow = window_->findChild<QAction*>("followMotion");
        QVERIFY(follow && follow->isChecked());
        QTRY_VERIFY(window_->run().hasRun() && window_->run().model().joints.empty());
        window_->run().play();
        QTRY_VERIFY(window_->run().playback().shownTime() > 1.0);
        QVERIFY(view().scene().viewpoint().fitted);
        const double before = view().scene().viewpoint().target.y();
        QTRY_VERIFY(window_->run().playback().shownTime() > 1.5);
        QVERIFY(view().scene().viewpoint().target.y() < before);
        QVERIFY(nearestToEdge() > 0.0);
        window_->run().playback().pause();
        QTRY_VERIFY(window_->run().playback().resting());
        QVERIFY(nearestToEdge() > 0.0);
        render::Viewpoint moved = view().scene().viewpoint();
        moved.fitted = false;
        moved.height *= 0.25;
        view().edit().setViewpoint(moved);
        window_->run().play();
        QTRY_VERIFY(window_->run().playback().shownTime() > 2.0);
        QCOMPARE(view().scene().viewpoint().height, moved.height);
    }

    void aVehicleStaysInViewAtItsSize() {
        open("bicycle");
        runUntil(3.0);
        window_->run().playback().seek(0.0);
        key(Qt::Key_F);
        const double size = view().scene().viewpoint().height;
        for (const double time : {0.5, 1.0, 2.0, 3.0, 0.0}) {
            window_->run().playback().seek(time);
            const auto sight = view().sight();
            for (int k = 0; k < static_cast<int>(sight->model.bodies.size()); ++k)
                QVERIFY(view().rect().contains(sight->toView(sight->pose(k).r).toPoint()));
            const double now = view().scene().viewpoint().height;
            QVERIFY2(now < 3.0 * size,
                     qPrintable(QString("%1 m at %2 s").arg(now / size).arg(time)));
        }
    }

    void keyTracesThePointUnderTheCursor() {
        open("four_bar");
        runUntil(0.5);
        QCursor::setPos(view().mapToGlobal(jointPixel(1)));
        QTRY_COMPARE(view().mapFromGlobal(QCursor::pos()), jointPixel(1));
        key(Qt::Key_T);
        QCOMPARE(traces().points().size(), std::size_t(1));
        QCOMPARE(traces().points()[0].kind, TracePoint::Kind::Joint);
        QCOMPARE(traces().points()[0].owner, window_->run().model().joints[1].name);
        key(Qt::Key_T);
        QVERIFY(traces().points().empty());
    }

    void jointsThatStayInPlaceHaveNoTrace() {
        open("four_bar");
        const int hinge = 0;
        QCOMPARE(window_->run().model().joints[hinge].A.body, ground);
        QCursor::setPos(view().mapToGlobal(jointPixel(hinge)));
        QTRY_COMPARE(view().mapFromGlobal(QCursor::pos()), jointPixel(hinge));
        key(Qt::Key_T);
        QVERIFY(traces().points().empty() || traces().points()[0].kind != TracePoint::Kind::Joint);
    }

    void pathIsThatOfTheRecording() {
        open("four_bar");
        runUntil(1.0);
        const std::string coupler = window_->run().model().bodies[1].name;
        const TracePoint point{TracePoint::Kind::Place, coupler, {}, {0.1, 0.08, 0.0}};
        traces().toggle(point);
        const auto recording = window_->run().session().recording();
        const auto places = traces().path(*view().sight(), point);
        QCOMPARE(places.size(), recording->size());
        // The path does not depend on the current time, and the dot is on it.
        window_->run().playback().seek(0.4);
        QVERIFY(traces().path(*view().sight(), point) == places);
        const auto sight = view().sight();
        const Vector3d dot = sight->place(*app::markerOf(sight->model, point));
        QVERIFY((dot - places[recording->rowAt(sight->row[0])]).norm() < 1e-12);
        keepBoth("trace");
        // A reset clears the path and keeps the point.
        window_->run().restart();
        QTRY_COMPARE(window_->run().session().recording()->size(), std::size_t(1));
        QCOMPARE(traces().path(*view().sight(), point).size(), std::size_t(1));
    }

    void colourStaysWhenAnotherTraceGoes() {
        open("four_bar");
        runUntil(0.3);
        const auto& bodies = window_->run().model().bodies;
        const TracePoint a{TracePoint::Kind::Centre, bodies[0].name};
        const TracePoint b{TracePoint::Kind::Centre, bodies[1].name};
        traces().toggle(a);
        traces().toggle(b);
        const auto sight = view().sight();
        const QPoint at = view().toView(sight->place(*app::markerOf(sight->model, b))).toPoint();
        const QColor before = view().grab().toImage().pixelColor(at);
        QCOMPARE(before, app::themeColors(false).series[1]);
        traces().toggle(a);
        QCOMPARE(view().grab().toImage().pixelColor(at), before);
    }

    void tracesThatWereNotSavedAreGone() {
        open("four_bar");
        traces().toggle({TracePoint::Kind::Joint, window_->run().model().joints[2].name});
        open("double_pendulum");
        QVERIFY(traces().points().empty());
        open("four_bar");
        QVERIFY(traces().points().empty());
    }

    /// A file that is sent to someone shows the same.
    void viewIsPartOfTheFile() {
        open("four_bar");
        runUntil(0.05);
        window_->run().playback().seek(0.0);
        QUndoStack& history = window_->document().history();
        const QPoint joint = jointPixel(1);
        QCursor::setPos(view().mapToGlobal(joint));
        QTest::mouseMove(&view(), joint);
        key(Qt::Key_T);
        QCOMPARE(traces().points().size(), std::size_t(1));
        QCOMPARE(history.index(), 1);
        QVERIFY(window_->document().modified());
        key(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(traces().points().empty());
        key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        window_->actions().showVelocities->setChecked(true);
        QWheelEvent closer(view().rect().center(), view().mapToGlobal(view().rect().center()), {},
                           {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view(), &closer);
        const auto points = traces().points();
        const double height = view().scene().viewpoint().height;
        const QTemporaryDir folder;
        const QString file = folder.filePath("sent.momentree.json");
        QVERIFY(window_->files().saveTo(file));
        QVERIFY(!window_->document().modified());
        // On another machine.
        QSettings().clear();
        window_->actions().showVelocities->setChecked(false);
        open("double_pendulum");
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        window_->open(file);
        QTRY_VERIFY(!changed.isEmpty());
        QVERIFY(traces().points() == points);
        QVERIFY(window_->actions().showVelocities->isChecked());
        QVERIFY(std::abs(view().scene().viewpoint().height - height) < 1e-12);
        keep("view-of-file");
        // The user's own settings stay.
        QVERIFY(!QSettings()
                     .value("scene/" + window_->actions().showVelocities->objectName())
                     .toBool());
    }

    void menuOfThePictureTracesAndClears() {
        open("four_bar");
        runUntil(0.2);
        const auto choose = [&](const QString& text, const QPoint& at) {
            QTimer::singleShot(0, this, [this, text] {
                auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                if (!menu) return;
                for (QAction* action : menu->actions()) {
                    // The markers of a joint share its path.
                    QVERIFY(!action->text().startsWith("Trace marker"));
                    if (action->text().remove('&').startsWith(text)) action->trigger();
                }
                app::keepPicture(*menu, "menu");
                menu->close();
            });
            QTest::mouseClick(&view(), Qt::RightButton, {}, at);
        };
        choose("Trace joint", jointPixel(1));
        QCOMPARE(traces().points().size(), std::size_t(1));
        choose("Clear all traces", QPoint(40, view().height() - 40));
        QVERIFY(traces().points().empty());
    }

    void refusesToTraceGround() {
        open("four_bar");
        runUntil(0.1);
        window_->selection().clear();
        QCursor::setPos(view().mapToGlobal(QPoint(40, view().height() - 40)));
        key(Qt::Key_T);
        QVERIFY(view().findChild<app::HintBar*>("hintBar")->text().contains("press T"));
        QVERIFY(traces().points().empty());
    }

    void vectorsAreThoseOfTheShownRow() {
        open("four_bar");
        runUntil(0.6);
        key(Qt::Key_V, Qt::ShiftModifier);
        key(Qt::Key_B, Qt::ShiftModifier);
        key(Qt::Key_R, Qt::ShiftModifier);
        app::Vectors& vectors = window_->part<app::PictureLayers>().vectors();
        QVERIFY(vectors.shown(VectorKind::Velocity) && vectors.shown(VectorKind::Reaction));
        window_->run().playback().seek(0.3);
        keepBoth("vectors");
        const auto recording = window_->run().session().recording();
        const std::size_t k = recording->rowAt(window_->run().playback().shownTime());
        const auto sight = view().sight();
        const auto velocity = vectors.arrows(VectorKind::Velocity, *sight);
        QCOMPARE(velocity.size(), sight->model.bodies.size());
        QCOMPARE(velocity[1].value.x(), recording->at(k, sight->layout.body(1) + 7));
        const auto reaction = vectors.arrows(VectorKind::Reaction, *sight);
        QCOMPARE(reaction.size(), sight->model.joints.size());
        QCOMPARE(reaction[2].value.y(), recording->at(k, sight->layout.jointReaction(2) + 1));
        // Accelerations are the slope of the recorded velocities.
        const auto acceleration = vectors.arrows(VectorKind::Acceleration, *sight);
        const int column = sight->layout.body(1) + 7;
        const double slope = (recording->at(k + 1, column) - recording->at(k - 1, column)) /
                             (recording->at(k + 1, 0) - recording->at(k - 1, 0));
        QVERIFY2(std::abs(acceleration[1].value.x() - slope) < 0.02 * acceleration[1].value.norm(),
                 qPrintable(QString::number(acceleration[1].value.x() - slope)));
    }

    void dimensionsAreLengthsAndAngles() {
        open("four_bar");
        runUntil(0.1);
        window_->run().playback().seek(0.0);
        key(Qt::Key_D, Qt::ShiftModifier);
        keepBoth("dimensions");
        const auto sight = view().sight();
        const auto all = app::dimensionsOf(*sight, Vector3d::UnitX());
        std::vector<double> lengths;
        for (const app::Dimension& d : all)
            if (d.kind == app::Dimension::Kind::Length) lengths.push_back(d.value());
        QCOMPARE(lengths.size(), std::size_t(4));
        const auto& joints = sight->model.joints;
        const double coupler = (sight->place(joints[1].B) - sight->place(joints[2].B)).norm();
        QVERIFY(
            std::ranges::any_of(lengths, [&](double l) { return std::abs(l - coupler) < 1e-9; }));
    }
};

MOMENTREE_TEST(TestGuiLayers, Gui)

}  // namespace momentree::test_gui_layers
#include "test_gui_layers.moc"
