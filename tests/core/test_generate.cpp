// SPDX-License-Identifier: Apache-2.0
// Code generated for one model computes the rates of the formulation naudet.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "core/formulations/naudet/naudet.hpp"
#include "core/generate/backend.hpp"
#include "core/generate/coverage.hpp"
#include "core/generate/generated.hpp"
#include "core/generate/library.hpp"
#include "core/generate/text.hpp"
#include "core/io/model_file.hpp"
#include "core/io/text_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/platform/file.hpp"
#include "core/platform/process.hpp"
#include "core/session/run.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_generate {

using namespace momentree::test;

namespace {

QDir examples() { return QDir(QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples")); }

std::shared_ptr<const Model> example(const QString& file) {
    const auto description = readModelFile(examples().filePath(file).toStdString());
    if (!description) qFatal("%s", toString(description.error().front()).c_str());
    return build(*description);
}

QStringList exampleFiles() { return examples().entryList({QStringLiteral("*.momentree.json")}); }

/// States near the start with the counted turns of the start.
MatrixXd statesNear(const VectorXd& start, Eigen::Index count, std::uint64_t seed) {
    Random random(seed);
    MatrixXd Y = start.replicate(1, count);
    for (double& x : Y.reshaped()) x += random.uniform(-0.4, 0.4);
    return Y;
}

/// Random mechanisms whose trees hold every kind of joint, drive and load that code computes.
std::vector<Mechanism> trees() {
    std::vector<Mechanism> all;
    Recipe chain{.bodies = 9, .joints = everyType}, tree = chain, loaded;
    tree.branched = tree.scrambled = true;
    tree.drivenShare = 0.5;
    loaded = tree;
    loaded.loads = true;
    all.push_back({"mixed chain", chain, 2});
    all.push_back({"driven tree", tree, 3});
    for (const std::uint64_t seed : {5, 6}) all.push_back({"loaded tree", loaded, seed});
    return all;
}

QString refusalText(const Model& model) {
    const auto refusal = generateRefusal(model);
    return refusal ? QString::fromStdString(toString(*refusal)) : QString();
}

}  // namespace

class TestGenerate : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(cache_.isValid());
        qputenv("XDG_CACHE_HOME", cache_.path().toUtf8());
    }
    void cleanupTestCase() { qunsetenv("XDG_CACHE_HOME"); }
    void ratesOfTrees_data();
    void ratesOfTrees();
    void ratesOfExamples();
    void ratesOfLoops_data();
    void ratesOfLoops();
    void ratesOfLoopExamples();
    void countsTurnsFromTheStart();
    void refusesWhatItDoesNotCompute_data();
    void refusesWhatItDoesNotCompute();
    void refusesManyLoops();
    void everyExampleIsComputedOrRefused();
    void textHasNoWarnings();
    void textSharesAndFolds();
    void namesCannotLeaveTheComment();
    void runsAsBackend_data();
    void runsAsBackend();
    void librariesAreKept();
    void foldersOfOthersAreRefused();
    void saysThatThereIsNoCompiler();

private:
    void compare(const std::shared_ptr<const Model>& model, const InitialState& initial,
                 std::uint64_t seed, bool batches = true);
    void compareLoops(const std::shared_ptr<const Model>& model, const InitialState& initial,
                      std::uint64_t seed, bool batches);
    QTemporaryDir cache_;
};

/// 1e-12: both recursions lose a few roundings, times the condition of the inertia. Eight states
/// side by side differ from one by the products that the compiler joins with sums.
void TestGenerate::compare(const std::shared_ptr<const Model>& model, const InitialState& initial,
                           std::uint64_t seed, bool batches) {
    const auto naudet = makeNaudet<double>(model, RunSpec());
    const auto generated = makeGenerated(model, RunSpec());
    VectorXd y = startOf(*naudet, initial), same(generated->size());
    const auto started = generated->start(initial, same);
    QVERIFY2(started, started ? "" : toString(started.error().front()).c_str());
    QVERIFY(same == y);
    const MatrixXd Y = statesNear(y, 13, seed);
    for (Eigen::Index k = 0; k < Y.cols(); ++k)
        verifyClose(derivativeOf(*generated, 0.3, Y.col(k)), derivativeOf(*naudet, 0.3, Y.col(k)),
                    1e-12, "single", seed);
    if (!batches) return;
    const auto batch = makeGeneratedBatch(model, RunSpec());
    QVERIFY(batch);
    QVERIFY((*batch)->start(0, initial, same));
    MatrixXd Ydot = MatrixXd::Zero(Y.rows(), Y.cols());
    QCOMPARE((*batch)->derivative(0.3, Y, Ydot), StepStatus::Reached);
    for (Eigen::Index k = 0; k < Y.cols(); ++k)
        verifyClose(Ydot.col(k), derivativeOf(*generated, 0.3, Y.col(k)), 1e-13, "batch", seed);
}

void TestGenerate::ratesOfTrees_data() {
    QTest::addColumn<Mechanism>("mechanism");
    for (const Mechanism& mechanism : trees())
        QTest::addRow("%s %d", mechanism.name.c_str(), int(mechanism.seed)) << mechanism;
}

void TestGenerate::ratesOfTrees() {
    if (const auto none = compilerRefusal()) QSKIP(none->str().c_str());
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    QCOMPARE(refusalText(*model), QString());
    compare(model, bodyStates(*model, describedStart(*model)), mechanism.seed);
}

void TestGenerate::ratesOfExamples() {
    if (const auto none = compilerRefusal()) QSKIP(none->str().c_str());
    int count = 0;
    for (const QString& file : exampleFiles()) {
        const auto model = example(file);
        if (generateRefusal(*model) || model->tree.closureRows > 0) continue;
        ++count;
        const auto initial = assemble(*model);
        QVERIFY(initial);
        compare(model, *initial, 11, false);
        if (QTest::currentTestFailed()) qWarning("in %s", qPrintable(file));
    }
    QVERIFY2(count >= 7, qPrintable(QString::number(count)));
}

void TestGenerate::ratesOfLoops_data() {
    QTest::addColumn<Mechanism>("mechanism");
    for (const Mechanism& mechanism : closedMechanisms())
        if (!generateRefusal(*modelOf(mechanism)))
            QTest::addRow("%s %d", mechanism.name.c_str(), int(mechanism.seed)) << mechanism;
}

/// Poses of a short run: there, rows that are too many agree with the others, so that both choices
/// of pivots lead to the same motion. The momenta are any.
void TestGenerate::compareLoops(const std::shared_ptr<const Model>& model,
                                const InitialState& initial, std::uint64_t seed, bool batches) {
    const auto naudet = makeNaudet<double>(model, RunSpec());
    const auto generated = makeGenerated(model, RunSpec());
    VectorXd y = startOf(*naudet, initial), same(generated->size());
    const auto started = generated->start(initial, same);
    QVERIFY2(started, started ? "" : toString(started.error().front()).c_str());
    QVERIFY(same == y);
    Random random(seed);
    RungeKutta run(*naudet, y, 1e-3);
    MatrixXd Y(y.size(), 5), Ydot = Y;
    for (Eigen::Index k = 0; k < Y.cols(); ++k) {
        Y.col(k) = run.state();
        const double largest = run.state().tail(model->tree.nu).cwiseAbs().maxCoeff();
        for (double& p : Y.col(k).tail(model->tree.nu))
            p += (0.1 + largest) * random.uniform(-1.0, 1.0);
        const VectorXd exact = derivativeOf(*naudet, run.time(), Y.col(k));
        verifyClose(derivativeOf(*generated, run.time(), Y.col(k)), exact, 1e-11, "single", seed);
        run.step();
    }
    if (!batches) return;
    const auto batch = makeGeneratedBatch(model, RunSpec());
    QVERIFY(batch && (*batch)->start(0, initial, same));
    QCOMPARE((*batch)->derivative(0.3, Y, Ydot), StepStatus::Reached);
    for (Eigen::Index k = 0; k < Y.cols(); ++k)
        verifyClose(Ydot.col(k), derivativeOf(*generated, 0.3, Y.col(k)), 1e-11, "batch", seed);
}

void TestGenerate::ratesOfLoops() {
    if (const auto none = compilerRefusal()) QSKIP(none->str().c_str());
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    compareLoops(model, bodyStates(*model, closedState(*model)), mechanism.seed, false);
}

/// Redundant ones too: of Bennett's linkage, of Sarrus' and of planar loops in space.
void TestGenerate::ratesOfLoopExamples() {
    if (const auto none = compilerRefusal()) QSKIP(none->str().c_str());
    QStringList computed;
    for (const QString& file : exampleFiles()) {
        const auto model = example(file);
        if (generateRefusal(*model) || model->tree.closureRows == 0) continue;
        const auto initial = assemble(*model);
        QVERIFY(initial);
        compareLoops(model, *initial, 12, file.startsWith("bennett") || file.startsWith("four"));
        if (QTest::currentTestFailed()) qWarning("in %s", qPrintable(file));
        computed << file.section('.', 0, 0);
    }
    for (const char* name : {"four_bar", "bennett", "sarrus", "slider_crank"})
        QVERIFY2(computed.contains(name), name);
}

/// Torsion springs that start wound up.
void TestGenerate::countsTurnsFromTheStart() {
    if (const auto none = compilerRefusal()) QSKIP(none->str().c_str());
    const auto model = modelOf({"loads", {.bodies = 6, .joints = {"revolute"}, .loads = true}, 21});
    QCOMPARE(refusalText(*model), QString());
    InitialState initial = bodyStates(*model, describedStart(*model));
    initial.angles = anglesOf(countedAngles(*model), initial);
    for (double& angle : initial.angles) angle += 4.0 * std::numbers::pi;
    compare(model, initial, 21, false);
}

void TestGenerate::refusesWhatItDoesNotCompute_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("reason");
    const auto add = [](const char* file, const char* reason) {
        QTest::newRow(file) << QString(file) << QString(reason);
    };
    add("differential", "coupling 'left_mesh': couples joints");
    add("drawers", "force 'middle_friction': has dry friction");
    add("fan", "force 'motor_torque': is a motor whose torque is limited");
    add("controlled_arm", "force 'servo': is a controller");
    add("geneva_drive", "force 'slots_a' law: is an expression of the state");
    add("mounted_platform", "force 'mount_front_left': is a bushing");
    add("pendulum_with_stop", "joint 'J1': stops with impacts");
}

void TestGenerate::refusesWhatItDoesNotCompute() {
    QFETCH(QString, file);
    QFETCH(QString, reason);
    const auto model = example(file + ".momentree.json");
    QCOMPARE(refusalText(*model),
             reason + ", which generated code does not compute; other backends do");
    VectorXd y(1);
    const auto generated = makeGenerated(model, RunSpec());
    QVERIFY(!generated->start(InitialState(), y));
    QVERIFY(!makeGeneratedBatch(model, RunSpec()));
}

void TestGenerate::refusesManyLoops() {
    const auto many = [](int loops) {
        return refusalText(*modelOf({"loops",
                                     {.bodies = 14,
                                      .joints = {"revolute"},
                                      .planar = true,
                                      .closure = "revolute",
                                      .loops = loops},
                                     8}));
    };
    QCOMPARE(many(12), QString());
    QCOMPARE(many(13),
             "joints: close loops by 65 rows, more than 60, which generated code does not compute; "
             "other backends do");
}

/// Whatever `naudet` adds to a model's rates beside what the code computes has a refusal: the
/// numbers of loads are those of the model.
void TestGenerate::everyExampleIsComputedOrRefused() {
    for (const QString& file : exampleFiles()) {
        const auto model = example(file);
        const bool special = !model->couplings.empty() || !model->contactLoads.empty() ||
                             !model->bushings.empty() || !model->elasticCouplings.empty() ||
                             !model->stops.empty() || model->controllerStates > 0 ||
                             !model->measured.empty();
        QVERIFY2(!special || generateRefusal(*model), qPrintable(file));
    }
}

void TestGenerate::textHasNoWarnings() {
    if (const auto none = compilerRefusal()) QSKIP(none->str().c_str());
    QTemporaryDir folder;
    const Mechanism loaded = trees().back();
    const std::string path = folder.filePath("model.cpp").toStdString();
    QVERIFY(writeTextAtomically(generatedText(*modelOf(loaded), {.batch = true, .gradient = true}),
                                path));
    for (const char* machine : {"-march=native", "-O1"}) {
        const auto told = platform::runProgram(
            {"c++", "-std=c++17", machine, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", path});
        QVERIFY(told && told->status == 0);
    }
}

void TestGenerate::textSharesAndFolds() {
    Tape tape;
    const Recorded x = tape.input(0), y = tape.input(1);
    QVERIFY((x + 0.0) == x && (1.0 * x) == x && (x * 0.0).is(0.0) && (x - x).is(0.0));
    QVERIFY((x + y) == (y + x) && (x * y) == (y * x));
    QVERIFY((x + -y) == (x - y) && (-x * -y) == (x * y) && -(-x) == x);
    QVERIFY(2.0 * (3.0 * x) == 6.0 * x && cos(-x) == cos(x) && sin(-x) == -sin(x));
    QVERIFY(x - y != y - x);
    const RecordedEquations equations{.states = 2, .rates = {sin(x) * y + cos(x), x * 0.0}};
    const std::string text = generatedText(equations, tape.nodes(), "m", {});
    const auto occurrences = [&](const std::string& what) {
        int count = 0;
        for (std::size_t at = text.find(what); at != std::string::npos;
             at = text.find(what, at + 1))
            ++count;
        return count;
    };
    QCOMPARE(occurrences("angle[0] ="), 1);  // the sine and the cosine of one angle
    QCOMPARE(occurrences("angle[1] ="), 0);
    QCOMPARE(occurrences("rates[stride * 1] = Number{} + 0.0;"), 1);
}

/// The name of a model is text from elsewhere.
void TestGenerate::namesCannotLeaveTheComment() {
    auto model = std::make_shared<Model>(*modelOf({"one", {.bodies = 1}, 1}));
    model->name = "a\nint evil = 0; \\\r\n*/ b";
    const std::string text = generatedText(*model);
    QVERIFY(text.starts_with("// Rates of the state of 'a int evil = 0;    */ b'"));
}

void TestGenerate::runsAsBackend_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"double_pendulum", "four_bar", "bennett"})
        QTest::newRow(file) << QString(file);
}

/// A run by the backend is that of naudet; errors of both grow alike, far below 1e-9.
void TestGenerate::runsAsBackend() {
    Catalogue catalogue;
    catalogue.add(generatedBackend());
    QFETCH(QString, file);
    const auto model = example(file + ".momentree.json");
    RunSpec spec = catalogue.defaults(*model, "naudet");
    spec.duration = 1.0;
    const auto closed = example("differential.momentree.json");
    for (const Choice& choice : catalogue.backends("naudet", closed.get()))
        if (choice.id == "generated") QVERIFY(choice.refusal);
    for (const Choice& choice : catalogue.backends("hdca"))
        if (choice.id == "generated") QVERIFY(choice.refusal);
    spec.backend = "generated";
    QVERIFY(!catalogue.check(*closed, spec));
    if (const auto none = compilerRefusal()) QSKIP(none->str().c_str());
    for (const Choice& choice : catalogue.backends("naudet", model.get()))
        if (choice.id == "generated") QVERIFY(!choice.refusal);
    const auto endOf = [&](const std::string& backend) {
        spec.backend = backend;
        const auto stepper = catalogue.make(model, spec);
        if (!stepper || !(*stepper)->initialise(*assemble(*model))) return VectorXd();
        if ((*stepper)->advance(spec.duration, {}).status != StepStatus::Reached) return VectorXd();
        Sample sample;
        sample.resize(*model);
        (*stepper)->observe(sample);
        return flattened(sample.bodies);
    };
    const VectorXd expected = endOf("sequential");
    QVERIFY(expected.size() > 0);
    verifyClose(endOf("generated"), expected, 1e-9, "end of the run");
}

void TestGenerate::librariesAreKept() {
    if (const auto none = compilerRefusal()) QSKIP(none->str().c_str());
    const QDir folder(cache_.filePath("momentree/generated"));
    const std::string text = generatedText(*modelOf({"kept", {.bodies = 1}, 31}));
    const auto count = [&] { return folder.entryList(QDir::Files).size(); };
    const auto before = count();
    QVERIFY(GeneratedLibrary::load(text));
    QCOMPARE(count(), before + 1);
    QVERIFY(GeneratedLibrary::load(text));
    QCOMPARE(count(), before + 1);
    QVERIFY(folder.entryList({"work-*"}, QDir::Dirs).isEmpty());
    const auto mode = QFile::permissions(folder.path());
    QVERIFY(
        !(mode & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther)));
}

/// Code in the folder is run: nobody else may put any there.
void TestGenerate::foldersOfOthersAreRefused() {
    if (const auto none = compilerRefusal()) QSKIP(none->str().c_str());
    QTemporaryDir open;
    QVERIFY(QDir(open.path()).mkpath("momentree/generated"));
    const std::string folder = open.filePath("momentree/generated").toStdString();
    if (platform::factsOf(folder)->permissions == 0)
        QSKIP("files of this system have other rights");
    std::filesystem::permissions(folder, std::filesystem::perms::all);
    qputenv("XDG_CACHE_HOME", open.path().toUtf8());
    const auto loaded = GeneratedLibrary::load(generatedText(*modelOf({"m", {.bodies = 1}, 1})));
    qputenv("XDG_CACHE_HOME", cache_.path().toUtf8());
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().front().message.id, std::string_view("generate-folder"));
}

void TestGenerate::saysThatThereIsNoCompiler() {
    const QByteArray before = qgetenv("CXX");
    qputenv("CXX", "/nowhere/compiler with arguments");
    const auto refusal = compilerRefusal();
    const auto loaded = GeneratedLibrary::load("int x;");
    before.isNull() ? qunsetenv("CXX") : qputenv("CXX", before);
    QVERIFY(refusal);
    QCOMPARE(refusal->id, std::string_view("generate-no-compiler"));
    QVERIFY(!loaded);
}

MOMENTREE_TEST(TestGenerate, Appless)

}  // namespace momentree::test_generate

#include "test_generate.moc"
