// SPDX-License-Identifier: Apache-2.0
// The devices of a board, replaced by a plain file.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "fpga_link/fabric/open_fabric.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_fabrics {

using namespace std::chrono_literals;

namespace {

constexpr qint64 windowBytes = 0x1'0000;

/// A file of zeros with the word of an accelerator at `base`.
class FakeDevice {
public:
    explicit FakeDevice(qint64 base = 0, qint64 size = windowBytes, std::uint32_t id = idValue)
        : file_(folder_.filePath("device")), base_(base) {
        if (!file_.open(QIODevice::ReadWrite | QIODevice::Unbuffered) || !file_.resize(base + size))
            qFatal("no file");
        put(registers::id, id);
    }
    std::string path() const { return file_.fileName().toStdString(); }
    void put(std::uint32_t offset, std::uint32_t word) {
        file_.seek(base_ + offset);
        file_.write(reinterpret_cast<const char*>(&word), sizeof word);
    }
    std::uint32_t get(std::uint32_t offset) {
        std::uint32_t word = 0;
        file_.seek(base_ + offset);
        file_.read(reinterpret_cast<char*>(&word), sizeof word);
        return word;
    }

private:
    QTemporaryDir folder_;
    QFile file_;
    qint64 base_;
};

QString refusalOf(const OpenedFabric& fabric) {
    return fabric ? QString() : QString::fromStdString(fabric.error());
}

}  // namespace

class TestFabrics : public QObject {
    Q_OBJECT

private slots:
    void devicesAccessWords_data() {
        QTest::addColumn<bool>("uio");
        QTest::newRow("uio") << true;
        QTest::newRow("devmem") << false;
    }
    void devicesAccessWords() {
        QFETCH(bool, uio);
        const qint64 base = uio ? 0 : 0x4'0000;
        FakeDevice device(base);
        auto opened = uio ? openUioFabric(device.path())
                          : openDevMemFabric(static_cast<std::uint64_t>(base), device.path());
        QVERIFY2(opened, qPrintable(refusalOf(opened)));
        Fabric& fabric = **opened;
        QCOMPARE(fabric.info().device, device.path());
        QVERIFY(fabric.info().measurable);
        QCOMPARE(fabric.info().kind, uio ? FabricKind::Uio : FabricKind::DevMem);
        fabric.write32(registers::scratch, 0x1234'5678);
        QCOMPARE(device.get(registers::scratch), 0x1234'5678u);
        device.put(registers::cyclesFree, 77);
        QCOMPARE(fabric.read32(registers::cyclesFree), 77u);
        QVERIFY(fabric.failure().empty());
    }

    /// In bursts where the device has them behind its registers, otherwise word by word.
    void devicesTakeSamples() {
        for (const bool bursts : {true, false}) {
            FakeDevice device(0, windowBytes + (bursts ? 4096 : 0));
            device.put(registers::capabilities, burstsBit);
            device.put(registers::samplePop, 7);
            if (bursts)
                for (std::uint32_t i = 0; i < Fabric::burstWords; ++i)
                    device.put(registers::burstWindow + 4 * i, 100 + i);
            const auto fabric = openDevMemFabric(0, device.path());
            QVERIFY(fabric);
            QCOMPARE((*fabric)->takesBursts(), bursts);
            std::vector<std::uint32_t> words(Fabric::burstWords + 3), expected(words.size(), 7);
            (*fabric)->takeSamples(words);
            for (std::uint32_t i = 0; bursts && i < Fabric::burstWords; ++i) expected[i] = 100 + i;
            QCOMPARE(words, expected);
            device.put(registers::capabilities, 0);
            QVERIFY(!(*openDevMemFabric(0, device.path()))->takesBursts());
        }
    }

    void devicesWaitForInterrupts() {
        FakeDevice device;
        const auto fabric = openDevMemFabric(0, device.path());
        QVERIFY(fabric);
        device.put(registers::interruptStatus, interrupt::batchDone);
        QVERIFY(!(*fabric)->waitInterrupt(0ms));
        QVERIFY(!(*fabric)->waitInterrupt(2ms));
        (*fabric)->write32(registers::interruptEnable, interrupt::batchDone);
        QVERIFY((*fabric)->waitInterrupt(0ms));
        QVERIFY((*fabric)->waitInterrupt(10s));
    }

    void saysWhyThereIsNone() {
        QVERIFY(refusalOf(openUioFabric("/dev/no-such-uio")).contains("no such device"));
        QVERIFY(refusalOf(openUioFabric("/dev/no-such-uio")).contains("bitstream"));
        QVERIFY(refusalOf(openDevMemFabric(0x4001, "/dev/null")).contains("no multiple of 0x1000"));
        QVERIFY(refusalOf(openUioFabric("/dev/null")).contains("cannot be mapped"));
        FakeDevice small(0, 4096);
        QVERIFY(refusalOf(openUioFabric(small.path())).contains("shorter"));
        QVERIFY(refusalOf(openDevMemFabric(defaultBase, small.path())).contains("shorter"));
        FakeDevice other(0, windowBytes, 0xDEAD'BEEF);
        QVERIFY(refusalOf(openUioFabric(other.path())).contains("0xDEADBEEF"));
    }

    void saysHowToGetTheSimulation() {
#ifdef MOMENTREE_WITH_RTL
        QVERIFY(openRtlFabric());
#else
        QVERIFY(refusalOf(openRtlFabric()).contains("verilator"));
#endif
    }
};

MOMENTREE_TEST(TestFabrics, Appless)

}  // namespace momentree::fpga::test_fabrics
#include "test_fabrics.moc"
