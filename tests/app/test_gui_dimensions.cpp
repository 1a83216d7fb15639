// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and angles that are typed on the picture.
#include <QLineEdit>
#include <QSettings>
#include <QTableWidget>
#include <QToolButton>
#include <cmath>

#include "app/document/lookup.hpp"
#include "app/panels/inspector/inspector.hpp"
#include "app/sketch/drawing_board.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_dimensions {

class TestGuiDimensions : public QObject, app::DrawingWindow {
    Q_OBJECT

    QLineEdit& entry() { return *view().findChild<QLineEdit*>("dimensionEntry"); }
    const app::DimensionGrip& dimensions() {
        return window_->findChild<app::DrawingBoard*>()->dimensions();
    }
    double length(std::size_t body) {
        const auto& markers = model().bodies[body].markers;
        return (app::valueOf(markers[1].position) - app::valueOf(markers[0].position)).norm();
    }
    void type(const char* text) {
        QTest::keyClicks(&entry(), text);
        QTest::keyClick(&entry(), Qt::Key_Return);
    }

private Q_SLOTS:
    void initTestCase() { prepare("test-gui-dimensions"); }
    void init() {
        openWindow();
        window_->actions().newModel->trigger();
        QTRY_VERIFY(model().bodies.empty());
        drawFourBar();
        QCOMPARE(model().bodies.size(), std::size_t(3));
        click(0.2, 0.2);
    }
    void cleanup() { closeWindow(); }

    void enterOpensTheLengthOfTheSelectedLink() {
        QCOMPARE(dimensions().labels().size(), std::size_t(2));
        keep("dimensions-selected");
        key(Qt::Key_Return);
        QVERIFY(entry().isVisible() && entry().hasFocus());
        keep("dimensions-entry");
        type("25 cm");
        QVERIFY(!entry().isVisible());
        QVERIFY2(std::abs(length(1) - 0.25) < 1e-6, qPrintable(QString::number(length(1))));
        window_->actions().undo->trigger();
        QVERIFY(std::abs(length(1) - 0.2) < 1e-6);
    }

    void aClickOnAnAngleOpensIt() {
        const QPoint at = dimensions().labels()[0].center().toPoint();
        QTest::mouseClick(&view(), Qt::LeftButton, {}, at);
        QVERIFY(entry().isVisible());
        QCOMPARE(entry().accessibleName(), QString("Length"));
        QTest::keyClick(&entry(), Qt::Key_Escape);
        QVERIFY(!entry().isVisible());
    }

    /// The text has fewer digits than what was drawn.
    void leavingAnUneditedDimensionChangesNothing() {
        const ModelDescription before = model();
        key(Qt::Key_Return);
        QVERIFY(entry().isVisible());
        QTest::keyClick(&entry(), Qt::Key_Return);
        QVERIFY(!entry().isVisible());
        QVERIFY(model() == before);
    }

    void aLinkThatUndoRemovedIsLeftAlone() {
        key(Qt::Key_Return);
        QVERIFY(entry().isVisible());
        while (window_->document().history().canUndo()) window_->document().history().undo();
        QVERIFY(model().bodies.empty());
        type("25 cm");
        QVERIFY(!entry().isVisible());
        QVERIFY(model().bodies.empty());
        QVERIFY(!window_->document().history().canUndo());
    }

    void anEquationMakesAParameter() {
        key(Qt::Key_Return);
        type("L1 = 22 cm");
        QVERIFY(!entry().isVisible());
        QCOMPARE(model().parameters.size(), std::size_t(1));
        QCOMPARE(model().parameters[0].name, "L1");
        QVERIFY(std::abs(length(1) - 0.22) < 1e-6);
        key(Qt::Key_Return);
        QCOMPARE(entry().text(), QString("L1"));
        type("L1 = 24 cm");
        QVERIFY(std::abs(length(1) - 0.24) < 1e-6);
    }

    void foldsHideWhatIsSetRarely() {
        auto& inspector = window_->part<app::Inspector>();
        const auto fold = [&] { return inspector.findChild<QToolButton*>("fold Inertia"); };
        const auto inertia = [&] { return inspector.findChild<QLineEdit*>("field Inertia"); };
        QVERIFY(inertia()->isVisible());
        fold()->click();
        QVERIFY(!inertia()->isVisible());
        QVERIFY(inspector.findChild<QLineEdit*>("field Length")->isVisible());
        click(0.05, 0.1);  // another link
        QVERIFY(!inertia()->isVisible());
        QVERIFY(!QSettings().value("inspector/open").toStringList().contains("Inertia"));
        fold()->click();
        QVERIFY(inertia()->isVisible());
    }

    void valuesAreFoldedUntilAskedFor() {
        auto& inspector = window_->part<app::Inspector>();
        auto* fold = inspector.findChild<QToolButton*>("fold Now");
        auto* values = inspector.findChild<QTableWidget*>("readOut");
        QVERIFY(fold->isVisible());
        QVERIFY(!values->isVisible());
        QCOMPARE(fold->accessibleDescription(), QString("t = 0.000 s"));
        fold->click();
        QVERIFY(values->isVisible());
        QCOMPARE(values->item(0, 0)->text(), QString("Position"));
        QVERIFY(!values->item(0, 1)->text().isEmpty() || !values->item(1, 0)->text().isEmpty());
    }

    void twoClicksMeasure() {
        const auto hint = [this] { return window_->findChild<app::DrawingBoard*>()->hint(); };
        const ModelDescription before = model();
        key(Qt::Key_Q);
        QCOMPARE(hint(), QString("Click the first point"));
        click(0, 0);
        QCOMPARE(hint(), QString("Click the second point"));
        click(0.3, 0.2);
        for (const char* part : {"0.360", "33.7°", "dx 0.3 m", "dy 0.2 m"})
            QVERIFY2(hint().contains(QString::fromUtf8(part)), qPrintable(hint()));
        keep("measure");
        QVERIFY(model() == before);
    }

    void aWrongValueStaysInTheField() {
        key(Qt::Key_Return);
        type("3 kg");
        QVERIFY(entry().isVisible());
        QVERIFY(std::abs(length(1) - 0.2) < 1e-6);
    }
};

MOMENTREE_TEST(TestGuiDimensions, Gui)

}  // namespace momentree::test_gui_dimensions
#include "test_gui_dimensions.moc"
