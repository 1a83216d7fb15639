// SPDX-License-Identifier: Apache-2.0
// Solutions and null spaces by reflections, against the definitions and singular values.
#include <QTest>

#include "core/kinematics/random_directions.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/row_space.hpp"
#include "support/test_main.hpp"

namespace momentree::test_row_space {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd random(Index rows, Index columns, RandomDirections& numbers) {
    MatrixXd A(rows, columns);
    for (Index k = 0; k < columns; ++k) A.col(k) = numbers.next(rows);
    return A;
}

constexpr double threshold = 1e-8;

}  // namespace

class TestRowSpace final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Rows that depend on others, in matrices of all shapes.
    void againstTheDefinitions() {
        RandomDirections numbers;
        for (const auto& [rows, columns, rank] :
             {std::array<Index, 3>{3, 6, 3}, {15, 21, 15}, {15, 21, 9}, {7, 4, 4}, {5, 5, 2}}) {
            const MatrixXd A = random(rows, rank, numbers) * random(rank, columns, numbers);
            const RowSpace space(A, threshold);
            QVERIFY(space.isClear());
            QCOMPARE(space.rank(), rank);
            const MatrixXd N = space.nullSpace();
            QCOMPARE(N.cols(), columns - rank);
            QVERIFY((A * N).norm() < 1e-12 * A.norm());
            QVERIFY((N.transpose() * N - MatrixXd::Identity(N.cols(), N.cols())).norm() < 1e-13);
            const VectorXd b = A * numbers.next(columns), x = space.shortest(b);
            QVERIFY((A * x - b).norm() < 1e-12 * b.norm());
            QVERIFY((x - leastSquares(A, b, 1e-12)).norm() < 1e-11 * x.norm());
        }
    }
    void doubtIsSaid() {
        RandomDirections numbers;
        const MatrixXd rest = random(3, 6, numbers);
        for (const double small : {1e-3, 1e-7, 1e-9, 1e-12}) {
            MatrixXd A(4, 6);
            A << rest, rest.row(0) + small * numbers.next(6).transpose();
            const RowSpace space(A, threshold);
            QCOMPARE(space.isClear(), small == 1e-3 || small == 1e-12);
            QCOMPARE(space.rank(), Index{small > threshold ? 4 : 3});
        }
        const RowSpace none(MatrixXd::Zero(2, 3), threshold);
        QVERIFY(none.isClear());
        QCOMPARE(none.nullSpace().cols(), Index{3});
    }
};

MOMENTREE_TEST(TestRowSpace, Appless)

}  // namespace momentree::test_row_space
#include "test_row_space.moc"
