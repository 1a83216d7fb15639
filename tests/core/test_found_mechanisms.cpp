// SPDX-License-Identifier: Apache-2.0
// Mechanisms on which a campaign has found formulations that disagree.
#include <QDir>
#include <QTest>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_found_mechanisms {
namespace {

const QString folder = QStringLiteral(MOMENTREE_SOURCE_DIR "/tests/data/campaign");

Result<std::shared_ptr<const Model>> modelOf(const QString& file) {
    auto read = readModelFile((folder + "/" + file).toStdString());
    if (!read) return tl::unexpected(std::move(read.error()));
    return buildModel(std::move(*read));
}

Result<std::unique_ptr<Run>> runOf(const std::shared_ptr<const Model>& model,
                                   const std::string& formulation) {
    RunSettings settings = model->description.run;
    settings.formulation = formulation;
    settings.integrator.clear();
    RunSpec spec = specOf(Catalogue(), *model, settings);
    if (!integratorsIn(formulation).empty()) spec.step *= 0.1;
    return Run::create(Catalogue(), model, spec);
}

/// The coordinates of all joints at the end of the run of a file, by a formulation.
Result<Eigen::VectorXd> lastPose(const std::shared_ptr<const Model>& model,
                                 const std::string& formulation) {
    auto run = runOf(model, formulation);
    if (!run) return tl::unexpected(std::move(run.error()));
    Progress progress;
    while (!(*run)->finished() && progress.status == StepStatus::Reached)
        progress = (*run)->advance({});
    if (progress.status != StepStatus::Reached) return fail(error({}, (*run)->failure(progress)));
    const Recording& rows = *(*run)->recording();
    const int joints = static_cast<int>(model->joints.size());
    Eigen::VectorXd q(joints);
    for (int j = 0; j < joints; ++j) q[j] = rows.at(rows.size() - 1, (*run)->layout().jointQ(j));
    return q;
}

}  // namespace

class TestFoundMechanisms : public QObject {
    Q_OBJECT

    static void addRows() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<std::string>("formulation");
        for (const QString& file : QDir(folder).entryList(QDir::Files))
            for (const std::string& id : test::formulations())
                if (id != "soft")  // its loops yield by more than the gap
                    QTest::addRow("%s %s", qPrintable(file), id.c_str()) << file << id;
    }

private slots:
    void formulationsAgree_data() { addRows(); }
    void formulationsAgree() {
        QFETCH(QString, file);
        QFETCH(std::string, formulation);
        const auto model = modelOf(file);
        QVERIFY(model);
        const auto start = lastPose(*model, "naudet");
        const auto found = lastPose(*model, formulation);
        QVERIFY(start);
        QVERIFY2(found, found ? "" : toString(found.error().front()).c_str());
        QVERIFY2((*found - *start).norm() < 1e-3,
                 qPrintable(QString::number((*found - *start).norm())));
    }

    /// Where a formulation cannot tell from the gap how a loop moves, it does not start otherwise
    /// than given.
    void refusesToStartOtherwiseThanGiven() {
        const auto model = modelOf("../rounded_door.momentree.json");
        QVERIFY(model);
        QStringList refusals;
        for (const std::string& id : test::formulations()) {
            const auto run = runOf(*model, id);
            if (!run) {
                QCOMPARE(run.error().front().message.id, "given-speed-lost");
                refusals.append(QString::fromStdString(id));
                continue;
            }
            const int j1 = (*run)->layout().jointU(static_cast<int>(test::jointOf(**model, "j1")));
            const double u = (*run)->recording()->at(0, j1);
            QVERIFY2(std::abs(u + 2.6836284) < 0.01 * 2.6836284, qPrintable(QString::number(u)));
        }
        QVERIFY(refusals.contains("hdca"));
        QVERIFY(!refusals.contains("naudet"));
    }

    void givenSpeedsHold_data() { addRows(); }
    void givenSpeedsHold() {
        QFETCH(QString, file);
        QFETCH(std::string, formulation);
        const auto model = modelOf(file);
        QVERIFY(model);
        const auto run = runOf(*model, formulation);
        QVERIFY(run);
        for (const JointStart& start : (*model)->description.jointStarts)
            for (std::size_t k = 0; k < start.u.size(); ++k) {
                const int column = (*run)->layout().jointU(
                    static_cast<int>(test::jointOf(**model, start.joint.c_str())));
                const double u = (*run)->recording()->at(0, column + static_cast<int>(k));
                QVERIFY2(std::abs(u - start.u[k].value) <= 1e-3 * std::abs(start.u[k].value),
                         qPrintable(QString::number(u)));
            }
    }
};

MOMENTREE_TEST(TestFoundMechanisms, Appless)
}  // namespace momentree::test_found_mechanisms
#include "test_found_mechanisms.moc"
