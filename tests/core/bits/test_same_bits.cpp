// SPDX-License-Identifier: Apache-2.0
// The bits of results: against tests/data/same_bits.txt, and with other numbers of threads. After
// an intended change of the numerics, `MOMENTREE_RENEW=1 tests-bits test_same_bits` writes the file
// anew.
#include <QFile>
#include <QMap>
#include <QTest>

#include "core/build_info.hpp"
#include "core/io/model_file.hpp"
#include "core/io/provenance.hpp"
#include "core/session/run.hpp"
#include "support/test_main.hpp"

namespace momentree::test_same_bits {
namespace {

constexpr double duration = 0.25;  // [s]
const QString golden = QStringLiteral(MOMENTREE_SOURCE_DIR "/tests/data/same_bits.txt");
const char* const formulations[] = {"hdca",
                                    "dca",
                                    "naudet",
                                    "aba",
                                    "lcaba",
                                    "cluster",
                                    "hamilton-index2",
                                    "index3-dca",
                                    "lagrange-index1",
                                    "udwadia-kalaba",
                                    "null-space",
                                    "generalized-alpha",
                                    "rattle",
                                    "energy-momentum",
                                    "soft"};

/// What the bits depend on besides the sources.
QString levelOf(const MachineFacts& machine) {
    QStringList facts;
    for (const auto& [name, value] : machine)
        if (name == "instructions" || name == "compiler" || name == "build" || name == "glibc")
            facts << QString::fromStdString(name == "glibc" ? "glibc " + value : value);
    return facts.join(", ");
}

std::shared_ptr<const Model> modelOf(const std::string& name) {
    auto description =
        readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" + name + ".momentree.json");
    if (!description) qFatal("cannot read %s", name.c_str());
    return *buildModel(std::move(*description));
}

/// The hash of the rows of a short run.
QString hashOf(const std::string& name, const std::string& formulation,
               const std::string& backend = "sequential") {
    const auto model = modelOf(name);
    RunSpec spec = Catalogue().defaults(*model, formulation);
    spec.backend = backend;
    spec.duration = duration;
    spec.sample = 0.01;
    auto run = Run::create(Catalogue(), model, spec);
    if (!run) return QString::fromStdString(toString(run.error()[0]));
    while (!(*run)->finished() && (*run)->advance({}).status == StepStatus::Reached) {
    }
    const Recording& rows = *(*run)->recording();
    return QString::fromStdString(marksOf(rows, (*run)->layout(), rows.size()).hash).left(16);
}

/// Lines "level: MODEL FORMULATION HASH" as keys and hashes.
QMap<QString, QString> readGolden() {
    QMap<QString, QString> lines;
    QFile file(golden);
    if (!file.open(QIODevice::ReadOnly)) return lines;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts))
        if (!line.startsWith('#')) lines[line.section(' ', 0, -2)] = line.section(' ', -1);
    return lines;
}

}  // namespace

class TestSameBits : public QObject {
    Q_OBJECT

private:
    const QString level_ = levelOf(thisMachine());
    const bool renew_ = qEnvironmentVariableIsSet("MOMENTREE_RENEW");
    QMap<QString, QString> lines_ = readGolden();

private slots:
    void asStored_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("formulation");
        for (const char* model : {"four_bar", "slider_crank", "rssr", "spatial_double_pendulum"})
            for (const char* formulation : formulations)
                QTest::addRow("%s, %s", model, formulation)
                    << QString(model) << QString(formulation);
    }
    void asStored() {
        QFETCH(QString, model);
        QFETCH(QString, formulation);
        const QString key = QString("%1: %2 %3").arg(level_, model, formulation);
        if (!renew_ && !lines_.contains(key)) QSKIP(qPrintable("no bits are stored for " + level_));
        const QString hash = hashOf(model.toStdString(), formulation.toStdString());
        if (renew_) lines_[key] = hash;
        QVERIFY2(lines_[key] == hash,
                 "the bits of this run have changed; if that is intended, run "
                 "MOMENTREE_RENEW=1 tests-bits test_same_bits");
    }
    void theSameAgain() {
        QCOMPARE(hashOf("rssr", "hdca"), hashOf("rssr", "hdca"));
        QVERIFY(hashOf("rssr", "hdca") != hashOf("rssr", "naudet"));
    }
    /// Every number of threads gives the bits of one thread; with `naudet`, a number of threads has
    /// its own bits, the same each time.
    void threads_data() {
        QTest::addColumn<std::string>("model");
        QTest::addColumn<std::string>("formulation");
        for (const char* model : {"chain_128", "branched_tree", "rssr"})
            for (const char* formulation :
                 {"hdca", "index3-dca", "rattle", "energy-momentum", "naudet"})
                QTest::addRow("%s, %s", model, formulation)
                    << std::string(model) << std::string(formulation);
    }
    void threads() {
        QFETCH(std::string, model);
        QFETCH(std::string, formulation);
        for (const char* backend : {"parallel:2", "parallel:3"}) {
            const QString shared = hashOf(model, formulation, backend);
            QCOMPARE(shared,
                     hashOf(model, formulation, formulation == "naudet" ? backend : "sequential"));
        }
    }
    void cleanupTestCase() {
        if (!renew_) return;
        QString text =
            "# Hashes of the rows of short runs, by test_same_bits. After an intended change of "
            "the\n"
            "# numerics: MOMENTREE_RENEW=1 tests-bits test_same_bits\n";
        for (auto line = lines_.cbegin(); line != lines_.cend(); ++line)
            text += line.key() + ' ' + line.value() + '\n';
        QFile file(golden);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0);
    }
};

MOMENTREE_TEST(TestSameBits, Appless)

}  // namespace momentree::test_same_bits
#include "test_same_bits.moc"
