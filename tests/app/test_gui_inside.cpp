// SPDX-License-Identifier: GPL-3.0-or-later
// The panel with the inside of the algorithm, by keys and mouse on a real X server.
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QToolButton>
#include <QWheelEvent>

#include "app/document/selection.hpp"
#include "app/panels/inside/inside.hpp"
#include "app/panels/inside/inside_panel.hpp"
#include "app/panels/inside/matrix_cards.hpp"
#include "app/panels/inside/trace_texts.hpp"
#include "app/panels/inside/tree_view.hpp"
#include "core/session/built_in.hpp"
#include "core/session/catalogue.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_inside {
namespace {

QString example(const char* name) {
    return QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name);
}

}  // namespace

class TestGuiInside : public QObject, app::DrawingWindow {
    Q_OBJECT

    app::Inside& inside() { return window_->part<app::Inside>(); }
    app::InsidePanel& panel() { return *inside().panel(); }
    app::StepPlayer& player() { return panel().player(); }
    app::TreeView& tree() { return panel().tree(); }
    QDockWidget* dock() { return window_->findChild<QDockWidget*>("insideDock"); }
    QString text(const char* label) { return panel().findChild<QLabel*>(label)->text(); }
    void press(const char* button) {
        QTest::mouseClick(panel().findChild<QToolButton*>(button), Qt::LeftButton);
    }
    void open(const char* name, const char* formulation = "hdca",
              const char* backend = "sequential") {
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        window_->open(example(name));
        QTRY_VERIFY(!changed.isEmpty());
        window_->run().playback().pause();
        QTRY_VERIFY(window_->run().playback().resting());
        RunSpec spec = window_->run().session().spec();
        if (spec.formulation == formulation && spec.backend == backend) return;
        spec.formulation = formulation;
        spec.backend = backend;
        const std::vector<std::string> own = integratorsIn(spec.formulation);
        spec.integrator = own.empty() ? "rk4" : own.front();
        changed.clear();
        window_->run().applySpec(spec);
        QTRY_VERIFY(!changed.isEmpty());
    }
    void look() {
        key(Qt::Key_I);
        QTRY_VERIFY(dock()->isVisible());
        QTRY_VERIFY(panel().showsTrace() && !inside().looking());
    }
    void keepBoth(const QString& name) {
        keep(qPrintable(name + "-light"));
        window_->actions().themeDark->trigger();
        QTest::qWait(qEnvironmentVariableIsEmpty("MOMENTREE_PICTURES") ? 0 : 300);
        keep(qPrintable(name + "-dark"));
        window_->actions().themeLight->trigger();
    }

private slots:
    void initTestCase() { prepare("inside test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void saysWhatToDoWithoutARun() {
        key(Qt::Key_I);
        QTRY_VERIFY(dock()->isVisible());
        QVERIFY(!panel().showsTrace());
        QVERIFY(text("insideMessage").contains("Ctrl+E"));
        QVERIFY(!panel().findChild<QPushButton*>("lookInside")->isVisible());
        key(Qt::Key_I);
        QTRY_VERIFY(!dock()->isVisible());
    }

    void walksThroughTheEquations() {
        open("four_bar");
        look();
        QCOMPARE(tree().shownNodes(), 5);
        QCOMPARE(player().current(), 0);
        QVERIFY(text("insideWhat").contains("hdca"));
        QVERIFY(text("equationText").contains("s = R c"));
        press("nextEquation");
        QCOMPARE(player().current(), 1);
        QVERIFY(text("equationText").contains(QStringLiteral("s₁₂")));
        press("nextNode");
        const int piece = player().steps().pieceOf(player().current());
        QCOMPARE(piece, 1);
        press("previousNode");
        QCOMPARE(player().current(), 0);
        // The displayed matrices are those of the trace.
        player().goTo(player().steps().firstOf(4));
        const TracedWork& work = player().steps().work(player().current());
        QCOMPARE(panel().cards().count(), static_cast<int>(work.results.size()));
        for (int k = 0; k < panel().cards().count(); ++k)
            QVERIFY(panel().cards().map(k).values() ==
                    work.results[static_cast<std::size_t>(k)].value);
        keepBoth("inside-four-bar");
        auto* slider = panel().findChild<QSlider*>("evaluationSlider");
        slider->setValue(slider->maximum());
        QCOMPARE(player().current(), player().steps().count() - 1);
        QVERIFY(text("equationText").contains(QStringLiteral("ṗ")));
    }

    void aClickOnANodeShowsItsWork() {
        open("four_bar");
        look();
        int root = -1;
        for (std::size_t k = 0; k < player().steps().trace().nodes.size(); ++k)
            if (player().steps().trace().nodes[k].parent < 0) root = static_cast<int>(k);
        QTest::mouseClick(tree().viewport(), Qt::LeftButton, {}, tree().nodeRect(root).center());
        QCOMPARE(player().steps().work(player().current()).node, root);
        QVERIFY(text("passText").contains("Assembly"));
        QVERIFY(window_->selection().empty());
    }

    void keysAndDoubleClicksWalkTheTree() {
        open("four_bar");
        look();
        const auto& nodes = player().steps().trace().nodes;
        int root = -1;
        for (std::size_t k = 0; k < nodes.size(); ++k)
            if (nodes[k].parent < 0) root = static_cast<int>(k);
        const auto middle = [this](int node) { return tree().nodeRect(node).center(); };
        QTest::mouseClick(tree().viewport(), Qt::LeftButton, {}, middle(root));
        QCOMPARE(tree().chosenNode(), root);
        const int all = tree().shownNodes();
        QTest::keyClick(&tree(), Qt::Key_Return);
        QCOMPARE(tree().shownNodes(), 1);
        QTest::keyClick(&tree(), Qt::Key_Return);
        QCOMPARE(tree().shownNodes(), all);
        QTest::mouseDClick(tree().viewport(), Qt::LeftButton, {}, middle(root));
        QCOMPARE(tree().shownNodes(), 1);
        QTest::mouseDClick(tree().viewport(), Qt::LeftButton, {}, middle(root));
        QCOMPARE(tree().shownNodes(), all);

        QTest::keyClick(&tree(), Qt::Key_Left);
        const int part = tree().chosenNode();
        QVERIFY(part != root);
        QVERIFY(middle(part).x() < middle(root).x());
        QCOMPARE(player().steps().work(player().current()).node, part);
        QTest::keyClick(&tree(), Qt::Key_Right);
        QVERIFY(middle(tree().chosenNode()).x() > middle(part).x());
        // Down and up arrows among the single bodies.
        while (nodes[static_cast<std::size_t>(tree().chosenNode())].kind !=
               TracedNode::Kind::Single) {
            const int before = tree().chosenNode();
            QTest::keyClick(&tree(), Qt::Key_Left);
            QVERIFY(tree().chosenNode() != before);
        }
        const int single = tree().chosenNode();
        QTest::keyClick(&tree(), Qt::Key_Up);
        const bool atTop = tree().chosenNode() == single;
        QTest::keyClick(&tree(), atTop ? Qt::Key_Down : Qt::Key_Up);
        QVERIFY(tree().chosenNode() != single);
        QCOMPARE(middle(tree().chosenNode()).y() > middle(single).y(), atTop);
    }

    void playsToTheEnd() {
        open("four_bar");
        look();
        player().goTo(player().steps().firstOf(player().steps().pieceCount() - 2));
        press("playEvaluation");
        QVERIFY(player().playing());
        QTRY_COMPARE(player().current(), player().steps().count() - 1);
        QVERIFY(!player().playing());
    }

    void followsTheInstantShown() {
        open("four_bar");
        look();
        window_->run().playback().stepForward();
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.0);
        QTRY_COMPARE(inside().tracedTime(), window_->run().playback().shownTime());
        QTRY_VERIFY(!inside().looking());
    }

    void branchesAreAbsorbed() {
        open("branched_tree");
        look();
        const auto& nodes = player().steps().trace().nodes;
        QVERIFY(std::ranges::any_of(nodes, &TracedNode::absorbed));
        player().goTo(player().steps().count() / 3);
        keepBoth("inside-tree");
    }

    /// A long chain is initially shown with few nodes, on two threads.
    void timelineShowsBothThreads() {
        open("chain_128", "hdca", "parallel:2");
        look();
        QVERIFY(tree().shownNodes() < 64);
        player().goTo(player().steps().count() / 2);
        keepBoth("inside-chain");
        press("openNodes");
        QCOMPARE(tree().shownNodes(), 255);
        panel().findChild<QTabWidget*>("insideViews")->setCurrentWidget(&panel().timeline());
        app::Timeline& timeline = panel().timeline();
        QCOMPARE(timeline.lanes().size(), std::size_t(3));
        // A helper that starts too late finds its share done: trace again.
        for (int k = 0; k < 50 && timeline.lanes()[2].bars.empty(); ++k) {
            press("traceAgain");
            QTRY_VERIFY(!inside().looking());
        }
        for (const app::Timeline::Lane& lane : timeline.lanes()) {
            QVERIFY(!lane.bars.empty());
            for (std::size_t k = 1; k < lane.bars.size(); ++k)
                QVERIFY(lane.bars[k].begin >= lane.bars[k - 1].begin);
        }
        keepBoth("inside-timeline");
        const auto& bar = timeline.lanes()[1].bars[timeline.lanes()[1].bars.size() / 2];
        const QPoint at = timeline.barRect(1, bar).center().toPoint();
        const double width = timeline.shownTo() - timeline.shownFrom();
        QWheelEvent wheel(at, timeline.mapToGlobal(at), {}, {0, 1200}, {}, {}, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&timeline, &wheel);
        QVERIFY(timeline.shownTo() - timeline.shownFrom() < 0.5 * width);
        QVERIFY(timeline.tipAt(timeline.barRect(1, bar).center().toPoint()).contains("s"));
        keep("inside-timeline-near");
        QTest::mouseDClick(&timeline, Qt::LeftButton, {}, at);
        QCOMPARE(timeline.shownTo() - timeline.shownFrom(), width);
    }

    /// Acceleration formulations with a tree, and with one system for all bodies.
    void everyFormulationTells() {
        open("four_bar", "aba");
        look();
        QCOMPARE(tree().shownNodes(), 3);
        press("nextNode");
        QVERIFY(text("equationText").contains("R_parent"));
        player().goTo(player().steps().count() - 1);
        QVERIFY(text("equationText").contains("A′ + E u̇"));
        keepBoth("inside-aba");
        key(Qt::Key_I);
        open("four_bar", "lagrange-index1");
        look();
        QCOMPARE(tree().shownNodes(), 0);
        player().goTo(player().steps().count() - 1);
        QVERIFY(text("equationText").contains("[a; λ]"));
        keepBoth("inside-lagrange");
    }

    /// All texts of core are known to translators.
    void everyTextIsKnown() {
        for (const char* name :
             {"four_bar", "branched_tree", "rssr", "cart_pendulum", "peaucellier"})
            for (const Choice& each : Catalogue().formulations()) {
                open(name, each.id.c_str());
                inside().look();
                QTRY_VERIFY(panel().showsTrace() && !inside().looking());
                for (const TracedSweep& sweep : player().steps().trace().sweeps) {
                    QVERIFY2(app::isKnownTraceText(sweep.pass->title), sweep.pass->title.data());
                    for (const TracedWork& work : sweep.work)
                        for (const TracedResult& result : work.results)
                            QVERIFY2(app::isKnownTraceText(result.equation->says),
                                     result.equation->says.data());
                }
            }
    }
};

MOMENTREE_TEST(TestGuiInside, Gui)

}  // namespace momentree::test_gui_inside
#include "test_gui_inside.moc"
