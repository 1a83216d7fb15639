// SPDX-License-Identifier: Apache-2.0
// The functions in hardware, through their register window, compared with their templates in the
// accelerator's arithmetic: every word must be equal.
#include <QTest>
#include <bit>

#include "Vcontrol_bench.h"
#include "axi_master.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "function_data.hpp"
#include "spatial_data.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_rtl_functions {

using namespace momentree::fpga::functions;
using momentree::test::converted;
using momentree::test::FunctionData;
using momentree::test::RandomWords;
using momentree::test::soft;
using momentree::test::SpatialData;
using momentree::test::wordsOf;
using Master = momentree::test::AxiMaster<Vcontrol_bench>;

namespace {

void load(Master& master, std::uint32_t offset, const std::vector<std::uint32_t>& words) {
    for (std::size_t i = 0; i < words.size(); ++i)
        master.write(offset + static_cast<std::uint32_t>(4 * i), words[i]);
}

std::vector<std::uint32_t> fetch(Master& master, std::uint32_t offset, std::size_t count) {
    std::vector<std::uint32_t> words(count);
    for (std::size_t i = 0; i < count; ++i)
        words[i] = master.read(offset + static_cast<std::uint32_t>(4 * i));
    return words;
}

/// Starts a function and waits.
/// @return clocks counted by the hardware
std::uint32_t run(Master& master, std::uint32_t command) {
    master.write(registers::control, command);
    for (int i = 0; i < 2000 && (master.read(registers::status) & status::read) == 0; ++i) {
    }
    return master.read(registers::cyclesLast);
}

/// A structure of arbitrary numbers.
template <template <class> class Structure>
Structure<Fp32Soft> anything(RandomWords& data, bool anyBits) {
    std::array<Fp32Soft, sizeof(Structure<Fp32Soft>) / sizeof(Fp32Soft)> numbers;
    for (Fp32Soft& number : numbers)
        number = anyBits ? Fp32Soft::fromBits(data.bits()) : soft(data.uniform(-2, 2));
    return std::bit_cast<Structure<Fp32Soft>>(numbers);
}

}  // namespace

class TestRtlFunctions : public QObject {
    Q_OBJECT

private slots:
    void assemblyEqualsTheTemplate_data() {
        QTest::addColumn<bool>("anyBits");
        QTest::addColumn<int>("count");
        QTest::newRow("numbers around one") << false << 1500;
        QTest::newRow("any bits, with NaN and infinity") << true << 500;
    }
    void assemblyEqualsTheTemplate() {
        QFETCH(bool, anyBits);
        QFETCH(int, count);
        FunctionData data(51);
        Master master;
        for (int i = 0; i < count; ++i) {
            const auto A = anything<PlanarNode>(data, anyBits);
            const auto B = anything<PlanarNode>(data, anyBits);
            load(master, registers::bodyA, wordsOf(A));
            load(master, registers::bodyB, wordsOf(B));
            QCOMPARE(run(master, control::runAssembly), 194u);
            const auto joint = jointBetween(A, B);
            QCOMPARE(fetch(master, registers::compound, 33), wordsOf(assembled(A, B, joint)));
            QCOMPARE(fetch(master, registers::joint, 14), wordsOf(joint));
        }
        QVERIFY(!master.hung && !master.unstable);
    }

    void updateEqualsTheTemplate() {
        FunctionData data(52);
        Master master;
        for (int i = 0; i < 1000; ++i) {
            const auto A = converted<Fp32Soft>(data.body());
            const auto B = converted<Fp32Soft>(data.body());
            load(master, registers::updateA, wordsOf(A));
            load(master, registers::updateB, wordsOf(B));
            QCOMPARE(run(master, control::runUpdate), 88u);
            QCOMPARE(fetch(master, registers::bodyA, 33), wordsOf(bodyUpdate(A)));
            QCOMPARE(fetch(master, registers::bodyB, 33), wordsOf(bodyUpdate(B)));
        }
    }

    void inverseEqualsTheTemplate() {
        FunctionData data(53);
        Master master;
        for (int i = 0; i < 4000; ++i) {
            std::array<Fp32Soft, 16> matrix;
            const auto entries = data.matrix();
            for (std::size_t k = 0; k < 16; ++k) matrix[k] = Fp32Soft(entries[k]);
            PivotedRows<Fp32Soft> rows(matrix);
            ldupInverse(rows);
            load(master, registers::inverseIn, wordsOf(matrix));
            QCOMPARE(run(master, control::runInverse), 172u);
            QCOMPARE(fetch(master, registers::inverseOut, 16), wordsOf(rows.inverse()));
            QCOMPARE(fetch(master, registers::inverseIn, 16), wordsOf(matrix));
            const std::uint32_t info = master.read(registers::inverseInfo);
            for (std::size_t k = 0; k < 4; ++k)
                QCOMPARE(static_cast<int>(info >> (2 * k) & 3), rows.rows()[k]);
        }
    }

    /// The rows are given in each of their 24 orders, which must not affect the inverse.
    void inverseExchangesRowsEveryWay() {
        Master master;
        std::array<int, 4> order{0, 1, 2, 3};
        do {
            std::array<Fp32Soft, 16> matrix;
            for (std::size_t i = 0; i < 4; ++i)
                for (std::size_t j = 0; j < 4; ++j)
                    matrix[4 * static_cast<std::size_t>(order[i]) + j] =
                        Fp32Soft(i == j ? 4.0F - static_cast<float>(i) : 0.125F);
            PivotedRows<Fp32Soft> rows(matrix);
            ldupInverse(rows);
            load(master, registers::inverseIn, wordsOf(matrix));
            run(master, control::runInverse);
            QCOMPARE(fetch(master, registers::inverseOut, 16), wordsOf(rows.inverse()));
        } while (std::next_permutation(order.begin(), order.end()));
    }

    void spatialUpdateEqualsTheTemplate() {
        SpatialData data(56);
        Master master;
        for (int i = 0; i < 500; ++i) {
            const auto body = converted<Fp32Soft>(data.body());
            load(master, registers::spatialBody, wordsOf(body));
            QCOMPARE(run(master, control::runSpatialUpdate), 315u);
            QCOMPARE(fetch(master, registers::spatialA, 90), wordsOf(bodyUpdate(body)));
        }
    }

    void spatialAssemblyEqualsTheTemplate_data() { assemblyEqualsTheTemplate_data(); }
    void spatialAssemblyEqualsTheTemplate() {
        QFETCH(bool, anyBits);
        QFETCH(int, count);
        SpatialData data(57);
        Master master;
        for (int i = 0; i < count / 5; ++i) {
            const auto A = anything<SpatialNode>(data, anyBits);
            const auto B = anything<SpatialNode>(data, anyBits);
            const auto joint = anything<SpatialJoint>(data, anyBits);
            load(master, registers::spatialA, wordsOf(A));
            load(master, registers::spatialB, wordsOf(B));
            load(master, registers::spatialJoint, wordsOf(joint));
            QCOMPARE(run(master, control::runSpatialAssembly), 3021u);
            PivotedRows<Fp32Soft, 6> rows;
            const auto cut = cutBetween(A, B, joint, rows);
            QCOMPARE(fetch(master, registers::spatialCompound, 90), wordsOf(assembled(A, B, cut)));
            QCOMPARE(fetch(master, registers::spatialImpulses, 78), wordsOf(cut.impulses));
            const std::uint32_t info = master.read(registers::inverseInfo);
            for (std::size_t k = 0; k < 4; ++k)
                QCOMPARE(static_cast<int>(info >> (2 * k) & 3), rows.rows()[k] & 3);
        }
        QVERIFY(!master.hung && !master.unstable);
    }

    /// Two bodies one after the other, then their joint; a command for all that is left runs it in
    /// order.
    void spatialFunctionsRunOnOneCommand() {
        SpatialData data(58);
        Master master;
        const auto A = converted<Fp32Soft>(data.body());
        const auto B = bodyUpdate(converted<Fp32Soft>(data.body()));
        auto joint = anything<SpatialJoint>(data, false);
        load(master, registers::spatialBody, wordsOf(A));
        load(master, registers::spatialB, wordsOf(B));
        load(master, registers::spatialJoint, wordsOf(joint));
        QCOMPARE(run(master, control::runSpatialUpdate | control::runSpatialAssembly), 3336u);
        PivotedRows<Fp32Soft, 6> rows;
        const auto node = bodyUpdate(A);
        const auto cut = cutBetween(node, B, joint, rows);
        QCOMPARE(fetch(master, registers::spatialCompound, 90), wordsOf(assembled(node, B, cut)));
    }

    void singularMatrixIsReported() {
        Master master;
        load(master, registers::inverseIn, std::vector<std::uint32_t>(16, 0x3F80'0000));
        run(master, control::runInverse);
        QVERIFY((master.read(registers::inverseInfo) & 0x100) != 0);
        const std::uint32_t flags = master.read(registers::flags);
        QVERIFY((flags & flag::smallPivot) != 0);
        QVERIFY((flags & flag::infinite) != 0);
        QVERIFY((master.read(registers::status) & status::error) != 0);
        QCOMPARE(master.write(registers::flags, 0x7F), 0);
        QCOMPARE(master.read(registers::flags), 0u);
    }

    void smallPivotIsReported() {
        Master master;
        for (const auto& [size, small] : {std::pair{0x1p-19F, false}, {0x1p-21F, true}}) {
            std::array<Fp32Soft, 16> matrix{};
            for (std::size_t i = 0; i < 4; ++i) matrix[5 * i] = Fp32Soft(i == 3 ? size : 1.0F);
            load(master, registers::inverseIn, wordsOf(matrix));
            run(master, control::runInverse);
            QCOMPARE((master.read(registers::flags) & flag::smallPivot) != 0, small);
        }
    }

    /// Sixteen words in, the whole compound out; the paper writes 66.
    void updateAndAssemblyRunOnOneCommand() {
        FunctionData data(54);
        Master master;
        const auto A = converted<Fp32Soft>(data.body());
        const auto B = converted<Fp32Soft>(data.body());
        load(master, registers::updateA, wordsOf(A));
        load(master, registers::updateB, wordsOf(B));
        QCOMPARE(run(master, control::runUpdate | control::runAssembly), 282u);
        const auto nodeA = bodyUpdate(A);
        const auto nodeB = bodyUpdate(B);
        const auto C = assembled(nodeA, nodeB, jointBetween(nodeA, nodeB));
        QCOMPARE(fetch(master, registers::compound, 33), wordsOf(C));
    }

    void statesFollowThePaper() {
        Master master;
        const auto state = [&] { return master.read(registers::status) & 3; };
        QCOMPARE(state(), status::idle);
        run(master, control::runAssembly);
        QCOMPARE(state(), status::read);
        master.write(registers::control, control::resetFunctions);
        QCOMPARE(state(), status::idle);
        run(master, control::runAssembly);
        master.write(registers::bodyA, 0);
        QCOMPARE(state(), status::idle);
    }

    /// A result requested too early is returned when available; an input written too early is
    /// ignored and reported.
    void windowWaitsForARunningFunction() {
        FunctionData data(55);
        Master master;
        const auto A = converted<Fp32Soft>(data.body());
        load(master, registers::updateA, wordsOf(A));
        master.write(registers::control, control::runUpdate);
        QCOMPARE(master.write(registers::updateA, 0x1234), 0);
        QCOMPARE(master.read(registers::bodyA), wordsOf(bodyUpdate(A))[0]);
        QCOMPARE(master.read(registers::flags) & flag::illegalAccess, flag::illegalAccess);
        QCOMPARE(master.read(registers::updateA), A.inverseMass.bits());
    }
};

MOMENTREE_TEST(TestRtlFunctions, Appless)

}  // namespace momentree::fpga::test_rtl_functions
#include "test_rtl_functions.moc"
