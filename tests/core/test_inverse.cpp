// SPDX-License-Identifier: Apache-2.0
#include <QtTest/QTest>

#include "core/math/inverse.hpp"
#include "core/papers/counting_scalar.hpp"
#include "support/random_models.hpp"
#include "support/test_main.hpp"

namespace momentree::test_inverse {

using momentree::CountingScalar;
using momentree::inverse;
using momentree::Inversion;
using momentree::operationCount;
using momentree::test::Random;

namespace {

template <int N>
using Square = Eigen::Matrix<double, N, N>;

constexpr std::array methods{Inversion::Adjugate, Inversion::Ldup, Inversion::Eigen};

template <int N>
Square<N> randomMatrix(Random& random) {
    Square<N> A;
    for (double& a : A.reshaped()) a = random.uniform(-1.0, 1.0);
    return A;
}

/// |A X - 1| over the condition number, in units of the last place.
template <int N>
double residual(const Square<N>& A, const Square<N>& X) {
    return (A * X - Square<N>::Identity()).norm() / (A.norm() * X.norm()) /
           std::numeric_limits<double>::epsilon();
}

template <int N>
void invertsRandomMatrices() {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Random random(seed);
        const Square<N> A = randomMatrix<N>(random);
        for (const Inversion method : methods) {
            // Backward stable up to pivot growth: some dozens of last places.
            const double r = residual<N>(A, inverse(A, method));
            QVERIFY2(r < 50.0, qPrintable(QString("N %1, method %2, seed %3: %4 last places")
                                              .arg(N)
                                              .arg(static_cast<int>(method))
                                              .arg(seed)
                                              .arg(r)));
        }
    }
}

/// For any pivots: n divisions, (86) + (88) + 2 (89) + (90) + (91) multiplications and (87) + 2
/// (89) + (92) additions.
template <int N>
void countsAsInTheSource() {
    const auto sum = [](int from, int to, auto term) {
        std::int64_t s = 0;
        for (int i = from; i <= to; ++i) s += term(i);
        return s;
    };
    const std::int64_t elimination = sum(1, N - 1, [](int k) { return (N - k + 1) * (N - k); });
    const std::int64_t upper = sum(1, N, [](int i) { return N - i; });
    const std::int64_t triangle = sum(1, N - 1, [](int i) { return (N - i) * (i - 1); });
    const std::int64_t scaled = sum(1, N, [](int i) { return i - 1; });
    const std::int64_t product = sum(2, N, [](int i) { return (N - i + 1) * (i - 1); }) +
                                 sum(1, N - 1, [](int j) { return (N - j) * j; });
    const std::int64_t eliminationSums = sum(1, N - 1, [](int k) { return (N - k) * (N - k); });
    const std::int64_t productSums = sum(2, N, [](int i) { return (N - i) * (i - 1); }) +
                                     sum(1, N - 1, [](int j) { return (N - j) * j; });
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Random random(seed);
        const Square<N> A = randomMatrix<N>(random);
        const Eigen::Matrix<CountingScalar, N, N> counted = A.template cast<CountingScalar>();
        operationCount() = {};
        const auto X = inverse(counted, Inversion::Ldup);
        const auto count = operationCount();
        QCOMPARE(count.divisions, std::int64_t(N));
        QCOMPARE(count.multiplications, elimination + upper + 2 * triangle + scaled + product);
        QCOMPARE(count.multiplications, std::int64_t((N - 1) * N * (N + 1)));
        QCOMPARE(count.additions, eliminationSums + 2 * triangle + productSums);
        QCOMPARE(count.additions, std::int64_t((N - 1) * (N - 1) * N));
        QCOMPARE(count.roots, std::int64_t(0));
        QVERIFY(residual<N>(A, X.template cast<double>()) < 50.0);
    }
}

}  // namespace

class TestInverse : public QObject {
    Q_OBJECT

private slots:
    void everyMethod();
    void operations();
    void adjugateTakesOneDivision();
    void pivots();
    void singularIsNotFinite();
};

void TestInverse::everyMethod() {
    invertsRandomMatrices<2>();
    invertsRandomMatrices<3>();
    invertsRandomMatrices<4>();
    invertsRandomMatrices<6>();
}

void TestInverse::operations() {
    countsAsInTheSource<2>();
    countsAsInTheSource<3>();
    countsAsInTheSource<4>();
    countsAsInTheSource<6>();
}

void TestInverse::adjugateTakesOneDivision() {
    Eigen::Matrix<CountingScalar, 2, 2> A;
    A << 3, 1, 2, 4;
    operationCount() = {};
    const auto X = inverse(A, Inversion::Adjugate);
    QCOMPARE(operationCount().divisions, std::int64_t(1));
    QCOMPARE(operationCount().multiplications, std::int64_t(6));
    QCOMPARE(operationCount().additions, std::int64_t(1));
    QCOMPARE(X(0, 0).value, 0.4);
    QCOMPARE(X(1, 0).value, -0.2);
}

// Without row exchanges these divide by zero or lose every digit.
void TestInverse::pivots() {
    Square<4> exchange = Square<4>::Zero();
    exchange(0, 3) = exchange(1, 2) = exchange(2, 0) = exchange(3, 1) = 2.0;
    QCOMPARE(inverse(exchange, Inversion::Ldup), Square<4>(exchange.transpose() / 4.0));

    Square<3> tiny;
    tiny << 1e-20, 1.0, 2.0, 1.0, 1.0, 1.0, 3.0, 1.0, 0.0;
    QVERIFY(residual<3>(tiny, inverse(tiny, Inversion::Ldup)) < 10.0);
}

void TestInverse::singularIsNotFinite() {
    Square<2> A;
    A << 1.0, 2.0, 2.0, 4.0;
    for (const Inversion method : methods) QVERIFY(!inverse(A, method).allFinite());
}

MOMENTREE_TEST(TestInverse, Appless)

}  // namespace momentree::test_inverse
#include "test_inverse.moc"
