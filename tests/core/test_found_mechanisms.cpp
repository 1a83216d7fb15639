// SPDX-License-Identifier: Apache-2.0
// Mechanisms on which a campaign has found formulations that disagree.
#include <QDir>
#include <QTest>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "core/session/run_setup.hpp"
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

/// A formulation for which the speeds of joints are smaller than for the model.
class Slowed final : public Stepper {
public:
    Slowed(std::unique_ptr<Stepper> own, double share) : own_(std::move(own)), share_(share) {}
    Result<void> initialise(const InitialState& initial) override {
        return own_->initialise(initial);
    }
    Progress advance(double until, std::stop_token stop) override {
        return own_->advance(until, std::move(stop));
    }
    void observe(Sample& out) override {
        own_->observe(out);
        for (Sample::JointSample& joint : out.joints)
            for (double& u : joint.u) u *= share_;
    }
    const PhaseClock& phases() const override { return own_->phases(); }

private:
    std::unique_ptr<Stepper> own_;
    double share_;
};

/// The messages of a run of the rounded door that starts with a share of the given speed.
Diagnostics startedWith(double share) {
    const Catalogue catalogue;
    const auto model = modelOf("rounded_door.momentree.json");
    if (!model) return model.error();
    const RunSpec spec = specOf(catalogue, **model, (*model)->description.run);
    auto made = catalogue.make(*model, spec);
    if (!made) return made.error();
    std::unique_ptr<Stepper> slowed = std::make_unique<Slowed>(std::move(*made), share);
    Diagnostics messages;
    SetupOptions options;
    options.stepper = &slowed;
    options.warnings = &messages;
    const auto setup = setUpRun(catalogue, *model, spec, options);
    return setup ? messages : setup.error();
}

bool holds(const Diagnostics& messages, const char* id) {
    return std::ranges::any_of(messages, [&](const Diagnostic& d) { return d.message.id == id; });
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

    /// Small changes are warned of, larger ones refused.
    void changedSpeedsAreTold() {
        QVERIFY(!holds(startedWith(1.0), "given-speed-changed"));
        QVERIFY(holds(startedWith(0.995), "given-speed-changed"));
        QVERIFY(holds(startedWith(0.9), "given-speed-lost"));
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
