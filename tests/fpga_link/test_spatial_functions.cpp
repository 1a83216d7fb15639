// SPDX-License-Identifier: Apache-2.0
// The functions of the accelerator for mechanisms in space compared with the formulation in core/.
#include <Eigen/Dense>
#include <QTest>

#include "core/formulations/hdca/node.hpp"
#include "spatial_data.hpp"
#include "support/test_main.hpp"

namespace momentree::test_spatial_functions {

using namespace momentree::fpga::functions;
using momentree::fpga::Fp32Soft;
using momentree::test::converted;
using momentree::test::SpatialData;
namespace core = momentree;

namespace {

using Matrix = Eigen::Matrix<double, 6, 6>;
using Vector = Eigen::Matrix<double, 6, 1>;

/// Any of the matrices of a node.
template <class Numbers>
Matrix eigen(const Numbers& matrix) {
    Matrix result;
    for (std::size_t r = 0; r < 6; ++r)
        for (std::size_t c = 0; c < 6; ++c)
            result(static_cast<int>(r), static_cast<int>(c)) = matrix(r, c);
    return result;
}
Vector eigen(const Vector6<double>& vector) { return Eigen::Map<const Vector>(vector.data()); }
core::V3<double> v3(const Vector3<double>& v) { return core::V3<double>::make(v[0], v[1], v[2]); }
Vector3<double> numbers(const core::V3<double>& v) { return {v[0], v[1], v[2]}; }

core::M3<double> frameOf(const std::array<double, 9>& rows) {
    using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
    return core::M3<double>::of(Eigen::Matrix3d(Eigen::Map<const RowMajor>(rows.data())));
}

struct CoreNode : core::HandleMatrices<double>, core::HdcaNode<double> {};

/// The body as a leaf of core's tree.
CoreNode leafOf(const SpatialBody<double>& body) {
    CoreNode leaf;
    const auto& Ji = body.inverseInertia;
    Eigen::Matrix3d inertia;
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            inertia(static_cast<int>(r), static_cast<int>(c)) = Ji(r, c);
    leaf.s12 = v3(body.s1) - v3(body.s2);
    core::leafHandles(1.0 / body.inverseMass, v3(body.s1), leaf.s12, core::M3<double>::of(inertia),
                      leaf);
    const auto& b = body.momentum;
    leaf.xi10 = leaf.xi11 * core::V6<double>{v3({b[0], b[1], b[2]}), v3({b[3], b[4], b[5]})};
    leaf.xi20 = core::shiftVelocity(leaf.s12, leaf.xi10);
    return leaf;
}

/// Largest difference from core's node, relative to the size of the node.
double distance(const SpatialNode<double>& node, const CoreNode& expected) {
    const double matrices = std::max({(eigen(node.xi11) - expected.xi11.full()).norm(),
                                      (eigen(node.xi21).transpose() - expected.xi12.full()).norm(),
                                      (eigen(node.xi22) - expected.xi22.full()).norm()});
    const double vectors = std::max((eigen(node.xi10) - expected.xi10.eigen()).norm(),
                                    (eigen(node.xi20) - expected.xi20.eigen()).norm());
    return std::max(matrices / expected.xi11.full().norm(),
                    vectors / (1 + expected.xi10.eigen().norm()));
}

template <class S>
SpatialNode<S> compound(const SpatialNode<S>& A, const SpatialNode<S>& B,
                        const SpatialJoint<S>& joint, SpatialImpulses<S>& impulses) {
    PivotedRows<S, 6> rows;
    const auto cut = cutBetween(A, B, joint, rows);
    impulses = cut.impulses;
    return assembled(A, B, cut);
}

/// The joint of a link as the accelerator takes it.
template <class J>
SpatialJoint<double> jointOf(const core::TreeLink<double>& link, const SpatialNode<double>& B) {
    const core::ConstraintSpace<J, double> D(link);
    SpatialJoint<double> joint{};
    const auto columns = [](const core::M3<double>& m) { return std::array{m.x, m.y, m.z}; };
    for (std::size_t k = 0; k < 6; ++k) joint.absent[k] = B.xi11(k, k);
    for (std::size_t k = 0; k < static_cast<std::size_t>(D.linear); ++k) {
        joint.forces[k] = numbers(columns(D.L)[k]);
        joint.absent[k] = 0;
    }
    for (std::size_t k = 0; k < static_cast<std::size_t>(D.angular); ++k) {
        joint.torques[k] = numbers(columns(D.A)[k]);
        joint.absent[3 + k] = 0;
    }
    return joint;
}

/// Largest difference of compounds and of impulses in joints of kind J, in double and single
/// precision.
struct Worst {
    double node = 0, impulse = 0, single = 0;

    template <class J>
    void take(SpatialData& data) {
        const auto bodyA = data.body(), bodyB = data.body();
        const auto A = bodyUpdate(bodyA), B = bodyUpdate(bodyB);
        CoreNode leafA = leafOf(bodyA), leafB = leafOf(bodyB);
        node = std::max({node, distance(A, leafA), distance(B, leafB)});
        core::TreeLink<double> link;
        link.R = frameOf(data.rotation());
        link.x_A = v3(data.unit());
        auto joint = jointOf<J>(link, B);
        const auto motion = data.vector(1);
        joint.motion = motion;
        SpatialImpulses<double> impulses;
        const auto C = compound(A, B, joint, impulses);

        core::JointCut<J, double> cut;
        cut.factorise(core::ConstraintSpace<J, double>(link), leafB.xi11 + leafA.xi22);
        CoreNode expected;
        core::assemble(leafA, leafB, cut, expected);
        const core::V6<double> V_t{v3({motion[0], motion[1], motion[2]}),
                                   v3({motion[3], motion[4], motion[5]})};
        core::assembleBias(leafA, leafB, leafB.xi10 - leafA.xi20 - V_t, cut, expected);
        node = std::max(node, distance(C, expected));

        const auto T_1 = data.vector(2), T_2 = data.vector(2);
        expected.T_1 = {v3({T_1[0], T_1[1], T_1[2]}), v3({T_1[3], T_1[4], T_1[5]})};
        expected.T_2 = {v3({T_2[0], T_2[1], T_2[2]}), v3({T_2[3], T_2[4], T_2[5]})};
        core::disassemble(expected, cut, leafA, leafB);
        const Vector sigma = eigen(impulses.W_B) * eigen(T_2) - eigen(impulses.W_A) * eigen(T_1) +
                             eigen(impulses.beta);
        Vector T = Vector::Zero();
        for (std::size_t k = 0; k < 6; ++k)
            T.segment<3>(static_cast<int>(joint.firstRow(k))) +=
                sigma[static_cast<int>(k)] *
                Eigen::Map<const Eigen::Vector3d>(joint.direction(k).data());
        const Vector right = leafB.T_1.eigen();
        impulse = std::max(impulse, (T - right).norm() / (1 + right.norm()));

        SpatialImpulses<Fp32Soft> softImpulses;
        const auto softC =
            compound(bodyUpdate(converted<Fp32Soft>(bodyA)), bodyUpdate(converted<Fp32Soft>(bodyB)),
                     converted<Fp32Soft>(joint), softImpulses);
        single = std::max(single, distance(converted<double>(softC), expected));
    }
};

}  // namespace

class TestSpatialFunctions : public QObject {
    Q_OBJECT

private slots:
    void compoundsAgreeWithTheFormulation() {
        SpatialData data(71);
        Worst worst;
        for (int i = 0; i < 300; ++i) {
            worst.take<core::Revolute>(data);
            worst.take<core::Prismatic>(data);
            worst.take<core::Cylindrical>(data);
            worst.take<core::Universal>(data);
            worst.take<core::Spherical>(data);
            worst.take<core::Planar>(data);
            worst.take<core::Fixed>(data);
            worst.take<core::Free>(data);
        }
        // Rounding in double (1e-16) and in single precision (6e-8), times the condition of the
        // constraints' compliance, up to about 1e3 for these bodies.
        const QString figures =
            QStringLiteral("%1 %2 %3").arg(worst.node).arg(worst.impulse).arg(worst.single);
        QVERIFY2(worst.node < 1e-12 && worst.impulse < 1e-12, qPrintable(figures));
        QVERIFY2(worst.single < 5e-4, qPrintable(figures));
    }

    /// Constraints in any order, which makes the elimination exchange rows, have the same compound.
    void orderOfConstraintsDoesNotMatter() {
        SpatialData data(72);
        for (int i = 0; i < 200; ++i) {
            const auto A = bodyUpdate(data.body()), B = bodyUpdate(data.body());
            core::TreeLink<double> link;
            link.R = frameOf(data.rotation());
            auto joint = jointOf<core::Prismatic>(link, B);
            SpatialImpulses<double> impulses;
            const auto C = compound(A, B, joint, impulses);
            std::rotate(joint.forces.begin(), joint.forces.begin() + 1, joint.forces.end());
            std::rotate(joint.absent.begin(), joint.absent.begin() + 1, joint.absent.begin() + 3);
            std::swap(joint.torques[0], joint.torques[2]);
            const auto again = compound(A, B, joint, impulses);
            QVERIFY((eigen(C.xi11) - eigen(again.xi11)).norm() < 1e-11 * eigen(C.xi11).norm());
            QVERIFY((eigen(C.xi21) - eigen(again.xi21)).norm() < 1e-11 * eigen(C.xi11).norm());
        }
    }
};

MOMENTREE_TEST(TestSpatialFunctions, Appless)

}  // namespace momentree::test_spatial_functions
#include "test_spatial_functions.moc"
