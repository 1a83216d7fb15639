// SPDX-License-Identifier: Apache-2.0
// An emulated Zynq-7000: Linux with the shipped overlay, rule, service and agent for ARM, and the
// simulated accelerator behind its window. Needs QEMU and what `./dev zynq` makes.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include "board_process.hpp"
#include "fpga_link/zynq/arm_access.hpp"
#include "support/test_main.hpp"
#include "wire_models.hpp"

namespace momentree::fpga::test_rtl_zynq {

using namespace momentree::test;

namespace {

const QString source = QStringLiteral(MOMENTREE_SOURCE_FOLDER);

/// What is missing, or nothing.
QString missing() {
    for (const char* const tool :
         {"qemu-system-arm", "dtc", "fdtoverlay", "fdtput", "cpio", "python3"})
        if (QStandardPaths::findExecutable(tool).isEmpty())
            return QStringLiteral("there is no %1; ./dev zynq installs it").arg(tool);
    for (const char* const file : {"build/zynq/kernel/made", "build/sysroot-armhf/bin/busybox",
                                   "build/board-armhf/bin/momentree-board"})
        if (!QFile::exists(source + "/" + file))
            return QStringLiteral("there is no %1; ./dev zynq makes it").arg(file);
    return {};
}

QString waitForLine(QProcess& process, const QByteArray& start) {
    while (process.canReadLine() || process.waitForReadyRead(180'000))
        while (process.canReadLine()) {
            const QByteArray line = process.readLine().trimmed();
            if (line.startsWith(start)) return QString::fromUtf8(line.mid(start.size()));
        }
    return {};
}

std::array<std::uint32_t, 16> someRegisters() {
    std::array<std::uint32_t, 16> r{};
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = 0x1000 * static_cast<std::uint32_t>(i);
    r[2] = 3;
    return r;
}

}  // namespace

class TestRtlZynq : public QObject {
    Q_OBJECT

private slots:
    /// Encodings by the GNU assembler.
    void decodesAccesses_data() {
        QTest::addColumn<quint32>("instruction");
        QTest::addColumn<bool>("thumb");
        QTest::addColumn<bool>("load");
        QTest::addColumn<int>("target");
        QTest::addColumn<quint32>("address");
        QTest::addColumn<quint32>("length");
        const auto row = [](const char* text, quint32 code, bool thumb, bool load, int target,
                            quint32 address, quint32 length) {
            QTest::newRow(text) << code << thumb << load << target << address << length;
        };
        row("ldr r3, [r4, #20]", 0x0000'6963, true, true, 3, 0x4014, 2);
        row("str r0, [r1, #0]", 0x0000'6008, true, false, 0, 0x1000, 2);
        row("ldr r3, [r4, r2]", 0x0000'58A3, true, true, 3, 0x4003, 2);
        row("str r3, [r4, r2]", 0x0000'50A3, true, false, 3, 0x4003, 2);
        row("ldr.w r3, [r8, #2048]", 0x3800'F8D8, true, true, 3, 0x8800, 4);
        row("str.w r3, [r8, #2048]", 0x3800'F8C8, true, false, 3, 0x8800, 4);
        row("ldr.w r0, [r3, r2, lsl #2]", 0x0022'F853, true, true, 0, 0x300C, 4);
        row("str.w r0, [r3, r2, lsl #2]", 0x0022'F843, true, false, 0, 0x300C, 4);
        row("ldr.w r0, [r3, #-4]", 0x0C04'F853, true, true, 0, 0x2FFC, 4);
        row("ldr r0, [r3, #8]", 0xE593'0008, false, true, 0, 0x3008, 4);
        row("str r0, [r3, #-8]", 0xE503'0008, false, false, 0, 0x2FF8, 4);
        row("ldr r0, [r3, r2, lsl #2]", 0xE793'0102, false, true, 0, 0x300C, 4);
    }
    void decodesAccesses() {
        QFETCH(quint32, instruction);
        QFETCH(bool, thumb);
        const auto access = decodeArmAccess(instruction, thumb, someRegisters());
        QVERIFY(access && !access->base);
        QTEST(access->load, "load");
        QTEST(int(access->target), "target");
        QTEST(quint32(access->address), "address");
        QTEST(quint32(access->length), "length");
    }

    void decodesChangesOfTheBase() {
        // ldr.w r0, [r3, #4]! and ldr r0, [r3], #4
        for (const auto& [code, thumb, address] :
             {std::tuple{0x0F04'F853u, true, 0x3004u}, std::tuple{0xE493'0004u, false, 0x3000u}}) {
            const auto access = decodeArmAccess(code, thumb, someRegisters());
            QVERIFY(access && access->base);
            QCOMPARE(*access->base, 3u);
            QCOMPARE(access->newBase, 0x3004u);
            QCOMPARE(access->address, address);
        }
    }

    void refusesWhatIsNoWord() {
        QVERIFY(!decodeArmAccess(0x0000'7823, true, someRegisters()));   // ldrb r3, [r4]
        QVERIFY(!decodeArmAccess(0x2300'E9D4, true, someRegisters()));   // ldrd r2, r3, [r4]
        QVERIFY(!decodeArmAccess(0xE5D3'0000, false, someRegisters()));  // ldrb r0, [r3]
        QVERIFY(!decodeArmAccess(0xE1A0'0000, false, someRegisters()));  // nop
    }

    void stepsThroughIfThenBlocks() {
        // "ite eq": state 00001100, then 00011000, then none; bits 7 to 2 are at place 10.
        QCOMPARE(afterThumb(0x0C20u), 0x1820u);
        QCOMPARE(afterThumb(0x1820u), 0x20u);
        QCOMPARE(afterThumb(0x20u), 0x20u);
    }

    void runsTheShippedAgentOnRegistersOfTheHardware() {
        if (const QString what = missing(); !what.isEmpty()) QSKIP(qPrintable(what));
        const QString folder = source + "/build/zynq";
        QProcess board;
        board.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        board.start(source + "/fpga_link/zynq/run.sh",
                    {QStringLiteral(MOMENTREE_ZYNQ_FABRIC),
                     source + "/build/board-armhf/bin/momentree-board", folder});
        const auto end = qScopeGuard([&] {
            board.terminate();
            if (!board.waitForFinished(20'000)) board.kill();
        });
        const QString port = waitForLine(board, "LISTENING ");
        QVERIFY2(!port.isEmpty(), "the board did not start");
        ClientOptions options = patient();
        options.connect = options.answer = options.silence = std::chrono::seconds(300);
        QFile secret(folder + "/secret");
        QVERIFY(secret.open(QIODevice::ReadOnly));
        options.secret = secret.readAll().trimmed().toStdString();
        BoardClient client =
            connectTo({"127.0.0.1", static_cast<std::uint16_t>(port.toInt())}, options);
        QCOMPARE(client.board().fabric, std::uint8_t{3});  // UIO

        // A batch through driver, interrupt and registers equals that of the software model.
        const auto rowsOf = [](BoardClient& by) {
            std::vector<wire::Word> rows;
            const wire::LoadModel model = wireModel(2, false);
            if (!by.load(model)) return rows;
            const auto done = by.run({300, 10}, [&](std::span<const wire::Word> more, std::size_t) {
                rows.insert(rows.end(), more.begin(), more.end());
            });
            if (!done) qWarning("%s", textOf(done.error()).c_str());
            return rows;
        };
        const OwnAgent soft = startBoard({"--fabric", "soft"});
        BoardClient model = connectTo(soft.address());
        const auto expected = rowsOf(model);
        QCOMPARE(expected.size(), std::size_t{30 * 5});
        QVERIFY(rowsOf(client) == expected);

        const auto checks = client.selfTest(200);
        QVERIFY2(checks, checks ? "" : textOf(checks.error()).c_str());
        QVERIFY(checks->checks.size() >= 8);
        for (const wire::Check& check : checks->checks)
            QVERIFY2(check.passed, (check.name + ": " + check.detail).c_str());
    }
};

MOMENTREE_TEST(TestRtlZynq, Appless)

}  // namespace momentree::fpga::test_rtl_zynq
#include "test_rtl_zynq.moc"
