// SPDX-License-Identifier: Apache-2.0
// Poses of bodies from recorded joint coordinates alone.
#include <QDir>
#include <QTest>
#include <cmath>
#include <limits>

#include "core/diagnostics/row_poses.hpp"
#include "core/io/model_file.hpp"
#include "core/session/run.hpp"
#include "support/test_main.hpp"

namespace momentree::test_row_poses {

class TestRowPoses : public QObject {
    Q_OBJECT

private slots:
    /// Every example in which joints with coordinates connect all bodies, at its start.
    void jointsGiveThePosesOfTheirBodies() {
        constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
        const QDir folder(MOMENTREE_SOURCE_DIR "/resources/examples");
        int posed = 0;
        for (const QString& name : folder.entryList({"*.momentree.json"})) {
            auto description = readModelFile(folder.filePath(name).toStdString());
            QVERIFY(description);
            const auto model = *buildModel(std::move(*description));
            const auto run = Run::create(Catalogue(), model, Catalogue().defaults(*model));
            QVERIFY2(run, qPrintable(name));
            const RowLayout layout(*model);
            const auto recorded = (*run)->recording()->row(0);
            std::vector<double> row(recorded.begin(), recorded.end());
            QVERIFY(completePoses(*model, layout, row));
            QVERIFY(std::equal(row.begin(), row.begin() + layout.body(0), recorded.begin()));
            const int bodies = static_cast<int>(model->bodies.size());
            std::fill(row.begin() + 1, row.begin() + layout.body(bodies), unknown);
            if (!completePoses(*model, layout, row)) continue;
            ++posed;
            for (int body = 0; body < bodies; ++body) {
                const auto at = static_cast<std::size_t>(layout.body(body));
                double along = 0.0;  // of the Euler parameters, whose sign is free
                for (std::size_t k = 0; k < 3; ++k)
                    QVERIFY2(std::abs(row[at + k] - recorded[at + k]) < 1e-9, qPrintable(name));
                for (std::size_t k = 3; k < 7; ++k) along += row[at + k] * recorded[at + k];
                QVERIFY2(std::abs(std::abs(along) - 1.0) < 1e-9, qPrintable(name));
            }
        }
        QVERIFY2(posed > 20, qPrintable(QString::number(posed)));
    }
};

MOMENTREE_TEST(TestRowPoses, Appless)

}  // namespace momentree::test_row_poses
#include "test_row_poses.moc"
