// SPDX-License-Identifier: Apache-2.0
// The cost of recursions in operations, counted by a scalar type instead of timed.
#include <QTest>

#include "core/papers/operation_counts.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_operation_count {

using namespace momentree::test;

namespace {

struct Counted {
    std::shared_ptr<const Model> model;
    JointState state;

    Counted(const std::string& joint, int bodies)
        : model(randomModel({.bodies = bodies, .joints = {joint}}, 1)) {
        Random random(2);
        state = randomState(*model, random);
    }
    std::int64_t naudet() const {
        return naudetOperations(*model, state.q.data(), state.u.data()).arithmetic();
    }
    std::int64_t aba() const {
        return abaOperations(*model, state.q.data(), state.u.data()).arithmetic();
    }
};

/// Operations per additional body of a long chain.
template <typename Counter>
std::int64_t perBody(const std::string& joint, Counter counter) {
    return counter(Counted(joint, 33)) - counter(Counted(joint, 32));
}

}  // namespace

class TestOperationCount : public QObject {
    Q_OBJECT

private slots:
    /// [Naudet] counts 363 n - 475 operations with Denavit-Hartenberg frames, and 611 n for the
    /// articulated bodies; here markers are general and 3x3 blocks are full.
    void growsLinearly_data() {
        QTest::addColumn<std::string>("joint");
        for (const char* joint : {"revolute", "spherical", "universal"})
            QTest::newRow(joint) << std::string(joint);
    }
    void growsLinearly() {
        QFETCH(std::string, joint);
        const auto naudet = [](Counted counted) { return counted.naudet(); };
        const auto aba = [](Counted counted) { return counted.aba(); };
        const std::int64_t momenta = perBody(joint, naudet), accelerations = perBody(joint, aba);
        QCOMPARE(naudet(Counted(joint, 64)) - naudet(Counted(joint, 32)), 32 * momenta);
        QCOMPARE(aba(Counted(joint, 64)) - aba(Counted(joint, 32)), 32 * accelerations);
        QVERIFY2(momenta < accelerations, qPrintable(QString::number(momenta)));
        qInfo("%s: naudet %lld, aba %lld operations a body", joint.c_str(),
              static_cast<long long>(momenta), static_cast<long long>(accelerations));
    }
};

MOMENTREE_TEST(TestOperationCount, Appless)

}  // namespace momentree::test_operation_count
#include "test_operation_count.moc"
