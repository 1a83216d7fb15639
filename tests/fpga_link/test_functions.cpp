// SPDX-License-Identifier: Apache-2.0
// The functions of the accelerator compared with the formulation in core/ and with plain algebra.
#include <Eigen/Dense>
#include <QFile>
#include <QTest>

#include "core/formulations/hdca/node.hpp"
#include "fpga_link/functions/microcode.hpp"
#include "function_data.hpp"
#include "support/test_main.hpp"

namespace momentree::test_functions {

using namespace momentree::fpga::functions;
using momentree::fpga::Fp32Soft;
using momentree::test::converted;
using momentree::test::FunctionData;
namespace core = momentree;

namespace {

/// Rows and columns of a spatial vector [linear; angular] that a planar motion in x, y uses.
const std::array<int, 3> planar{0, 1, 5};

Eigen::Matrix3d planarOf(const core::Mat6<double>& matrix) { return matrix(planar, planar); }
Eigen::Matrix3d planarOf(const core::Symmetric6<double>& matrix) { return planarOf(matrix.full()); }
Eigen::Vector3d planarOf(const core::V6<double>& vector) { return vector.eigen()(planar); }

Eigen::Matrix3d eigen(const Matrix3<double>& matrix) {
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(matrix.data());
}
Eigen::Vector3d eigen(const std::array<double, 3>& vector) {
    return Eigen::Map<const Eigen::Vector3d>(vector.data());
}

struct CoreNode : core::HandleMatrices<double>, core::HdcaNode<double> {};

/// The body as a leaf of core's tree; its inertia about x and y has no effect in the plane.
CoreNode leafOf(const BodyWindow<double>& body) {
    const auto s1 = core::V3<double>::make(body.s1[0], body.s1[1], 0);
    const auto s2 = core::V3<double>::make(body.s2[0], body.s2[1], 0);
    const auto Ji = core::M3<double>::diagonal(body.inverseInertia);
    CoreNode leaf;
    leaf.xi11 = core::Symmetric6<double>::of(
        core::leafCompliance(1.0 / body.inverseMass, s1, s1, Ji).full());
    leaf.s12 = s1 - s2;
    core::leafHandles(leaf.s12, leaf);
    const core::V6<double> b{core::V3<double>::zero(),
                             core::V3<double>::make(0, 0, body.p1 - body.p2)};
    leaf.xi10 = leaf.xi11 * b;
    leaf.xi20 = core::shiftVelocity(leaf.s12, leaf.xi10);
    return leaf;
}

/// Largest difference from core's node, relative to the size of the node.
double distance(const PlanarNode<double>& node, const CoreNode& expected) {
    const Eigen::Matrix3d xi12 = planarOf(expected.xi12.full());
    const double matrices = std::max({(eigen(node.xi11) - planarOf(expected.xi11)).norm(),
                                      (eigen(node.xi21).transpose() - xi12).norm(),
                                      (eigen(node.xi22) - planarOf(expected.xi22)).norm()});
    const double vectors = std::max((eigen(node.xi10) - planarOf(expected.xi10)).norm(),
                                    (eigen(node.xi20) - planarOf(expected.xi20)).norm());
    return std::max(matrices / planarOf(expected.xi11).norm(),
                    vectors / (1 + planarOf(expected.xi10).norm()));
}

PlanarNode<double> numbers(const PlanarNode<Fp32Soft>& node) {
    PlanarNode<double> result;
    const auto convert = [](const auto& from, auto& to) {
        for (std::size_t i = 0; i < from.size(); ++i) to[i] = static_cast<double>(from[i].value());
    };
    convert(node.xi11, result.xi11);
    convert(node.xi21, result.xi21);
    convert(node.xi22, result.xi22);
    convert(node.xi10, result.xi10);
    convert(node.xi20, result.xi20);
    return result;
}

using Cut = core::JointCut<core::Revolute, double>;

/// A and B joined about z by `joint`.
CoreNode compoundOf(const CoreNode& A, const CoreNode& B, Cut& joint) {
    joint.factorise(core::ConstraintSpace<core::Revolute, double>(core::TreeLink<double>()),
                    B.xi11 + A.xi22);
    CoreNode C;
    core::assemble(A, B, joint, C);
    core::assembleBias(A, B, B.xi10 - A.xi20, joint, C);
    return C;
}

QString text(const char* path) {
    QFile file(QStringLiteral(MOMENTREE_SOURCE_DIR "/fpga_link/rtl/") + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

class TestFunctions : public QObject {
    Q_OBJECT

private slots:
    void bodiesAndCompoundsAgreeWithTheFormulation() {
        FunctionData data(31);
        double worst = 0;
        double worstSingle = 0;
        for (int i = 0; i < 1000; ++i) {
            const auto bodyA = data.body();
            const auto bodyB = data.body();
            const auto A = bodyUpdate(bodyA);
            const auto B = bodyUpdate(bodyB);
            worst = std::max({worst, distance(A, leafOf(bodyA)), distance(B, leafOf(bodyB))});
            const auto C = assembled(A, B, jointBetween(A, B));
            Cut cut;
            const auto expected = compoundOf(leafOf(bodyA), leafOf(bodyB), cut);
            worst = std::max(worst, distance(C, expected));
            const auto softA = bodyUpdate(converted<Fp32Soft>(bodyA));
            const auto softB = bodyUpdate(converted<Fp32Soft>(bodyB));
            const auto softC = assembled(softA, softB, jointBetween(softA, softB));
            worstSingle = std::max(worstSingle, distance(numbers(softC), expected));
        }
        // Rounding in double (1e-16) and in single precision (6e-8), times the condition of the
        // joint's 2x2 matrix, up to about 1e3 for these bodies.
        QVERIFY2(worst < 1e-12, qPrintable(QString::number(worst)));
        QVERIFY2(worstSingle < 5e-4, qPrintable(QString::number(worstSingle)));
    }

    void disassemblyFindsTheSameImpulse() {
        FunctionData data(32);
        for (int i = 0; i < 200; ++i) {
            const auto bodyA = data.body();
            const auto bodyB = data.body();
            const auto A = bodyUpdate(bodyA);
            const auto B = bodyUpdate(bodyB);
            const auto joint = jointBetween(A, B);
            CoreNode leafA = leafOf(bodyA);
            CoreNode leafB = leafOf(bodyB);
            Cut cut;
            CoreNode C = compoundOf(leafA, leafB, cut);
            C.T_1 = {core::V3<double>::make(1, -2, 0), core::V3<double>::zero()};
            C.T_2 = {core::V3<double>::make(0.5, 3, 0), core::V3<double>::zero()};
            core::disassemble(C, cut, leafA, leafB);
            for (std::size_t row = 0; row < 2; ++row) {
                const double* W_A = &joint.W_A[3 * row];
                const double* W_B = &joint.W_B[3 * row];
                const double T =
                    W_B[0] * 0.5 + W_B[1] * 3 - (W_A[0] - W_A[1] * 2) + joint.beta[row];
                const double expected = leafB.T_1.l[static_cast<int>(row)];
                QVERIFY(std::abs(T - expected) < 1e-10 * (1 + std::abs(expected)));
            }
        }
    }

    void inverseTimesMatrixIsOne() {
        FunctionData data(33);
        for (int i = 0; i < 1000; ++i) {
            const auto given = data.matrix();
            std::array<double, 16> entries{};
            std::copy(given.begin(), given.end(), entries.begin());
            PivotedRows<double> rows(entries);
            ldupInverse(rows);
            using RowMajor = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;
            const Eigen::Map<const RowMajor> matrix(entries.data());
            const Eigen::Map<const RowMajor> inverse(rows.inverse().data());
            const double condition = matrix.norm() * inverse.norm();
            const double rest = (inverse * matrix - Eigen::Matrix4d::Identity()).norm();
            // Backward stable up to pivot growth.
            QVERIFY2(rest < 1e-13 * condition, qPrintable(QString::number(rest / condition)));
        }
    }

    void adjugateInvertsTwoByTwo() {
        const auto inverse = adjugateInverse<double>({2, 1, 7, 4});
        const std::array<double, 4> expected{4, -1, -7, 2};
        QCOMPARE(inverse, expected);
    }

    void pivotingTakesTheLargestRow() {
        std::array<double, 16> matrix{};
        for (const auto& [row, column] : {std::pair{0, 2}, {1, 0}, {2, 3}, {3, 1}})
            matrix[static_cast<std::size_t>(4 * row + column)] = 2;
        PivotedRows<double> rows(matrix);
        ldupInverse(rows);
        const std::array<int, 4> expected{1, 3, 0, 2};
        QCOMPARE(rows.rows(), expected);
    }

    /// The programs in the hardware description agree with the templates.
    void programsAreCurrent() {
        const FunctionPrograms programs = functionPrograms();
        const char* remedy = "build the target fpga-microcode and look at what changed";
        QVERIFY2(text("function_pkg.sv") == QString::fromStdString(packageText(programs)), remedy);
        QVERIFY2(text("function_rom.sv") == QString::fromStdString(romText(programs)), remedy);
    }

    void programsHaveTheOperationsOfThePaper() {
        const auto count = [](const Schedule& schedule, Unit unit) {
            return std::count_if(schedule.operations.begin(), schedule.operations.end(),
                                 [&](const auto& operation) { return operation.unit == unit; });
        };
        const FunctionPrograms programs = functionPrograms();
        QCOMPARE(count(programs.inverse, Unit::Multiply), 60);
        QCOMPARE(count(programs.inverse, Unit::Add), 36);
        QCOMPARE(count(programs.inverse, Unit::Reciprocal), 4);
        QCOMPARE(count(programs.inverse, Unit::Order), 6);
        QCOMPARE(count(programs.assembly, Unit::Reciprocal), 1);
        QCOMPARE(count(programs.spatialAssembly, Unit::Reciprocal), 6);
        QCOMPARE(count(programs.spatialAssembly, Unit::Order), 15);
    }

    /// Every result has a place in the memory.
    void programsFitTheMemory() {
        const FunctionPrograms programs = functionPrograms();
        int words = 0;
        for (const Schedule* schedule : {&programs.update, &programs.assembly, &programs.inverse,
                                         &programs.spatialUpdate, &programs.spatialAssembly}) {
            words += schedule->length;
            for (const MicroOperation& operation : schedule->operations)
                QVERIFY(operation.unit == Unit::Order ||
                        (operation.target.number >= 0 && operation.target.number < 2048));
        }
        QVERIFY(words <= 4096);
    }
};

MOMENTREE_TEST(TestFunctions, Appless)

}  // namespace momentree::test_functions
#include "test_functions.moc"
