// SPDX-License-Identifier: GPL-3.0-or-later
// Linkages for a curve, for positions and for a function.
#include <QFile>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <cmath>

#include "app/panels/synthesis/curve_canvas.hpp"
#include "app/panels/synthesis/position_canvas.hpp"
#include "app/panels/synthesis/synthesis.hpp"
#include "app/scene/picture_layers.hpp"
#include "tests/app/analyses_window.hpp"

namespace momentree::test_gui_synthesis {

class TestGuiSynthesis : public QObject, app::AnalysesWindow {
    Q_OBJECT

private slots:
    void initTestCase() { prepare("test_gui_synthesis"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    /// An ellipse drawn with the mouse becomes a linkage in the document, and undoing takes it
    /// away.
    void aDrawnCurveBecomesALinkage() {
        open("four_bar_driven");
        ask("Linkage for a curve");
        QVERIFY(sees("pathDock") && !sees("torqueDock"));
        app::PathFinder& finder = window_->part<app::Synthesis>().paths();
        app::CurveCanvas& canvas = finder.canvas();
        auto* find = finder.findChild<QPushButton*>("findLinkage");
        auto* use = finder.findChild<QPushButton*>("useLinkage");
        QVERIFY(!find->isEnabled() && !use->isEnabled());
        const QPointF centre = canvas.rect().center();
        const auto at = [&](int k) {
            const double th = 2.0 * M_PI * k / 60.0;
            const double radius = 0.35 * canvas.height();
            return (centre + QPointF(radius * std::cos(th), -0.6 * radius * std::sin(th)))
                .toPoint();
        };
        QTest::mousePress(&canvas, Qt::LeftButton, {}, at(0));
        for (int k = 1; k < 60; ++k) {
            QMouseEvent move(QEvent::MouseMove, at(k), canvas.mapToGlobal(at(k)), Qt::NoButton,
                             Qt::LeftButton, {});
            QCoreApplication::sendEvent(&canvas, &move);
        }
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, at(59));
        QVERIFY(canvas.curve().size() > 30);
        // Cancelled; it goes on from there, and finds one.
        QTest::mouseClick(find, Qt::LeftButton);
        QVERIFY(finder.searching());
        QTest::mouseClick(find, Qt::LeftButton);
        QVERIFY(!finder.searching() && !finder.found());
        QTRY_COMPARE(find->text(), QString("Go on"));
        QTest::mouseClick(find, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(finder.found(), 50000);
        QVERIFY(!finder.searching());
        keepBoth("synthesis-path");
        const auto before = window_->document().shared();
        const int steps = window_->document().history().index();
        QTest::mouseClick(use, Qt::LeftButton);
        QCOMPARE(window_->document().history().index(), steps + 1);
        QVERIFY(window_->document().description() == finder.found()->description);
        const auto& traced = window_->part<app::PictureLayers>().traces().points();
        QCOMPARE(traced.size(), std::size_t(1));
        QCOMPARE(traced[0].owner, std::string("coupler"));
        QCOMPARE(window_->spaces().current(), app::Space::Run);
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.0);
        window_->document().history().undo();
        QVERIFY(window_->document().description() == *before);
        QVERIFY(window_->part<app::PictureLayers>().traces().points().empty());
        QTemporaryDir folder;
        QFile table(folder.filePath("bad.csv"));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write("1,2\n3,x\n");
        table.close();
        QString why;
        QVERIFY(!finder.readCurve(table.fileName(), &why));
        QVERIFY2(why.contains("Line 2"), qPrintable(why));
    }

    /// Positions moved with the mouse and by fields; the chosen four-bar becomes the model, whose
    /// coupler starts in the first position.
    void positionsBecomeALinkage() {
        open("four_bar_driven");
        window_->run().play();
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.1);
        app::PositionFinder& finder = window_->part<app::Synthesis>().positions();
        QSignalSpy ended(&finder, &app::PositionFinder::ended);
        ask("Linkage for positions");
        QVERIFY(sees("positionDock") && !sees("torqueDock"));
        QTRY_VERIFY(!ended.isEmpty());
        QVERIFY(!finder.found().empty());
        auto* table = finder.findChild<QTableWidget*>("fourBars");
        QCOMPARE(table->currentRow(), 0);
        keepBoth("synthesis-positions");

        app::PositionCanvas& canvas = finder.canvas();
        const ThreePoses before = canvas.poses();
        auto* fieldX = fieldNamed(finder, "Position 1, x");
        const double x = before[0].p.real() - 0.01;
        ended.clear();
        fieldX->setValue(x);
        QTRY_VERIFY(!ended.isEmpty());
        QVERIFY(std::abs(canvas.poses()[0].p - Complex(x, 0.0)) < 1e-9);
        // The end of the third position, dragged around its origin.
        const auto [origin, end] = canvas.handles(2);
        const QPoint to = (origin + QPointF(0.0, -60.0)).toPoint();
        QTest::mousePress(&canvas, Qt::LeftButton, {}, end.toPoint());
        QMouseEvent move(QEvent::MouseMove, to, canvas.mapToGlobal(to), Qt::NoButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(&canvas, &move);
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, to);
        QVERIFY(std::abs(canvas.poses()[2].th - 0.5 * M_PI) < 0.05);
        QVERIFY(std::abs(fieldNamed(finder, "Position 3, angle")->value() -
                         canvas.poses()[2].th * 180.0 / M_PI) < 0.06);
        QTRY_VERIFY(finder.rests());

        table->setCurrentCell(1, 0);
        QTest::mouseClick(finder.findChild<QPushButton*>("useLinkage"), Qt::LeftButton);
        const ThreePoseFourBar& chosen = finder.found()[1];
        QTRY_VERIFY(window_->run().hasRun() &&
                    window_->run().model().description == window_->document().description());
        const Model& model = window_->run().model();
        QCOMPARE(model.motions.size(), std::size_t(1));
        QCOMPARE(window_->spaces().current(), app::Space::Run);
        // From the start on, not from where links of these names have been.
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.0);
        QCOMPARE(window_->run().session().recording()->at(0, 0), 0.0);
        const BodyDescription& crank = model.description.bodies[0];
        QCOMPARE(crank.name, std::string("crank"));
        QVERIFY(std::abs(crank.markers[1].position[0].value - chosen.a) < 1e-12);
        window_->document().history().undo();
        QCOMPARE(window_->document().description().name, std::string("four_bar_driven"));
    }

    /// Positions that only turn about a point are refused with that point.
    void aTurnIsNoTaskForAFourBar() {
        open("four_bar_driven");
        app::PositionFinder& finder = window_->part<app::Synthesis>().positions();
        ask("Linkage for positions");
        QTRY_VERIFY(finder.rests() && !finder.found().empty());
        for (int k = 0; k < 3; ++k) {
            fieldNamed(finder, QString("Position %1, x").arg(k + 1))->setValue(0.1);
            fieldNamed(finder, QString("Position %1, y").arg(k + 1))->setValue(0.0);
        }
        QTRY_VERIFY(finder.rests());
        QVERIFY(finder.found().empty());
        QVERIFY(!finder.findChild<QPushButton*>("useLinkage")->isEnabled());
        QVERIFY(!said(finder).filter("0.1 m").isEmpty());
    }

    void aFunctionBecomesALinkage() {
        open("four_bar_driven");
        app::FunctionFinder& finder = window_->part<app::Synthesis>().functions();
        QSignalSpy ended(&finder, &app::FunctionFinder::ended);
        ask("Linkage for a function");
        QVERIFY(sees("functionDock"));
        QTRY_VERIFY(!ended.isEmpty());
        QVERIFY(finder.found() && finder.found()->rms < 0.02);
        keepBoth("synthesis-function");
        auto* use = finder.findChild<QPushButton*>("useLinkage");
        auto* function = finder.findChild<QLineEdit*>("wantedFunction");
        function->setText("60*(x/90");
        Q_EMIT function->editingFinished();
        QVERIFY(!finder.found() && !use->isEnabled());
        QVERIFY(!said(finder).isEmpty());

        QTemporaryDir folder;
        QFile table(folder.filePath("pairs.csv"));
        QVERIFY(table.open(QIODevice::WriteOnly));
        for (int k = 0; k <= 12; ++k)
            table.write(QByteArray::number(10 * k) + "," + QByteArray::number(5 * k) + "\n");
        table.close();
        QString why;
        ended.clear();
        QVERIFY(finder.readPairs(table.fileName(), &why));
        QTRY_VERIFY(!ended.isEmpty());
        QVERIFY(finder.found() && function->text().isEmpty());
        QTest::mouseClick(use, Qt::LeftButton);
        QCOMPARE(window_->spaces().current(), app::Space::Run);
        QCOMPARE(window_->document().description().title,
                 std::string("Four-bar that generates a function"));
        QVERIFY(!finder.readPairs(folder.filePath("none.csv"), &why) && !why.isEmpty());
    }

private:
    static QDoubleSpinBox* fieldNamed(const QWidget& finder, const QString& name) {
        for (auto* field : finder.findChildren<QDoubleSpinBox*>())
            if (field->accessibleName() == name) return field;
        return nullptr;
    }
    static QStringList said(const QWidget& finder) {
        QStringList all;
        for (const auto* label : finder.findChildren<QLabel*>())
            if (label->isVisibleTo(&finder) && label->wordWrap()) all << label->text();
        return all;
    }
};

MOMENTREE_TEST(TestGuiSynthesis, Gui)

}  // namespace momentree::test_gui_synthesis
#include "test_gui_synthesis.moc"
