// SPDX-License-Identifier: Apache-2.0
// Encoding and decoding of frames and messages, and rejection of invalid ones.
#include <QTest>
#include <random>
#include <set>

#include "support/test_main.hpp"
#include "wire_examples.hpp"

namespace momentree::test_protocol {

using namespace momentree::fpga::wire;
using momentree::fpga::wire::Frame;
using momentree::test::exampleMessages;

namespace {

/// Calls `visit` with one of every message.
template <class Visit>
void forEachMessage(const Visit& visit) {
    std::apply([&](const auto&... messages) { (visit(messages), ...); }, exampleMessages());
}

/// Every message once, as the bytes of one conversation, and the end of each frame.
struct Conversation {
    Bytes bytes;
    std::vector<std::size_t> ends;
};
Conversation conversation() {
    Conversation all;
    forEachMessage([&](const auto& message) {
        const Bytes frame = encode(message, static_cast<std::uint32_t>(all.ends.size()));
        all.bytes.insert(all.bytes.end(), frame.begin(), frame.end());
        all.ends.push_back(all.bytes.size());
    });
    return all;
}

ErrorCode refusalOf(const Bytes& bytes) {
    const Parsed parsed = parse(bytes);
    const auto* bad = std::get_if<BadFrame>(&parsed);
    return bad == nullptr ? ErrorCode{0} : bad->code;
}

}  // namespace

class TestProtocol : public QObject {
    Q_OBJECT

private slots:
    void everyMessageComesBack() {
        std::set<std::uint16_t> types;
        forEachMessage([&](const auto& message) {
            using Message = std::decay_t<decltype(message)>;
            const Bytes bytes = encode(message, 77);
            const Parsed parsed = parse(bytes);
            const auto* frame = std::get_if<Frame>(&parsed);
            QVERIFY(frame != nullptr);
            QCOMPARE(frame->size, bytes.size());
            QCOMPARE(frame->sequence, 77u);
            QCOMPARE(frame->type, static_cast<std::uint16_t>(Message::type));
            QVERIFY(types.insert(frame->type).second);
            const auto decoded = decode<Message>(frame->payload);
            QVERIFY2(decoded.has_value(), decoded ? "" : decoded.error().c_str());
            QVERIFY(*decoded == message);
        });
        QCOMPARE(types.size(), std::size_t{42});
    }

    /// The layout given by PROTOCOL.md, byte by byte.
    void layoutIsThatOfTheSpecification() {
        const Bytes bytes = encode(Credit{0x0403'0201}, 0x0807'0605);
        const Bytes expected{'H', 'D', 'C', 'L', 1, 6, 0x13, 0x01, 5, 6, 7, 8, 4, 0, 0, 0};
        QVERIFY(std::equal(expected.begin(), expected.end(), bytes.begin()));
        // CRC-32 of the 28 bytes with zeros at 16 to 19, by Python's zlib.crc32.
        const Bytes rest{0x1D, 0x55, 0xCF, 0xE8, 0, 0, 0, 0, 1, 2, 3, 4};
        QVERIFY(std::equal(rest.begin(), rest.end(), bytes.begin() + 16));
        QCOMPARE(bytes.size(), std::size_t{28});
    }

    void everyTruncationAsksForMore() {
        const Conversation all = conversation();
        for (std::size_t size = 0; size <= all.bytes.size(); ++size) {
            const BytesView some = BytesView(all.bytes).first(size);
            std::size_t at = 0, frames = 0;
            Parsed parsed = parse(some);
            while (const auto* frame = std::get_if<Frame>(&parsed)) {
                at += frame->size;
                QCOMPARE(at, all.ends[frames++]);
                parsed = parse(some.subspan(at));
            }
            const auto* more = std::get_if<NeedMore>(&parsed);
            QVERIFY(more != nullptr);
            QVERIFY(at + more->total > size);
            if (frames < all.ends.size()) QVERIFY(at + more->total <= all.ends[frames]);
        }
    }

    /// A payload cut short or extended is rejected by its decoder.
    void everyMessageHasItsLength() {
        forEachMessage([](const auto& message) {
            using Message = std::decay_t<decltype(message)>;
            Bytes payload = encode(message, 0);
            payload.erase(payload.begin(), payload.begin() + headerSize);
            for (std::size_t size = 0; size < payload.size(); ++size)
                QVERIFY(!decode<Message>(BytesView(payload).first(size)));
            payload.push_back(0);
            const auto longer = decode<Message>(payload);
            QVERIFY(!longer);
            QVERIFY(longer.error().find("1 bytes more") != std::string::npos);
        });
    }

    void everyFlippedBitIsFound() {
        forEachMessage([](const auto& message) {
            const Bytes whole = encode(message, 3);
            for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
                Bytes bytes = whole;
                bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1u << bit % 8));
                QVERIFY(!std::holds_alternative<Frame>(parse(bytes)));
            }
        });
    }

    void refusesWhatIsNoFrame() {
        const Bytes good = encode(Ping{1}, 1);
        const auto changed = [&](std::size_t at, std::uint8_t value) {
            Bytes bytes = good;
            bytes[at] = value;
            return bytes;
        };
        QCOMPARE(refusalOf({'G'}), ErrorCode::BadMagic);
        QCOMPARE(refusalOf(changed(0, 'X')), ErrorCode::BadMagic);
        QCOMPARE(refusalOf(changed(4, 2)), ErrorCode::BadVersion);
        QCOMPARE(refusalOf(changed(20, 1)), ErrorCode::BadVersion);
        QCOMPARE(refusalOf(changed(14, 0x11)), ErrorCode::TooLarge);
        QCOMPARE(refusalOf(changed(15, 0xFF)), ErrorCode::TooLarge);
        QCOMPARE(refusalOf(changed(24, 9)), ErrorCode::BadCrc);
        // A length is rejected before its payload arrives.
        Bytes header = changed(15, 0xFF);
        header.resize(headerSize);
        QCOMPARE(refusalOf(header), ErrorCode::TooLarge);
    }

    void listsAreBoundedBeforeTheyAreRead() {
        Bytes payload(27, 0);
        payload.insert(payload.end(), {0xFF, 0xFF, 0xFF, 0xFF});
        const auto many = decode<LoadModel>(payload);
        QVERIFY(!many && many.error().find("at most") == std::string::npos);
        QVERIFY(many.error().find("64 are allowed") != std::string::npos);
        payload[27] = 64;
        payload[28] = payload[29] = payload[30] = 0;
        QVERIFY(!decode<LoadModel>(payload));
    }

    void valuesWithoutMeaningAreRefused() {
        Bytes payload(16, 0);
        payload[0] = 2;
        const auto model = decode<LoadModel>(payload);
        QVERIFY(!model && model.error().find("at most 1") != std::string::npos);
    }

    void textsAreClean() {
        Hello hello;
        hello.client = "line\nbreak";
        Bytes payload = encode(hello, 0);
        payload.erase(payload.begin(), payload.begin() + headerSize);
        QVERIFY(!decode<Hello>(payload));
        QCOMPARE(shortened("a\nb", 10), std::string("a b"));
        QCOMPARE(shortened("12\xC3\xBC", 3), std::string("12"));
        QCOMPARE(shortened("12\xC3\xBC", 4), std::string("12\xC3\xBC"));
    }

    /// Random bytes, with and without a valid header: no crash, and every resulting frame is
    /// consistent.
    void survivesGarbage() {
        const unsigned seed = 81;
        std::mt19937 random(seed);
        for (int i = 0; i < 20'000; ++i) {
            Bytes bytes(random() % 300);
            for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
            if (i % 2 == 0 && bytes.size() >= headerSize)
                seal(bytes, static_cast<std::uint16_t>(random()), 0);
            const Parsed parsed = parse(bytes);
            const auto* frame = std::get_if<Frame>(&parsed);
            QCOMPARE(frame != nullptr, i % 2 == 0 && bytes.size() >= headerSize);
            forEachMessage([&](const auto& message) {
                using Message = std::decay_t<decltype(message)>;
                const auto decoded = decode<Message>(bytes);
                if (!decoded) return;
                const Bytes again = encode(*decoded, 0);
                QVERIFY(std::equal(again.begin() + headerSize, again.end(), bytes.begin(),
                                   bytes.end()));
            });
        }
    }
};

MOMENTREE_TEST(TestProtocol, Appless)

}  // namespace momentree::test_protocol
#include "test_protocol.moc"
