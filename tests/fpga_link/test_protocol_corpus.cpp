// SPDX-License-Identifier: Apache-2.0
// Replays the inputs found by fuzzing, and one of every message.
#include <QDir>
#include <QTest>

#include "support/test_main.hpp"
#include "wire_examples.hpp"

namespace momentree::test_protocol_corpus {

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

using momentree::fpga::wire::Bytes;

class TestProtocolCorpus : public QObject {
    Q_OBJECT

    static std::vector<QByteArray> corpusInputs() {
        const QDir corpus(MOMENTREE_SOURCE_DIR "/fpga_link/protocol/corpus");
        std::vector<QByteArray> inputs;
        for (const QString& name : corpus.entryList(QDir::Files)) {
            QFile file(corpus.filePath(name));
            if (!file.open(QFile::ReadOnly)) qFatal("cannot read %s", qPrintable(name));
            inputs.push_back(file.readAll());
        }
        return inputs;
    }

private slots:
    /// A violated condition aborts the test.
    void replaysTheCorpus() {
        const std::vector<QByteArray> inputs = corpusInputs();
        QVERIFY(inputs.size() >= 42);
        for (const QByteArray& bytes : inputs)
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                   static_cast<std::size_t>(bytes.size()));
    }

    /// For every message of the protocol, one valid and one invalid input.
    void corpusHoldsEveryMessage() {
        const std::vector<QByteArray> inputs = corpusInputs();
        int number = 0;
        const auto look = [&]<class Message>(const Message&) {
            ++number;
            bool taken = false, refused = false;
            for (const QByteArray& input : inputs) {
                if (input.isEmpty() || input.front() != number) continue;
                const auto message = momentree::fpga::wire::decode<Message>(
                    {reinterpret_cast<const std::uint8_t*>(input.data()) + 1,
                     static_cast<std::size_t>(input.size()) - 1});
                (message ? taken : refused) = true;
            }
            QVERIFY2(taken && refused, qPrintable(QString("message %1").arg(number)));
        };
        std::apply([&](const auto&... messages) { (look(messages), ...); },
                   momentree::test::exampleMessages());
        QCOMPARE(number, 42);
    }

    /// Also writes them to the folder named by MOMENTREE_SEEDS, as seeds for fuzzing.
    void takesEveryMessage() {
        const QString seeds = qEnvironmentVariable("MOMENTREE_SEEDS");
        std::uint8_t number = 0;
        const auto give = [&](const auto& message) {
            namespace wire = momentree::fpga::wire;
            const Bytes frame = wire::encode(message, 1);
            Bytes payload(frame.begin() + wire::headerSize, frame.end()), whole(frame);
            payload.insert(payload.begin(), ++number);
            whole.insert(whole.begin(), 0);
            for (const Bytes& input : {payload, whole}) {
                LLVMFuzzerTestOneInput(input.data(), input.size());
                if (seeds.isEmpty()) continue;
                QFile file(QString("%1/%2-%3").arg(seeds).arg(number).arg(input.front() == 0));
                QVERIFY(file.open(QFile::WriteOnly));
                file.write(reinterpret_cast<const char*>(input.data()),
                           static_cast<qsizetype>(input.size()));
            }
        };
        std::apply([&](const auto&... messages) { (give(messages), ...); },
                   momentree::test::exampleMessages());
        QCOMPARE(int{number}, 42);
    }
};

MOMENTREE_TEST(TestProtocolCorpus, Appless)

}  // namespace momentree::test_protocol_corpus
#include "test_protocol_corpus.moc"
