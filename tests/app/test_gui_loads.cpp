// SPDX-License-Identifier: GPL-3.0-or-later
// Forces, springs, dampers and motors in the picture: placed, selected, dragged and deleted.
#include <QApplication>
#include <QLineEdit>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QTreeWidget>

#include "app/document/edits/joints.hpp"
#include "app/document/fields/field.hpp"
#include "app/document/snap.hpp"
#include "app/panels/inspector/inspector.hpp"
#include "app/scene/picked.hpp"
#include "app/sketch/drawing_board.hpp"
#include "app/sketch/hint_bar.hpp"
#include "core/io/model_file.hpp"
#include "render/form.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_loads {

using app::Element;

class TestGuiLoads : public QObject, app::DrawingWindow {
    Q_OBJECT

    /// A link on a hinge, with its free end at (0.2, 0).
    void drawPendulum() {
        key(Qt::Key_L);
        drag(0, 0, 0.2, 0);
        key(Qt::Key_G);
        click(0, 0);
    }
    void arm(app::ToolKind kind) { window_->actions().tools[static_cast<int>(kind)]->trigger(); }
    const AppliedForceDescription& force() {
        return std::get<AppliedForceDescription>(model().forces.back().law);
    }
    QString complaint() { return view().findChild<app::HintBar*>("hintBar")->text(); }
    Element picked(double x, double y) { return app::elementOf(view().pickAt(pixel(x, y))); }

private slots:
    void initTestCase() { prepare("loads test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void springsAreSelectedAndDeletedOnThePicture() {
        drawPendulum();
        arm(app::ToolKind::Spring);
        drag(0.2, 0, 0.2, 0.2);
        key(Qt::Key_Escape);
        QCOMPARE(model().forces.size(), std::size_t(1));
        const Element spring{Element::Kind::Force, 0};
        window_->selection().clear();
        click(0.2, 0.12);
        QCOMPARE(window_->selection().current(), spring);
        QVERIFY(view().scene().selected().front() ==
                (render::Picked{render::Picked::Kind::Force, 0}));
        keep("spring-selected");
        click(-0.1, 0.15);
        QVERIFY(window_->selection().empty());
        drag(0.1, 0.25, 0.28, -0.05);
        QVERIFY(window_->selection().contains(spring));
        key(Qt::Key_A, Qt::ControlModifier);
        QVERIFY(window_->selection().contains(spring));
        window_->selection().set(spring);
        key(Qt::Key_Delete);
        QVERIFY(model().forces.empty());
        window_->actions().undo->trigger();
        QCOMPARE(model().forces.size(), std::size_t(1));
    }

    void aMotorTooManyIsRefused() {
        drawFourBar();
        arm(app::ToolKind::Motor);
        click(0, 0);
        QCOMPARE(model().motions.size(), std::size_t(1));
        QTRY_VERIFY(window_->live().checked().assembled);
        const auto other = window_->live().checked().model->joints.size() - 1;
        const Vector3d at = app::placeOf(window_->live().checked(),
                                         window_->live().checked().model->joints[other].A);
        click(at.x(), at.y());
        QCOMPARE(model().motions.size(), std::size_t(1));
        QVERIFY2(complaint().startsWith("Every degree of freedom has a motor"),
                 qPrintable(complaint()));
    }

    void springsLeaveALinkAsLongAsItIs() {
        key(Qt::Key_L);
        drag(0, 0, 0.2, 0);
        key(Qt::Key_G);
        click(0, 0);
        arm(app::ToolKind::Spring);
        drag(0.12, 0, 0.12, 0.2);
        QCOMPARE(model().forces.size(), std::size_t(1));
        QTRY_VERIFY(window_->live().checked().assembled);
        double longest = 0.0;
        const auto forms = render::makeForms(*window_->live().checked().model);
        for (const Vector3d& p : forms[0].points)
            for (const Vector3d& q : forms[0].points) longest = std::max(longest, (p - q).norm());
        QVERIFY2(std::abs(longest - 0.2) < 1e-6, qPrintable(QString::number(longest)));
    }

    void springsKeepToTwoBodies() {
        drawPendulum();
        const int steps = window_->document().history().count();
        for (const auto kind : {app::ToolKind::Spring, app::ToolKind::Damper}) {
            arm(kind);
            drag(-0.1, 0.1, -0.1, 0.2);
            QVERIFY2(complaint().contains("joins two links"), qPrintable(complaint()));
        }
        QCOMPARE(window_->document().history().count(), steps);
    }

    void theEndOfASpringIsDraggedElsewhere() {
        drawPendulum();
        arm(app::ToolKind::Spring);
        drag(0.2, 0, 0.2, 0.2);
        key(Qt::Key_Escape);
        const int steps = window_->document().history().count();
        drag(0.2, 0.2, 0.1, 0.2);
        QCOMPARE(window_->document().history().count(), steps + 1);
        const auto& spring = std::get<SpringDamperDescription>(model().forces[0].law);
        QCOMPARE(spring.b.body, std::string("ground"));
        const auto& marker = model().groundMarkers.back();
        QCOMPARE(marker.name, spring.b.marker);
        QVERIFY(std::abs(marker.position[0].value - 0.1) < 1e-9);
        QVERIFY(std::abs(marker.position[1].value - 0.2) < 1e-9);
    }

    void forcesAreAsLargeAsTheyAreDrawn() {
        drawPendulum();
        arm(app::ToolKind::Force);
        drag(0.2, 0, 0.2, 0.1);
        const double small = force().law.offset.value;
        QVERIFY(small > 0.0);
        window_->actions().undo->trigger();
        drag(0.2, 0, 0.2, 0.2);
        const double large = force().law.offset.value;
        QVERIFY2(std::abs(large / small - 2.0) < 0.06, qPrintable(QString::number(large / small)));
        key(Qt::Key_Escape);
        const double arrow = large * view().scene().metresPerNewton();
        const QPointF head = view().toView({0.2, arrow, 0.0});
        QVERIFY(QRectF(view().rect()).contains(head));
        keep("force");
    }

    void loadsBesideTheLineOfABarDoNotBendIt() {
        key(Qt::Key_L);
        drag(0, 0, 0.3, 0);
        const double aside = 4.0 * view().metresPerPixel();
        arm(app::ToolKind::Force);
        drag(0.2, aside, 0.2, 0.2);
        QCOMPARE(model().forces.size(), std::size_t(1));
        for (const MarkerDescription& marker : model().bodies[0].markers)
            QVERIFY2(std::abs(marker.position[1].value) < 1e-9, marker.name.c_str());
    }

    void strongForcesStayInThePicture() {
        drawPendulum();
        arm(app::ToolKind::Force);
        drag(0.2, 0, 0.2, 0.1);
        key(Qt::Key_Escape);
        for (const double newtons : {0.02, 37.0, 1e6}) {
            QVERIFY(window_->document().edit("Set force", [&](auto& m) {
                std::get<AppliedForceDescription>(m.forces[0].law).law.offset = newtons;
            }));
            const double arrow =
                newtons * view().scene().metresPerNewton() / view().metresPerPixel();
            const int side = std::min(view().width(), view().height());
            QVERIFY2(arrow > 0.1 * side && arrow < 0.31 * side, qPrintable(QString::number(arrow)));
        }
    }

    void forcesAreTyped() {
        drawPendulum();
        arm(app::ToolKind::Force);
        click(0.2, 0);
        QTest::mouseMove(&view(), pixel(0.25, 0.1));
        key(Qt::Key_1);
        auto* entry = view().findChild<QLineEdit*>("lengthEntry");
        QTRY_VERIFY(entry->isVisible());
        QTest::keyClicks(entry, "2.5 N, 90 deg");
        QTest::keyClick(entry, Qt::Key_Return);
        QCOMPARE(force().law.offset.value, 12.5);
        QVERIFY(std::abs(force().direction[1].value - 1.0) < 1e-9);
    }

    void theHeadOfAForceIsDragged() {
        drawPendulum();
        arm(app::ToolKind::Force);
        drag(0.2, 0, 0.2, 0.1);
        key(Qt::Key_Escape);
        const double before = force().law.offset.value;
        const double arrow = before * view().scene().metresPerNewton();
        const int steps = window_->document().history().count();
        drag(0.2, arrow, 0.2 + arrow, 0.0);
        QCOMPARE(window_->document().history().count(), steps + 1);
        QVERIFY(std::abs(force().law.offset.value / before - 1.0) < 0.06);
        QVERIFY(force().direction[0].value > 0.999);
        window_->actions().undo->trigger();
        QCOMPARE(force().law.offset.value, before);
        QVERIFY(force().direction[1].value > 0.999);
    }

    void motorsAreSelectedOnThePicture() {
        drawPendulum();
        key(Qt::Key_M);
        click(0, 0);
        key(Qt::Key_Escape);
        window_->selection().clear();
        // Its arrow is on a circle about the joint.
        bool found = false;
        for (int k = 0; k < 60 && !found; ++k)
            for (const double angle : {1.0, 2.0, 3.0})
                found = found || picked(0.001 * k * std::cos(angle), 0.001 * k * std::sin(angle)) ==
                                     Element{Element::Kind::Motion, 0};
        QVERIFY(found);
    }

    void hingesGetSpringsDampersAndTorques() {
        drawPendulum();
        const std::pair<app::ToolKind, const char*> tools[] = {
            {app::ToolKind::Spring, "torsion spring"},
            {app::ToolKind::Damper, "rotary damper"},
            {app::ToolKind::Torque, "torque"}};
        for (const auto& [kind, name] : tools) {
            arm(kind);
            click(0, 0);
            QVERIFY2(std::holds_alternative<AxialTorqueDescription>(model().forces.back().law),
                     name);
            QVERIFY2(window_->live().checked().built, name);
        }
        key(Qt::Key_Escape);
        keep("hinge-loads");
        QCOMPARE(model().forces.size(), std::size_t(3));
        const auto& spring = std::get<AxialTorqueDescription>(model().forces[0].law);
        QVERIFY(spring.stiffness.value > 0.0);
        QCOMPARE(std::get<AxialTorqueDescription>(model().forces[1].law).stiffness.value, 0.0);
        QVERIFY(std::get<AxialTorqueDescription>(model().forces[2].law).law.offset.value > 0.0);
    }

    void motorsDoNotTurnWhatSlides() {
        drawPendulum();
        key(Qt::Key_P);
        drag(0.4, 0.2, 0.5, 0.2);
        key(Qt::Key_M);
        click(0, 0);
        key(Qt::Key_Escape);
        const std::string driven = model().motions[0].joint;
        ModelDescription trial = model();
        const auto slide = std::ranges::find(trial.joints, "prismatic", &JointDescription::type);
        QVERIFY(slide != trial.joints.end());
        for (const app::Field& field : app::fieldsOf(trial, {Element::Kind::Motion, 0}))
            if (field.name == "Drives") {
                const QString why = field.take(trial, QString::fromStdString(slide->name));
                QVERIFY2(why.contains("slides"), qPrintable(why));
            }
        QCOMPARE(trial.motions[0].joint, driven);
        app::Drawing drawing{trial, window_->live().checked()};
        const QString why = app::setJointType(drawing, 0, "prismatic");
        QVERIFY2(why.contains("motor"), qPrintable(why));
        QCOMPARE(trial.joints[0].type, std::string("revolute"));
    }

    void everyDrawnLineCanBeHit() {
        drawPendulum();
        for (const QSize size : {QSize(1280, 800), QSize(1500, 950), QSize(1000, 700)}) {
            window_->resize(size);
            QCoreApplication::processEvents();
            QCOMPARE(app::snapGrid(view().metresPerPixel()), view().scene().gridSpacing());
        }
    }
};

MOMENTREE_TEST(TestGuiLoads, Gui)

}  // namespace momentree::test_gui_loads
#include "test_gui_loads.moc"
