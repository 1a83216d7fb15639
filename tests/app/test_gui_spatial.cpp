// SPDX-License-Identifier: GPL-3.0-or-later
// Spatial mechanisms drawn with the mouse on work planes, run, and compared with the same
// mechanisms written by hand.
#include <QDialog>
#include <QLineEdit>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>

#include "app/document/edits/fragment.hpp"
#include "app/document/edits/references.hpp"
#include "app/panels/inspector/inspector.hpp"
#include "app/sketch/drawing_board.hpp"
#include "app/sketch/hint_bar.hpp"
#include "core/io/model_file.hpp"
#include "core/number_text.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"
#include "tests/app/places_after.hpp"

namespace momentree::test_gui_spatial {
namespace {

/// Including the quotation marks: moc fails on a raw string with an odd number of them.
std::string quoted(const std::string& text) { return '"' + text + '"'; }

std::string text(double value) { return numberText(value); }
std::string text(const Vector3d& v) {
    return "[" + text(v.x()) + ", " + text(v.y()) + ", " + text(v.z()) + "]";
}

/// A bar of aluminium, 20 mm square, that extends half a width beyond its points P and Q. `R` is
/// the orientation of its axes at the start; `axes` are those of its joints, in the world.
struct Bar {
    std::string name;
    Vector3d from, to;
    Vector3d axisP = Vector3d::UnitZ(), axisQ = Vector3d::UnitZ();

    Matrix3d axes() const {
        const Vector3d x = (to - from).normalized(), y = x.unitOrthogonal();
        Matrix3d R;
        R << x, y, x.cross(y);
        return R;
    }
    std::string body() const {
        const double length = (to - from).norm(), whole = length + 0.02;
        const double m = 2700.0 * 0.0004 * whole;
        const double thin = m / 6.0 * 0.0004, wide = m / 12.0 * (whole * whole + 0.0004);
        const Matrix3d R = axes();
        return R"({"name": )" + quoted(name) + R"(, "mass": )" + text(m) + R"(, "inertia": )" +
               text(Vector3d(thin, wide, wide)) + R"(, "markers": {"P": {"position": )" +
               text(Vector3d(-0.5 * length, 0, 0)) + R"(, "z": )" +
               text(Vector3d(R.transpose() * axisP)) + R"(}, "Q": {"position": )" +
               text(Vector3d(0.5 * length, 0, 0)) + R"(, "z": )" +
               text(Vector3d(R.transpose() * axisQ)) + "}}}";
    }
    std::string start() const {
        const Quat<double> e = quaternionOf<double>(axes());
        return quoted(name) + R"(: {"position": )" + text(Vector3d(0.5 * (from + to))) +
               R"(, "orientation": [)" + text(e[0]) + ", " + text(e[1]) + ", " + text(e[2]) + ", " +
               text(e[3]) + "]}";
    }
};

struct Hand {
    std::string ground, joints;
    std::vector<Bar> bars;

    ModelDescription read() const {
        std::string bodies, starts;
        for (const Bar& bar : bars) {
            bodies += (bodies.empty() ? "" : ", ") + bar.body();
            starts += (starts.empty() ? "" : ", ") + bar.start();
        }
        const auto model = readModelText(
            R"({"version": 1, "name": "hand", "gravity": [0, -9.80665, 0],
                "ground": {"markers": {)" +
                ground + R"(}}, "bodies": [)" + bodies + R"(], "joints": [)" + joints +
                R"(], "initial": {"bodies": {)" + starts + "}}}",
            "hand");
        if (!model) qFatal("%s", toString(model.error().front()).c_str());
        return *model;
    }
};

std::string joint(const char* name, const char* type, const char* a, const char* b) {
    return R"({"name": )" + quoted(name) + R"(, "type": )" + quoted(type) + R"(, "a": )" +
           quoted(a) + R"(, "b": )" + quoted(b) + "}";
}

Hand rssrByHand() {
    const Vector3d x = Vector3d::UnitX(), z = Vector3d::UnitZ();
    return {R"("O": [0, 0, 0], "C": {"position": [0.3, 0, 0.2], "z": [1, 0, 0]})",
            joint("J1", "revolute", "ground.O", "crank.P") + ", " +
                joint("J2", "revolute", "ground.C", "rocker.P") + ", " +
                joint("J3", "spherical", "crank.Q", "coupler.P") + ", " +
                joint("J4", "spherical", "rocker.Q", "coupler.Q"),
            {{"crank", {0, 0, 0}, {0.1, 0, 0}, z, z},
             {"rocker", {0.3, 0, 0.2}, {0.3, 0.2, 0.2}, x, x},
             {"coupler", {0.1, 0, 0}, {0.3, 0.2, 0.2}}}};
}

constexpr double armX[]{0.0, 0.0, 0.0, 0.1, 0.16, 0.2, 0.24};
constexpr double armZ[]{0.0, 0.1, 0.24, 0.24, 0.24, 0.24, 0.24};
Vector3d armPoint(int k) { return {armX[k], 0.0, armZ[k]}; }

Hand armByHand() {
    const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
    const Vector3d axes[]{z, y, y, x, y, x, y};
    Hand hand;
    hand.ground = R"("O": [0, 0, 0])";
    std::string before = "ground.O";
    for (int k = 0; k < 6; ++k) {
        const std::string name = "arm" + std::to_string(k + 1);
        hand.bars.push_back({name, armPoint(k), armPoint(k + 1), axes[k], axes[k + 1]});
        hand.joints += (k ? ", " : "") + joint(("J" + std::to_string(k + 1)).c_str(), "revolute",
                                               before.c_str(), (name + ".P").c_str());
        before = name + ".Q";
    }
    return hand;
}

}  // namespace

class TestGuiSpatial : public QObject, private app::DrawingWindow {
    Q_OBJECT

    QPoint at(const Vector3d& p) { return view().toView(p).toPoint(); }
    void clickAt(const Vector3d& p, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::mouseMove(&view(), at(p));
        QTest::mouseClick(&view(), Qt::LeftButton, modifiers, at(p));
    }
    void dragBar(const Vector3d& from, const Vector3d& to) { dragPixels(at(from), at(to)); }
    void typeOffset(const char* value) {
        auto* field = view().findChild<QLineEdit*>("planeOffset");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, value);
        QTest::keyClick(field, Qt::Key_Return);
        view().setFocus();
    }
    QString said() { return view().findChild<app::HintBar*>("hintBar")->text(); }
    QString status() { return window_->findChild<QToolButton*>("modelStatus")->text(); }
    void compare(const Hand& hand) {
        const auto drawn = app::placesAfter(model(), 0.5);
        const auto wanted = app::placesAfter(hand.read(), 0.5);
        QCOMPARE(drawn.size(), wanted.size());
        QVERIFY(!drawn.empty());
        // Drawn positions are rounded to a micrometre.
        for (std::size_t i = 0; i < drawn.size(); ++i)
            QVERIFY2((drawn[i] - wanted[i]).norm() < 1e-4,
                     qPrintable(QString("body %1 is off by %2 m")
                                    .arg(i + 1)
                                    .arg((drawn[i] - wanted[i]).norm())));
    }
    std::vector<Vector3d> places() {
        std::vector<Vector3d> places;
        for (const BodyState& body : window_->live().checked().start) places.push_back(body.r);
        return places;
    }
    template <typename Move>
    void compareCopies(const std::vector<Vector3d>& before, Move move) {
        const std::vector<Vector3d> after = places();
        QCOMPARE(after.size(), 2 * before.size());
        for (std::size_t k = 0; k < before.size(); ++k) {
            const double off = (after[before.size() + k] - move(before[k])).norm();
            QVERIFY2(off < 1e-5, qPrintable(QString("copy %1 is off by %2 m").arg(k).arg(off)));
        }
    }
    void drawRssr() {
        key(Qt::Key_L);
        dragBar({0, 0, 0}, {0.1, 0, 0});
        key(Qt::Key_G);
        clickAt({0, 0, 0});
        key(Qt::Key_3, Qt::ControlModifier);
        typeOffset("30 cm");
        key(Qt::Key_L);
        dragBar({0.3, 0, 0.2}, {0.3, 0.2, 0.2});
        keep("spatial-rocker");
        key(Qt::Key_G);
        clickAt({0.3, 0, 0.2});
        key(Qt::Key_2, Qt::AltModifier);
        key(Qt::Key_L);
        dragBar({0.1, 0, 0}, {0.3, 0.2, 0.2});
        key(Qt::Key_Escape);
    }

private slots:
    void initTestCase() { prepare("spatial drawing test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void rssrByMouseIsTheOneByHand() {
        drawRssr();
        keep("spatial-rssr");
        QCOMPARE(model().bodies.size(), std::size_t(3));
        QCOMPARE(model().joints.size(), std::size_t(4));
        QCOMPARE(model().joints[2].type, std::string("spherical"));
        // The coupler can also rotate about its own line.
        QTRY_COMPARE(status(), QString("2 DOF"));
        compare(rssrByHand());
        QTRY_VERIFY(window_->live().runIsCurrent());
        window_->run().play();
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.1);
        keep("spatial-rssr-running");
    }

    void everyStepIsUndone() {
        const std::string before = writeModelText(model());
        drawRssr();
        while (window_->document().history().canUndo()) window_->document().history().undo();
        QCOMPARE(writeModelText(model()), before);
    }

    void sixAxisArmByMouseIsTheOneByHand() {
        key(Qt::Key_2, Qt::ControlModifier);
        key(Qt::Key_5);
        key(Qt::Key_L);
        for (int k = 0; k < 6; ++k) dragBar(armPoint(k), armPoint(k + 1));
        key(Qt::Key_G);
        clickAt(armPoint(0));
        keep("spatial-arm-drawn");
        QCOMPARE(model().joints.size(), std::size_t(6));
        // By clicking the target of the axis,
        key(Qt::Key_Escape);
        key(Qt::Key_Escape);
        key(Qt::Key_A);
        clickAt(armPoint(0));
        QTest::mouseMove(&view(), at(armPoint(1)));
        keep("spatial-axis-picked");
        clickAt(armPoint(1));
        key(Qt::Key_Escape);
        key(Qt::Key_Escape);
        // by entering numbers,
        window_->selection().set({app::Element::Kind::Joint, 2});
        auto* axis = window_->part<app::Inspector>().findChild<QLineEdit*>("field Axis");
        QVERIFY(axis);
        axis->setFocus();
        axis->selectAll();
        QTest::keyClicks(axis, "1, 0, 0");
        QTest::keyClick(axis, Qt::Key_Return);
        QVERIFY2(window_->part<app::Inspector>().problem().isEmpty(),
                 qPrintable(window_->part<app::Inspector>().problem()));
        view().setFocus();
        // and with the handle on the axis.
        key(Qt::Key_4);
        window_->selection().set({app::Element::Kind::Joint, 4});
        const auto knob = window_->part<app::DrawingBoard>().axisGrip().knob();
        QVERIFY(knob);
        keep("spatial-axis");
        const double arm = 72.0 * view().metresPerPixel();
        dragPixels(knob->toPoint(), at(armPoint(5) + arm * Vector3d::UnitX()));
        keep("spatial-arm");
        QCOMPARE(window_->document().history().undoText(), QString("Turn the axis of J5"));
        QTRY_COMPARE(status(), QString("6 DOF"));
        compare(armByHand());
    }

    void gridsOfLargeSheetsStaySmall() {
        QCOMPARE(app::gridLevels(-1.5, 2.5), (std::vector{-1.0, 0.0, 1.0, 2.0}));
        QVERIFY(app::gridLevels(-1e12, 1e12).size() < 500);
        QVERIFY(app::gridLevels(1e17, 1e17 + 1e9).size() < 500);
        QVERIFY(app::gridLevels(0.0, HUGE_VAL).empty());
        key(Qt::Key_2, Qt::ControlModifier);
        key(Qt::Key_L);
        dragBar({0, 0, 0}, {0.2, 0, 0.1});
        const auto done = window_->document().edit(
            "Grow", [](ModelDescription& m) { m.bodies[0].markers[1].position[0] = 2e7; });
        QVERIFY(done);
        for (const QPoint at : {pixel(0.1, 0.0), pixel(0.0, 0.0)}) {
            QTest::mouseMove(&view(), at);
            view().grab();
        }
    }

    void theFirstLinkOnAnUprightPlaneIsSeenAsItLies() {
        key(Qt::Key_3, Qt::ControlModifier);
        key(Qt::Key_L);
        dragBar({0, 0, 0}, {0, 0.1, 0.2});
        QCOMPARE(model().bodies.size(), std::size_t(1));
        QVERIFY(!view().scene().plane());  // in a planar picture it would be a dot
        keep("spatial-first-link");
    }

    void planeIsMovedByItsArrow() {
        key(Qt::Key_2, Qt::ControlModifier);
        key(Qt::Key_L);
        const auto knob = window_->part<app::DrawingBoard>().planeGrip().knob();
        QVERIFY(knob);
        const QPointF along = at({0, -0.2, 0}) - at({0, 0, 0});  // the normal of xz is -y
        dragPixels(knob->toPoint(), (*knob + along).toPoint());
        auto* field = view().findChild<QLineEdit*>("planeOffset");
        QCOMPARE(field->text(), QString("0.2 m"));
        dragBar({0, -0.2, 0}, {0.2, -0.2, 0.1});
        keep("spatial-plane-moved");
        const auto& start = model().bodyStarts.front();
        QCOMPARE((*start.position)[1].value, -0.2);
    }

    void planesComeFromLinksAndAxes() {
        drawRssr();
        window_->selection().set({app::Element::Kind::Joint, 1});
        key(Qt::Key_5, Qt::ControlModifier);
        key(Qt::Key_L);
        keep("spatial-plane-across-axis");
        key(Qt::Key_Escape);
        window_->selection().set({app::Element::Kind::Body, 2});
        key(Qt::Key_4, Qt::ControlModifier);
        keep("spatial-plane-through-link");
        window_->selection().clear();
        key(Qt::Key_4, Qt::ControlModifier);
        QVERIFY(said().contains("First select the link"));
    }

    void jointsChangeTheirTypeByClickOrChoice() {
        drawRssr();
        key(Qt::Key_3, Qt::AltModifier);
        key(Qt::Key_R);
        clickAt({0.3, 0.2, 0.2});
        key(Qt::Key_Escape);
        QCOMPARE(model().joints[3].type, std::string("universal"));
        QTRY_COMPARE(status(), QString("1 DOF"));
        keep("spatial-universal");
        // Nothing has moved.
        QVERIFY((window_->live().checked().start[2].r - Vector3d(0.2, 0.1, 0.1)).norm() < 1e-5);
    }

    void copiesFollowTheWorkPlane() {
        drawRssr();
        key(Qt::Key_A, Qt::ControlModifier);
        const std::vector<Vector3d> before = places();
        key(Qt::Key_M, Qt::ControlModifier);
        compareCopies(before,
                      [](const Vector3d& p) { return Vector3d(p.x(), 0.4 - p.y(), p.z()); });
        keep("spatial-mirrored");
        window_->document().history().undo();

        key(Qt::Key_A, Qt::ControlModifier);
        QTimer::singleShot(0, this, [this] {
            auto* dialog = window_->findChild<QDialog*>("arrayDialog");
            const auto type = [&](const char* name, const char* label, const char* value) {
                auto* field = dialog->findChild<QLineEdit*>(name);
                QVERIFY(field);
                QVERIFY2(field->accessibleName().startsWith(label), name);
                field->setText(value);
            };
            dialog->findChild<QSpinBox*>("copies")->setValue(1);
            type("shiftX", "Shift in y", "10 cm");
            type("shiftY", "Shift in z", "0");
            type("shiftOut", "Shift in x", "20 cm");
            type("turn", "Turn", "90 deg");
            QTest::keyClick(dialog->findChild<QLineEdit*>("turn"), Qt::Key_Return);
        });
        window_->actions().array->trigger();
        // About the normal of the plane, which is moved to x = 0.3.
        compareCopies(before,
                      [](const Vector3d& p) { return Vector3d(p.x() + 0.2, 0.1 - p.z(), p.y()); });
        keep("spatial-array");
        window_->document().history().undo();
    }

    void spatialCopiesArePastedAtThePointerOnThePlane() {
        drawRssr();
        key(Qt::Key_A, Qt::ControlModifier);
        key(Qt::Key_C, Qt::ControlModifier);
        // The plane x = 0.3 touches the mechanism, the plane x = 0.5 does not.
        for (const auto& [offset, x] : {std::pair("30 cm", 0.3), {"50 cm", 0.5}}) {
            typeOffset(offset);
            const Vector3d place(x, 0.25, 0.05);
            QVERIFY(view().rect().contains(at(place)));
            QTest::mouseMove(&view(), at(place));
            const double grid = app::snapGrid(view().metresPerPixel());
            app::WorkPlane plane = app::principalPlane(app::WorkPlane::Kind::Yz);
            plane.offset = x;
            const Vector3d handle = app::handleOf(model(), plane.frame());
            key(Qt::Key_V, Qt::ControlModifier);
            keep("spatial-pasted");
            QCOMPARE(model().bodies.size(), std::size_t(6));
            const auto& starts = model().bodyStarts;
            const Vector3d shift =
                app::valueOf(*starts[3].position) - app::valueOf(*starts[0].position);
            QVERIFY(std::abs(shift.x() - (x - 0.3)) < 1e-6);
            QVERIFY((handle + shift - place).cwiseAbs().maxCoeff() < grid);
            window_->document().history().undo();
        }
    }

    void edgeOnPlanesAreRefused() {
        key(Qt::Key_2, Qt::ControlModifier);
        key(Qt::Key_1);
        key(Qt::Key_L);
        dragPixels({300, 300}, {400, 350});
        QVERIFY(said().contains("edge-on"));
        QCOMPARE(window_->document().history().count(), 0);
    }

    void looksRightInTheDark() {
        app::applyTheme(*qApp, app::ThemeChoice::Dark);
        drawRssr();
        key(Qt::Key_L);
        QTest::mouseMove(&view(), at({0.3, 0.3, 0.1}));
        keep("spatial-rssr-dark");
        window_->selection().set({app::Element::Kind::Joint, 1});
        key(Qt::Key_Escape);
        keep("spatial-axis-dark");
        app::applyTheme(*qApp, app::ThemeChoice::Light);
    }
};

MOMENTREE_TEST(TestGuiSpatial, Gui)

}  // namespace momentree::test_gui_spatial
#include "test_gui_spatial.moc"
