// SPDX-License-Identifier: Apache-2.0
// Columns computed without forces have the bits of those of whole runs.
#include <QTest>

#include "core/io/model_file.hpp"
#include "core/session/run.hpp"
#include "core/study/column_rows.hpp"
#include "support/test_main.hpp"

namespace momentree::test_column_rows {
namespace {

template <typename T>
T got(Result<T> result) {
    if (!result) qFatal("%s", toString(result.error().front()).c_str());
    return *std::move(result);
}

std::shared_ptr<const Model> example(const QString& name) {
    auto description = readModelFile(
        (QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/") + name + ".momentree.json")
            .toStdString());
    return got(buildModel(got(std::move(description))));
}

}  // namespace

class TestColumnRows final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Runs near each other: the same values but for rounding where they share registers, and the
    /// same bits where they do not suit.
    void near() {
        const Catalogue catalogue;
        for (const auto& [name, shared] : {std::pair{"four_bar", true},
                                           {"rssr", true},
                                           {"controlled_arm", false},
                                           {"four_bar_driven", false}}) {
            const auto model = example(name);
            RunSpec spec = specOf(catalogue, *model, model->description.run);
            spec.formulation = "naudet";
            spec.integrator = "rk4";
            spec.step = 1e-3;
            spec.duration = 0.2;
            spec.sample = 0.01;
            std::vector<std::shared_ptr<const Model>> models;
            for (int k = 0; k < 6; ++k) {
                ModelDescription description = model->description;
                description.gravity[1] = Scalar(-9.81 + 0.01 * k);
                models.push_back(got(buildModel(std::move(description))));
            }
            const std::vector columns{model->bodies[0].name + ".x", model->bodies[0].name + ".vy"};
            const auto near = got(columnRowsNear(catalogue, models, spec, columns));
            QCOMPARE(near.size(), models.size());
            bool sameBits = true;
            for (std::size_t k = 0; k < models.size(); ++k) {
                const auto alone = got(columnRows(catalogue, models[k], spec, columns));
                QVERIFY(near[k].times == alone.times);
                sameBits = sameBits && near[k].values == alone.values;
                const double apart = (near[k].values - alone.values).lpNorm<Eigen::Infinity>();
                QVERIFY2(apart < 1e-11, qPrintable(QString::number(apart)));
            }
            QVERIFY(sameBits || shared);
        }
    }
    void sameBits_data() {
        QTest::addColumn<bool>("withoutForces");
        for (const char* name : {"four_bar", "rssr", "bouncing_ball", "controlled_arm"})
            QTest::newRow(name) << true;
        // They have probes that need forces.
        for (const char* name : {"heavy_top", "stick_slip"}) QTest::newRow(name) << false;
    }
    void sameBits() {
        QFETCH(bool, withoutForces);
        const auto model = example(QTest::currentDataTag());
        const Catalogue catalogue;
        RunSpec spec = specOf(catalogue, *model, model->description.run);
        spec.duration = 0.5;
        spec.sample = 0.01;
        const auto run = got(Run::create(catalogue, model, spec));
        while (!run->finished()) QVERIFY(run->advance({}).status == StepStatus::Reached);
        const RowLayout layout(*model);
        std::vector<std::string> all, moving;
        for (int c = 0; c < layout.csvWidth(); ++c) {
            const std::string& name = layout.names()[static_cast<std::size_t>(c)];
            all.push_back(name);
            if (!needForces(*model, layout, std::array{c})) moving.push_back(name);
        }
        QVERIFY(moving.size() < all.size());
        QCOMPARE(!moving.empty(), withoutForces);
        for (const auto& columns : {all, moving}) {
            const auto rows = got(columnRows(catalogue, model, spec, columns));
            QCOMPARE(rows.times.size(), run->recording()->size());
            for (std::size_t r = 0; r < rows.times.size(); ++r)
                for (std::size_t c = 0; c < columns.size(); ++c) {
                    const int column = layout.column(columns[c]);
                    const auto row = static_cast<Eigen::Index>(r),
                               at = static_cast<Eigen::Index>(c);
                    if (rows.values(row, at) != run->recording()->at(r, column))
                        QFAIL(qPrintable(QString("%1 at row %2").arg(columns[c].c_str()).arg(r)));
                }
        }
    }
    /// The message is that of the run.
    void failures() {
        const auto model = example("four_bar");
        const Catalogue catalogue;
        RunSpec spec = specOf(catalogue, *model, model->description.run);
        const auto unknown = columnRows(catalogue, model, spec, {"nothing.x"});
        QVERIFY(!unknown);
        spec.step = spec.sample = 0.5;
        spec.duration = 20.0;
        const auto failed = columnRows(catalogue, model, spec, {model->bodies[0].name + ".x"});
        QVERIFY(!failed);
        const auto run = got(Run::create(catalogue, model, spec));
        Progress progress;
        while (!run->finished() && progress.status == StepStatus::Reached)
            progress = run->advance({});
        QCOMPARE(failed.error().front().message.text, run->failure(progress).text);
    }
};

MOMENTREE_TEST(TestColumnRows, Appless)

}  // namespace momentree::test_column_rows
#include "test_column_rows.moc"
