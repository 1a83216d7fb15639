// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <thread>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"
#include "support/test_main.hpp"

namespace momentree::test_recording {
namespace {

void append(Recording& recording, double first) {
    const auto row = recording.nextRow();
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = first + static_cast<double>(k);
    recording.commit();
}

}  // namespace

class TestRecording : public QObject {
    Q_OBJECT

private slots:
    void rowsReadBack() {
        Recording recording(3, 1000);
        QCOMPARE(recording.size(), std::size_t(0));
        for (int k = 0; k < 1000; ++k) append(recording, k);
        QCOMPARE(recording.size(), std::size_t(1000));
        QCOMPARE(recording.at(0, 2), 2.0);
        QCOMPARE(recording.at(63, 0), 63.0);
        QCOMPARE(recording.at(64, 0), 64.0);
        QCOMPARE(recording.at(999, 1), 1000.0);
    }
    void aFullRecordingTakesNoMore() {
        Recording recording(2, 65);
        for (int k = 0; k < 65; ++k) append(recording, k);
        QVERIFY(recording.full());
        QVERIFY(recording.nextRow().empty());
    }
    void rowsDoNotMove() {
        Recording recording(2, 10000);
        append(recording, 0.0);
        const double* first = recording.row(0).data();
        for (int k = 1; k < 10000; ++k) append(recording, k);
        QVERIFY(recording.row(0).data() == first);
    }
    void blocksTogetherAreOneTable() {
        Recording recording(3, 200, nullptr, Recording::Blocks::Together);
        QVERIFY(recording.table().empty());
        for (int k = 0; k < 200; ++k) append(recording, k);
        const std::span<const double> table = recording.table();
        QCOMPARE(table.size(), std::size_t(600));
        for (std::size_t k = 0; k < 200; ++k)
            QVERIFY(recording.row(k).data() == table.data() + 3 * k);
        QVERIFY(Recording(3, 200).table().empty());
    }
    void rowAtFindsTheLastRowNotAfter() {
        Recording recording(1, 200);
        QCOMPARE(recording.rowAt(1.0), std::size_t(0));
        for (int k = 0; k < 200; ++k) append(recording, 0.5 * k);
        QCOMPARE(recording.rowAt(-1.0), std::size_t(0));
        QCOMPARE(recording.rowAt(0.0), std::size_t(0));
        QCOMPARE(recording.rowAt(0.49), std::size_t(0));
        QCOMPARE(recording.rowAt(0.5), std::size_t(1));
        QCOMPARE(recording.rowAt(42.3), std::size_t(84));
        QCOMPARE(recording.rowAt(1e9), std::size_t(199));
    }
    /// Every row visible to a reader is complete while the writer continues.
    void readersSeeWholeRowsOnly() {
        constexpr int width = 7;
        constexpr std::size_t rows = 20000;
        Recording recording(width, rows);
        std::atomic<int> broken = 0;
        const auto read = [&] {
            for (std::size_t seen = 0; seen < rows;) {
                const std::size_t size = recording.size();
                for (; seen < size; ++seen)
                    for (int c = 0; c < width; ++c)
                        if (recording.at(seen, c) != static_cast<double>(seen) + c) ++broken;
                if (size > 0 && recording.rowAt(1e9) + 1 < size) ++broken;
            }
        };
        std::jthread first(read), second(read);
        for (std::size_t k = 0; k < rows; ++k) append(recording, static_cast<double>(k));
        first.join();
        second.join();
        QCOMPARE(broken.load(), 0);
    }

    void aFullRecordingGoesOnThinned() {
        constexpr std::size_t capacity = 1500;  // not a multiple of the block size
        auto first = std::make_shared<Recording>(2, capacity);
        for (std::size_t k = 0; k < capacity; ++k) append(*first, static_cast<double>(k));
        QVERIFY(!first->followed());
        const std::shared_ptr<Recording> second = first->thinned();
        QVERIFY(first->followed());
        QVERIFY(newest(first) == second);
        QVERIFY(newest(second) == second);
        QCOMPARE(second->thinnings(), 1);
        // The full recording is unchanged for its readers.
        QCOMPARE(first->size(), capacity);
        QCOMPARE(first->at(3, 0), 3.0);
        // Some of the older half are gone; the remaining rows ascend and include both ends.
        QVERIFY(second->size() < capacity * 9 / 10 && second->size() > capacity * 7 / 10);
        QCOMPARE(second->at(0, 0), 0.0);
        QCOMPARE(second->at(1, 0), 2.0);
        QCOMPARE(second->at(second->size() - 1, 0), 1499.0);
        for (std::size_t k = 1; k < second->size(); ++k) {
            const double step = second->at(k, 0) - second->at(k - 1, 0);
            QVERIFY(step == 1.0 || step == 2.0);
            QCOMPARE(second->at(k, 1), second->at(k, 0) + 1.0);
        }
        append(*second, 1500.0);
        QCOMPARE(second->at(second->size() - 1, 0), 1500.0);
    }
    /// Holding an old recording must not keep later ones in memory.
    void oldRecordingsHoldNoNewerOnes() {
        auto first = std::make_shared<Recording>(1, fewestThinnedRows);
        while (!first->full()) append(*first, 0.0);
        std::weak_ptr<Recording> next = first->thinned();
        QVERIFY(next.expired());
        QVERIFY(newest(first) == first);
    }
    void thinningGoesOnWithoutEnd() {
        constexpr std::size_t capacity = 2 * fewestThinnedRows;
        auto recording = std::make_shared<Recording>(1, capacity);
        constexpr int rows = 300000;
        for (int k = 0; k < rows; ++k) {
            if (recording->full()) recording = recording->thinned();
            append(*recording, k);
        }
        QVERIFY(recording->size() <= capacity);
        QCOMPARE(recording->at(0, 0), 0.0);
        QCOMPARE(recording->at(recording->size() - 1, 0), rows - 1.0);
        const std::size_t last = recording->size() - 1;
        QCOMPARE(recording->at(last - 200, 0), rows - 201.0);
        // Distances grow with age, but never exceed a tenth of it.
        for (std::size_t k = 1; k < last; ++k) {
            const double step = recording->at(k, 0) - recording->at(k - 1, 0);
            QVERIFY(step >= recording->at(k + 1, 0) - recording->at(k, 0));
            QVERIFY(step <= std::max(1.0, 0.1 * (rows - recording->at(k - 1, 0))));
        }
    }
    /// Readers follow from one recording to the next while the writer thins.
    void readersFollowThinnedRecordings() {
        constexpr int width = 5, rows = 200000;
        auto writer = std::make_shared<Recording>(width, fewestThinnedRows);
        const std::shared_ptr<const Recording> start = writer;
        std::atomic<bool> done = false;
        std::atomic<int> broken = 0;
        const auto read = [&] {
            std::shared_ptr<const Recording> held = start;
            while (!done) {
                held = newest(held);
                const std::size_t size = held->size();
                for (std::size_t row = 0; row < size; ++row)
                    if (held->at(row, 4) != held->at(row, 0) + 4.0) ++broken;
            }
        };
        std::jthread first(read), second(read);
        for (int k = 0; k < rows; ++k) {
            if (writer->full()) writer = writer->thinned();
            append(*writer, k);
        }
        done = true;
        first.join();
        second.join();
        QCOMPARE(broken.load(), 0);
    }

    void columnsAreThoseOfTheContract() {
        Model model;
        model.bodies.resize(1);
        model.bodies[0].name = "bar";
        model.joints.resize(4);
        model.joints[0] = {.name = "pin", .type = "revolute", .kind = Revolute{}, .A = {}, .B = {}};
        model.joints[1] = {
            .name = "ball", .type = "spherical", .kind = Spherical{}, .A = {}, .B = {}};
        model.joints[2] = {.name = "weld", .type = "fixed", .kind = Fixed{}, .A = {}, .B = {}};
        model.joints[3] = {.name = "rod",
                           .type = "distance",
                           .kind = Free{},
                           .distance = true,
                           .closes = true,
                           .A = {},
                           .B = {}};
        model.probes.resize(1);
        model.probes[0].what.column = "tip.x";
        const RowLayout layout(model);
        QStringList names;
        for (int k = 0; k < layout.csvWidth(); ++k)
            names << QString::fromStdString(layout.names()[static_cast<std::size_t>(k)]);
        QCOMPARE(names.join(' '),
                 QString("time bar.x bar.y bar.z bar.e0 bar.e1 bar.e2 bar.e3 bar.vx bar.vy bar.vz "
                         "bar.wx bar.wy bar.wz "
                         "pin.q pin.u pin.fx pin.fy pin.fz pin.mx pin.my pin.mz "
                         "ball.q1 ball.q2 ball.q3 ball.q4 ball.u1 ball.u2 ball.u3 "
                         "ball.fx ball.fy ball.fz ball.mx ball.my ball.mz "
                         "weld.fx weld.fy weld.fz weld.mx weld.my weld.mz "
                         "rod.fx rod.fy rod.fz rod.mx rod.my rod.mz "
                         "kinetic potential total "
                         "drift.position drift.velocity drift.acceleration tip.x"));
        // Columns that are not part of a CSV follow: phases, iterations, momenta; there are no
        // multipliers here.
        QCOMPARE(layout.width(), layout.csvWidth() + static_cast<int>(phaseCount) + 8);
        QCOMPARE(layout.column("newton"), layout.csvWidth() + static_cast<int>(phaseCount));
        QCOMPARE(layout.column("ball.u1"), layout.jointU(1));
        QCOMPARE(layout.column("tip.x"), layout.probe(0));
        QCOMPARE(layout.column("phase.projection.velocity"),
                 layout.phase(Phase::ProjectionVelocity));
        QCOMPARE(layout.column("nothing"), -1);
    }
    void valuesGoToTheirColumns() {
        Model model;
        model.bodies.resize(2);
        model.joints.resize(1);
        model.joints[0].kind = Universal{};
        model.probes.resize(1);
        const RowLayout layout(model);
        Sample sample;
        sample.resize(model);
        sample.time = 3.0;
        sample.bodies[1].r.y() = 4.0;
        sample.bodies[1].w.z() = 5.0;
        sample.joints[0].q[1] = 6.0;
        sample.joints[0].u[0] = 7.0;
        sample.joints[0].reaction[5] = 8.0;
        sample.kinetic = 1.0;
        sample.potential = 2.0;
        sample.driftAcceleration = 9.0;
        sample.probes[0] = 10.0;
        std::vector<double> row(static_cast<std::size_t>(layout.width()), -1.0);
        layout.write(sample, row);
        const auto at = [&](int column) { return row[static_cast<std::size_t>(column)]; };
        QCOMPARE(at(0), 3.0);
        QCOMPARE(at(layout.body(1) + 1), 4.0);
        QCOMPARE(at(layout.body(1) + 12), 5.0);
        QCOMPARE(at(layout.jointQ(0) + 1), 6.0);
        QCOMPARE(at(layout.jointU(0)), 7.0);
        QCOMPARE(at(layout.jointReaction(0) + 5), 8.0);
        QCOMPARE(at(layout.total()), 3.0);
        QCOMPARE(at(layout.driftAcceleration()), 9.0);
        QCOMPARE(at(layout.probe(0)), 10.0);
        QCOMPARE(at(layout.phase(Phase::Kinematics)), -1.0);
    }
};

MOMENTREE_TEST(TestRecording, Appless)

}  // namespace momentree::test_recording
#include "test_recording.moc"
