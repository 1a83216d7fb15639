// SPDX-License-Identifier: Apache-2.0
// The cost of recursions in operations, counted by a scalar type instead of timed.
#include <QTest>

#include "core/formulations/aba/recursion.hpp"
#include "core/formulations/naudet/recursion.hpp"
#include "support/counting_scalar.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_operation_count {

using namespace momentree::test;

namespace {

using Count = CountingScalar;
using Vector = Eigen::Matrix<Count, Eigen::Dynamic, 1>;

struct Counted {
    std::shared_ptr<const Model> model;
    std::vector<TreeLink<Count>> links;
    std::vector<V6<Count>> Q;
    Vector q, u, out;

    Counted(const std::string& joint, int bodies)
        : model(randomModel({.bodies = bodies, .joints = {joint}}, 1)),
          links(treeLinks<Count>(*model)),
          Q(links.size(), V6<Count>::zero()) {
        Random random(2);
        const JointState state = randomState(*model, random);
        q = state.q.cast<Count>();
        u = state.u.cast<Count>();
        out = u;
    }
    void gravity() {
        const V3<Count> g = V3<Count>::of(model->gravity.cast<Count>());
        for (std::size_t i = 0; i < links.size(); ++i) {
            const V3<Count> f = links[i].mass * g;
            Q[i] = {f, cross(links[i].s, f)};
        }
    }
    /// (q, p) to (u, pdot) with gravity, starting from joint angles.
    std::int64_t naudet() {
        NaudetRecursion<Count> tree(links);
        const Vector p = u;
        operationCount() = {};
        placeLinks<Count>(*model, 0.0, q.data(), links);
        const std::size_t n = links.size();
        for (std::size_t i = 0; i < n; ++i) tree.initialise(i);
        for (std::size_t i = n; i-- > 0;) {
            tree.articulate(i);
            tree.passMomentum(i, p.data(), true);
        }
        for (std::size_t i = 0; i < n; ++i) tree.velocity(i, p.data(), true, u.data());
        gravity();
        for (std::size_t i = n; i-- > 0;) tree.load(i, Q);
        for (std::size_t i = 0; i < n; ++i) tree.momentumRate(i, Q[i], u.data(), out.data());
        return operationCount().arithmetic();
    }
    /// (q, u) to udot with gravity.
    std::int64_t aba() {
        AbaRecursion<Count> tree(links);
        operationCount() = {};
        placeLinks<Count>(*model, 0.0, q.data(), links);
        const std::size_t n = links.size();
        for (std::size_t i = 0; i < n; ++i) tree.velocity(i, u.data());
        gravity();
        for (std::size_t i = 0; i < n; ++i) tree.initialise(i, Q[i]);
        for (std::size_t i = n; i-- > 0;) tree.articulateInertia(i);
        tree.solve(true, {}, out.data());
        return operationCount().arithmetic();
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
