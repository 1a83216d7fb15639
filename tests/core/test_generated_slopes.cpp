// SPDX-License-Identifier: Apache-2.0
// Slopes of generated code by states and parameters, with and without loops.
#include <QTemporaryDir>
#include <QTest>
#include <complex>

#include "core/formulations/naudet/naudet.hpp"
#include "core/generate/closed_loops.hpp"
#include "core/generate/coverage.hpp"
#include "core/generate/generated.hpp"
#include "core/generate/library.hpp"
#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/math/index.hpp"
#include "core/math/solve.hpp"
#include "core/model/evaluate.hpp"
#include "support/allocation_guard.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_generated_slopes {

using namespace momentree::test;

namespace {

using Complex = std::complex<double>;
using Eigen::MatrixXcd;
using Eigen::VectorXcd;

const std::string tooLong = "many loops";  // a mechanism whose slopes take too much code

constexpr double tiny = 1e-40;  // a complex step has no difference of nearby numbers

ModelDescription exampleText(const std::string& name) {
    const auto description =
        readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" + name + ".momentree.json");
    if (!description) qFatal("%s", toString(description.error().front()).c_str());
    return *description;
}

/// The equations of a model in complex numbers.
class ComplexEquations {
public:
    ComplexEquations(const Model& model, const ClosedLoops& closed) : closed_(closed) {
        Tape tape;
        equations_ = recordEquations(model, tape, closed.loops);
        nodes_ = tape.nodes();
    }
    /// @param inputs without sigma
    VectorXcd rates(const std::vector<Complex>& inputs) {
        values_.clear();
        sigma_ = VectorXcd();
        for (const Tape::Node& node : nodes_) values_.push_back(valueOf(node, inputs));
        VectorXcd rates(std::ssize(equations_.rates));
        for (Eigen::Index k = 0; k < rates.size(); ++k)
            rates[k] = of(equations_.rates[toIndex(static_cast<int>(k))]);
        return rates;
    }

private:
    Complex of(const Recorded& x) const {
        return x.known() ? Complex(x.number) : values_[toIndex(x.node)];
    }
    Complex valueOf(const Tape::Node& node, const std::vector<Complex>& inputs) {
        const Complex a = of(node.a), b = of(node.b);
        switch (node.operation) {
            case Operation::Input:
                if (node.index < std::ssize(inputs)) return inputs[toIndex(node.index)];
                if (sigma_.size() == 0) solve();
                return sigma_[node.index - std::ssize(inputs)];
            case Operation::Sum:
                return a + b;
            case Operation::Difference:
                return a - b;
            case Operation::Product:
                return a * b;
            case Operation::Quotient:
                return a / b;
            case Operation::Negative:
                return -a;
            case Operation::Sine:
                return std::sin(a);
            case Operation::Cosine:
                return std::cos(a);
            case Operation::Root:
                return std::sqrt(a);
            case Operation::Inverse:
                return a == 0.0 ? Complex(0.0) : 1.0 / a;
        }
        return 0.0;
    }
    /// THEORY 3.9 with inverses in place of factors: sigma = w T G^-1 Sc_KK^-1 G^-1 T^T w b,
    /// G = T^T w T, with the pivots K of the real parts.
    void solve() {
        const auto rows = std::ssize(equations_.gaps);
        sigma_.setZero(rows);
        Eigen::Index first = 0;
        for (const RecordedGroup& group : equations_.groups) {
            const Eigen::Index n = group.rows, r = group.rank;
            MatrixXcd Sc(n, n);
            VectorXcd b(n), w(n);
            VectorXd scale(n), weight(n);
            for (Eigen::Index i = 0; i < n; ++i) {
                const auto row = static_cast<std::size_t>(first + i);
                b[i] = of(equations_.gaps[row]);
                scale[i] = closed_.scale[row], weight[i] = closed_.weight[row];
                for (Eigen::Index j = 0; j <= i; ++j)
                    Sc(i, j) = Sc(j, i) =
                        of(equations_.Sc[row][static_cast<std::size_t>(first + j)]);
            }
            w = weight.cast<Complex>();
            RedundantSolver<MatrixXd> solver;
            solver.factorise(MatrixXd(Sc.real()), scale, weight, r);
            MatrixXcd columns(n, r), K(r, r);
            for (Eigen::Index k = 0; k < r; ++k) columns.col(k) = Sc.col(solver.pivot(k));
            for (Eigen::Index k = 0; k < r; ++k) K.row(k) = columns.row(solver.pivot(k));
            const MatrixXcd inverse = K.inverse(), T = columns * inverse, wT = w.asDiagonal() * T;
            if (n == r) {
                sigma_.segment(first, n) = Sc.partialPivLu().solve(b);
            } else {
                const MatrixXcd G = (T.transpose() * wT).inverse();
                const VectorXcd fitted = G * (wT.transpose() * b);
                sigma_.segment(first, n) = wT * (G * (inverse * fitted));
            }
            first += n;
        }
    }

    const ClosedLoops& closed_;
    RecordedEquations equations_;
    std::vector<Tape::Node> nodes_;
    std::vector<Complex> values_;
    VectorXcd sigma_;
};

/// Rates of a double pendulum of equal rods, of length L and mass m, in complex numbers.
VectorXcd pendulumRates(const VectorXd& y, Complex L, Complex m) {
    const double g = 9.80665, q1 = y[0], q2 = y[1];
    const Complex J = m * L * L / 12.0, c = L / 2.0;
    const Complex M22 = J + m * c * c, M12 = M22 + m * L * c * std::cos(q2);
    const Complex M11 = J + m * c * c + M22 + m * L * L + 2.0 * m * L * c * std::cos(q2);
    const Complex det = M11 * M22 - M12 * M12;
    const Complex u1 = (M22 * y[2] - M12 * y[3]) / det, u2 = (M11 * y[3] - M12 * y[2]) / det;
    const Complex turned = -m * g * c * std::cos(q1 + q2);
    VectorXcd rates(4);
    rates << u1, u2, turned - m * g * (c + L) * std::cos(q1),
        turned - m * L * c * std::sin(q2) * u1 * (u1 + u2);
    return rates;
}

/// Slopes of the rates of `naudet` at a state by a parameter: differences of order 8.
VectorXd slopesByDifferences(const ModelDescription& description, const std::string& name,
                             const InitialState& initial, const VectorXd& y) {
    ModelDescription known = description;
    if (!evaluateParameters(known)) qFatal("no parameters");
    double value = 0.0;
    for (const ParameterDescription& parameter : known.parameters)
        if (parameter.name == name) value = parameter.value.value;
    const double step = 0.02 * std::abs(value);
    const auto rates = [&](int k) {
        ModelDescription moved = description;
        if (!giveParameter(moved, name, value + k * step)) qFatal("no parameter %s", name.c_str());
        const auto system = makeNaudet<double>(build(moved), RunSpec());
        startOf(*system, initial);
        return derivativeOf(*system, 0.3, y);
    };
    const std::array weights{4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
    VectorXd slopes = VectorXd::Zero(y.size());
    for (int k = 1; k <= 4; ++k) slopes += weights[toIndex(k - 1)] / step * (rates(k) - rates(-k));
    return slopes;
}

}  // namespace

class TestGeneratedSlopes : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(cache_.isValid());
        qputenv("XDG_CACHE_HOME", cache_.path().toUtf8());
        if (const auto none = compilerRefusal()) QSKIP(none->str().c_str());
    }
    void cleanupTestCase() { qunsetenv("XDG_CACHE_HOME"); }

    void byStatesOfTrees_data() {
        QTest::addColumn<Mechanism>("mechanism");
        Recipe arm{.bodies = 7}, loaded{.bodies = 6, .joints = everyType, .branched = true};
        loaded.loads = true;
        loaded.drivenShare = 0.4;
        QTest::newRow("arm") << Mechanism{"arm", arm, 41};
        QTest::newRow("mixed chain") << Mechanism{"mixed", {.bodies = 9, .joints = everyType}, 42};
        QTest::newRow("loaded tree") << Mechanism{"loaded", loaded, 43};
    }
    void byStatesOfTrees() {
        QFETCH(Mechanism, mechanism);
        const auto model = modelOf(mechanism);
        compareByStates(model, bodyStates(*model, describedStart(*model)), 0.4, mechanism.seed);
    }

    void byStatesOfLoops_data() {
        QTest::addColumn<Mechanism>("mechanism");
        // Few and small ones: compilers take long for slopes.
        for (const Mechanism& mechanism : closedMechanisms())
            for (const char* name : {"planar loop", "universal tip", "point-on-plane tip"})
                if (mechanism.name == name) QTest::newRow(name) << mechanism;
    }
    void byStatesOfLoops() {
        QFETCH(Mechanism, mechanism);
        const auto model = modelOf(mechanism);
        compareByStates(model, bodyStates(*model, closedState(*model)), 1e-3, mechanism.seed);
    }

    /// Instead of hours of the compiler.
    void refusesLongCode() {
        for (const Mechanism& mechanism : closedMechanisms()) {
            if (mechanism.name != tooLong) continue;
            const auto model = modelOf(mechanism);
            const auto slopes = GeneratedSlopes::make(model);
            QVERIFY(slopes);
            VectorXd y((*slopes)->size());
            const auto started = (*slopes)->start(bodyStates(*model, closedState(*model)), y);
            QVERIFY(!started);
            QCOMPARE(started.error().front().message.id, std::string_view("generate-long"));
        }
    }

    /// Also those of redundant rows.
    void byStatesOfExamples() {
        for (const char* name : {"four_bar", "bennett", "sarrus"}) {
            const auto model = build(exampleText(name));
            const auto initial = assemble(*model);
            QVERIFY(initial);
            compareByStates(model, *initial, 1e-3, 3);
            if (QTest::currentTestFailed()) qWarning("in %s", name);
        }
    }

    /// Both lengths and masses are one parameter each, and inertias follow from them.
    void byParametersOfAPendulum() {
        const auto model = build(exampleText("double_pendulum"));
        const auto initial = assemble(*model);
        const auto slopes = GeneratedSlopes::make(model, {"m", "L"});
        QVERIFY(initial && slopes);
        QCOMPARE((*slopes)->parameters(), 2);
        VectorXd y(4), ydot(4);
        QVERIFY((*slopes)->start(*initial, y));
        Random random(7);
        for (int k = 0; k < 10; ++k) {
            for (double& x : y) x = random.uniform(-1.0, 1.0);
            QCOMPARE((*slopes)->evaluate(0.0, y, ydot), StepStatus::Reached);
            verifyClose(ydot, pendulumRates(y, 0.4, 0.5).real(), 1e-13, "rates");
            MatrixXd exact(4, 2);
            exact << pendulumRates(y, 0.4, Complex(0.5, tiny)).imag() / tiny,
                pendulumRates(y, Complex(0.4, tiny), 0.5).imag() / tiny;
            const MatrixXd found = (*slopes)->slopesByParameters();
            for (Eigen::Index j = 0; j < 2; ++j)
                verifyClose(found.col(j), exact.col(j), 1e-12, "slopes");
        }
    }

    void byParametersOfExamples_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("parameters");
        QTest::newRow("four bars") << "four_bar" << QStringList{"L", "m", "d"};
        QTest::newRow("a spring, redundant rows") << "sarrus" << QStringList{"k"};
    }
    /// 1e-10: what a difference of whole rates leaves of the digits, divided by a hundredth.
    void byParametersOfExamples() {
        QFETCH(QString, name);
        QFETCH(QStringList, parameters);
        const ModelDescription description = exampleText(name.toStdString());
        std::vector<std::string> names;
        for (const QString& parameter : parameters) names.push_back(parameter.toStdString());
        const auto model = build(description);
        const auto initial = assemble(*model);
        const auto slopes = GeneratedSlopes::make(model, names);
        QVERIFY2(slopes, slopes ? "" : toString(slopes.error().front()).c_str());
        QVERIFY(initial);
        VectorXd y((*slopes)->size()), ydot = y;
        const auto started = (*slopes)->start(*initial, y);
        QVERIFY2(started, started ? "" : toString(started.error().front()).c_str());
        Random random(9);
        for (double& x : y) x += random.uniform(-1e-3, 1e-3);
        QCOMPARE((*slopes)->evaluate(0.3, y, ydot), StepStatus::Reached);
        for (std::size_t k = 0; k < names.size(); ++k)
            verifyClose((*slopes)->slopesByParameters().col(static_cast<Eigen::Index>(k)),
                        slopesByDifferences(description, names[k], *initial, y), 1e-10,
                        names[k].c_str());
    }

    /// A law that has another form for other values of a parameter has no slope by it.
    void refusesOtherStructures() {
        ModelDescription description = exampleText("double_pendulum");
        for (const char* text : {"max(L, 0.4) - 0.4", "min(L, 0.4) - 0.4", "abs(L - 0.4)"}) {
            description.bodies[0].markers[0].position[1].text = text;
            const auto slopes = GeneratedSlopes::make(build(description), {"L"});
            QVERIFY2(!slopes, text);
            QCOMPARE(slopes.error().front().message.id, std::string_view("generate-parameter"));
        }
        const auto unknown = GeneratedSlopes::make(build(exampleText("double_pendulum")), {"M"});
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().front().place.kind, Place::Kind::Parameter);
    }

private:
    /// 1e-12 with the condition of the inertia and of loops.
    void compareByStates(const std::shared_ptr<const Model>& model, const InitialState& initial,
                         double away, std::uint64_t seed) {
        const auto generated = makeGenerated(model, RunSpec());
        auto slopes = GeneratedSlopes::make(model);
        QVERIFY(slopes);
        VectorXd start(generated->size()), ydot = start;
        const auto started = (*slopes)->start(initial, start);
        QVERIFY2(started, started ? "" : toString(started.error().front()).c_str());
        QVERIFY(generated->start(initial, start));
        VectorXd y = start;
        Random random(seed);
        for (double& x : y.tail(model->tree.nu)) x += random.uniform(-0.4, 0.4);
        for (double& x : y.head(generated->positionSize())) x += random.uniform(-away, away);
        QCOMPARE((*slopes)->evaluate(0.3, y, ydot), StepStatus::Reached);
        verifyClose(ydot, derivativeOf(*generated, 0.3, y), 1e-12, "rates", seed);

        const ClosedLoops closed = closedLoops(*model, initial);
        ComplexEquations equations(*model, closed);
        std::vector<Complex> inputs(y.begin(), y.end());
        inputs.emplace_back(0.3);
        for (const double number :
             startNumbers(*model, initial, start.head(model->tree.nq), closed, 0.0))
            inputs.emplace_back(number);
        MatrixXd exact(y.size(), y.size());
        for (Eigen::Index k = 0; k < y.size(); ++k) {
            Complex& input = inputs[static_cast<std::size_t>(k)];
            input += Complex(0.0, tiny);
            exact.col(k) = equations.rates(inputs).imag() / tiny;
            input = y[k];
        }
        const MatrixXd found = (*slopes)->slopes();
        verifyClose(found.reshaped(), exact.reshaped(), 1e-12, "slopes", seed);
        const AllocationGuard guard;
        QCOMPARE((*slopes)->evaluate(0.3, y, ydot), StepStatus::Reached);
        QCOMPARE(guard.count(), std::size_t(0));
    }

    QTemporaryDir cache_;
};

MOMENTREE_TEST(TestGeneratedSlopes, Appless)

}  // namespace momentree::test_generated_slopes

#include "test_generated_slopes.moc"
