// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms with many loops are assembled on another thread.
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

#include "app/document/loop_closing.hpp"
#include "app/runs/live_model.hpp"
#include "app/runs/run_controller.hpp"
#include "core/io/model_file.hpp"
#include "support/test_main.hpp"
#include "tests/app/large_models.hpp"

namespace momentree::test_loop_closing {

using namespace momentree::app;

class TestLoopClosing : public QObject {
    Q_OBJECT

    static ModelDocument::Description ladder(int loops) {
        return std::make_shared<const ModelDescription>(
            *readModelText(ladderText(loops), "ladder"));
    }

private slots:
    void fewLoopsAreClosedAtOnce() {
        RunController run(std::make_shared<Catalogue>());
        ModelDocument document;
        LiveModel live(document, run);
        document.replace(ladder(3), {});
        QVERIFY(live.checked().assembled);
    }

    void manyLoopsAreClosedApart() {
        RunController run(std::make_shared<Catalogue>());
        ModelDocument document;
        LiveModel live(document, run);
        const auto description = ladder(50);
        document.replace(description, {});
        QVERIFY(live.checked().built);
        QVERIFY(isBeingAssembled(live.checked()));
        QTRY_VERIFY(live.checked().assembled);
        const CheckedModel whole = checkModel(*description);
        QCOMPARE(live.checked().report.degreesOfFreedom, whole.report.degreesOfFreedom);
        QCOMPARE(live.checked().report.redundant, whole.report.redundant);
        for (std::size_t k = 0; k < whole.start.size(); ++k)
            QVERIFY((live.checked().start[k].r - whole.start[k].r).norm() < 1e-12);
    }

    void theNewestIsWhatCounts() {
        RunController run(std::make_shared<Catalogue>());
        ModelDocument document;
        LiveModel live(document, run);
        document.replace(ladder(50), {});
        for (const double mass : {1.1, 1.2, 1.3})
            QVERIFY(document.edit("Mass", [mass](auto& m) { m.parameters[0].value = mass; }));
        QTRY_VERIFY(live.checked().assembled);
        QCOMPARE(live.checked().model->description.parameters[0].value.value, 1.3);
        // A quick change made while loops are being closed is not overwritten by their result.
        QVERIFY(document.edit("Mass", [](auto& m) { m.parameters[0].value = 1.4; }));
        document.replace(ladder(2), {});
        QVERIFY(live.checked().assembled);
        QSignalSpy changed(&live, &LiveModel::changed);
        QTRY_VERIFY(live.runIsCurrent());
        QVERIFY(changed.isEmpty());
        QCOMPARE(live.checked().model->bodies.size(), std::size_t{5});
    }

    void canBeCancelledAndAskedForAgain() {
        RunController run(std::make_shared<Catalogue>());
        ModelDocument document;
        LiveModel live(document, run);
        auto* loops = &live.closing();
        QSignalSpy closing(loops, &LoopClosing::underway);
        document.replace(ladder(50), {});
        QCOMPARE(closing.takeLast(), QVariantList{true});
        const auto drawn = document.shared();
        live.closing().cancel();
        QCOMPARE(closing.takeLast(), QVariantList{false});
        QVERIFY(loops->cancelled() && live.checked().built && !live.checked().assembled);
        QVERIFY(!isBeingAssembled(live.checked()));
        QCOMPARE(document.shared(), drawn);
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(!live.checked().assembled);
        QVERIFY(!run.preparing());
        loops->askAgain();
        QCOMPARE(closing.takeLast(), QVariantList{true});
        QTRY_VERIFY(live.checked().assembled);
        QCOMPARE(closing.takeLast(), QVariantList{false});
    }

    void theNextChangeAsksAgainToo() {
        RunController run(std::make_shared<Catalogue>());
        ModelDocument document;
        LiveModel live(document, run);
        document.replace(ladder(50), {});
        live.closing().cancel();
        QVERIFY(document.edit("Mass", [](auto& m) { m.parameters[0].value = 1.4; }));
        QVERIFY(isBeingAssembled(live.checked()));
        document.history().undo();
        QTRY_VERIFY(live.checked().assembled);
        QCOMPARE(live.checked().model->description.parameters[0].value.value, 1.0);
    }

    /// A change undone during its preparation does not start a run.
    void whatIsTakenBackDoesNotRun() {
        RunController run(std::make_shared<Catalogue>());
        ModelDocument document;
        LiveModel live(document, run);
        document.replace(ladder(3), {});
        QTRY_VERIFY(live.runIsCurrent());
        const auto model = run.sharedModel();
        document.replace({model, &model->description}, {});
        QVERIFY(live.runIsCurrent());
        QVERIFY(document.edit("Mass", [](auto& m) { m.parameters[0].value = 1.4; }));
        live.flush();
        QVERIFY(run.preparing());
        document.history().undo();
        QVERIFY(live.runIsCurrent() && !run.preparing());
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(live.runIsCurrent());
    }

    void isAbandonedWithItsDocument() {
        RunController run(std::make_shared<Catalogue>());
        ModelDocument document;
        LiveModel live(document, run);
        document.replace(ladder(50), {});
        QVERIFY(isBeingAssembled(live.checked()));
    }
};

MOMENTREE_TEST(TestLoopClosing, Guiless)

}  // namespace momentree::test_loop_closing
#include "test_loop_closing.moc"
