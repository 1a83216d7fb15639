// SPDX-License-Identifier: Apache-2.0
// Statements of PROTOCOL.md that no other test checks.
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <bit>
#include <cmath>

#include "board_process.hpp"
#include "local_server.hpp"
#include "raw_client.hpp"
#include "support/test_main.hpp"
#include "wire_models.hpp"

namespace momentree::fpga::test_protocol_page {

using momentree::test::connectTo;
using momentree::test::LocalServer;
using momentree::test::RawClient;
using momentree::test::wireModel;
using wire::Bytes;
using wire::ErrorCode;
using wire::Word;

namespace {

double numberOf(Word word) { return static_cast<double>(std::bit_cast<float>(word)); }

QString textOfFile(const char* name) {
    QFile file(QString(MOMENTREE_SOURCE_DIR "/fpga_link/protocol/") + name);
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read %s", name);
    return QString::fromUtf8(file.readAll());
}
/// What `pattern` captures, in order.
QStringList captured(const QString& text, const char* pattern) {
    QStringList found;
    const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
    for (auto matches = expression.globalMatch(text); matches.hasNext();)
        found << matches.next().captured(1);
    return found;
}

struct Point {
    double x = 0.0, y = 0.0;
};
Point endOf(const wire::LoadModel& model, std::span<const Word> angles) {
    Point end;
    for (std::size_t i = 0; i < angles.size(); ++i) {
        end.x += model.bodies[i].length * std::cos(numberOf(angles[i]));
        end.y += model.bodies[i].length * std::sin(numberOf(angles[i]));
    }
    return end;
}

}  // namespace

class TestProtocolPage : public QObject {
    Q_OBJECT

private slots:
    /// Versions, the example of a frame, types and errors are those of the code.
    void numbersAreThoseOfTheCode() {
        const QString page = textOfFile("PROTOCOL.md");
        const QString minor = QString::number(wire::minorVersion);
        QCOMPARE(captured(page, R"(^# .* version 1\.(\d+)$)"), QStringList{minor});
        QCOMPARE(captured(page, R"(^\| 5 \| 1 \| minor version, (\d+);)"), QStringList{minor});
        QCOMPARE(captured(page, R"(^\| 1\.(\d+) \|)").last(), minor);
        const Bytes frame = wire::encode(wire::Credit{67'305'985}, 0x08070605);
        const auto hex = [&](std::size_t first, std::size_t size) {
            return QByteArray(reinterpret_cast<const char*>(&frame[first]),
                              static_cast<qsizetype>(size))
                .toHex(' ')
                .toUpper();
        };
        const QString example = captured(page, "^(48 44 43 4C .*)$").join("").replace("  ", " ");
        QCOMPARE(example, QString(hex(0, 16) + " CRC-32 . . . " + hex(20, 8)));
        QStringList types = captured(textOfFile("message_types.hpp"), " = 0x([0-9A-F]{4}),"),
                    listed = captured(page, R"(^\| 0x([0-9A-F]{4}) \| [A-Z_0-9]+ \|)");
        QVERIFY(types.size() > 30);
        types.sort();
        listed.sort();
        QCOMPARE(listed, types);
        const QString errors = page.mid(page.indexOf("## Errors"));
        for (int code = 1; code <= static_cast<int>(ErrorCode::NotPermitted); ++code) {
            const auto name = QString::fromStdString(wire::nameOf(static_cast<ErrorCode>(code)));
            QVERIFY2(
                QRegularExpression(
                    QString(R"(\| [\d, ]*\b%1\b[\d, ]* \| [A-Z_, ]*\b%2\b)").arg(code).arg(name))
                    .match(errors)
                    .hasMatch(),
                qPrintable(name));
        }
    }

    /// The momentum of a joint is the angular momentum about it of its body and all outboard ones.
    void momentumOfAJoint() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        BoardClient client = connectTo(server.address());
        wire::LoadModel model = wireModel(2, false);
        model.gravityY = 0.0;
        model.step = 1e-3;
        model.bodies[0].momentum = 0.3;
        model.bodies[1].momentum = 0.1;
        QVERIFY(client.load(model));
        const auto before = client.state();
        QVERIFY(client.run({1, 1}, [](auto, auto) {}));
        const auto after = client.state();
        // By one step of Euler's method, angles change by the speeds at its start.
        double turn[2], angle[2];
        for (std::size_t i = 0; i < 2; ++i) {
            angle[i] = numberOf(before->angle[i]);
            turn[i] = (numberOf(after->angle[i]) - angle[i]) / model.step;
        }
        double momentum[2] = {0.0, 0.0};
        Point joint, velocity;
        Point joints[2];
        for (std::size_t i = 0; i < 2; ++i) {
            const wire::Body& body = model.bodies[i];
            const double c = std::cos(angle[i]), s = std::sin(angle[i]);
            joints[i] = joint;
            const Point centre{joint.x + c * body.cx, joint.y + s * body.cx};
            const Point speed{velocity.x - turn[i] * s * body.cx,
                              velocity.y + turn[i] * c * body.cx};
            for (std::size_t k = 0; k <= i; ++k)
                momentum[k] +=
                    body.inertia * turn[i] + body.mass * ((centre.x - joints[k].x) * speed.y -
                                                          (centre.y - joints[k].y) * speed.x);
            joint = {joint.x + c * body.length, joint.y + s * body.length};
            velocity = {velocity.x - turn[i] * s * body.length,
                        velocity.y + turn[i] * c * body.length};
        }
        QVERIFY(std::abs(momentum[0] - 0.3) < 1e-3 && std::abs(momentum[1] - 0.1) < 1e-3);
    }

    /// A closed chain ends in a joint to ground where the angles of LOAD_MODEL, or those of
    /// SET_STATE, put its end.
    void placeOfThePin() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        BoardClient client = connectTo(server.address());
        const wire::LoadModel model = wireModel(3, true);
        QVERIFY(client.load(model));
        auto start = *client.state();
        for (int place = 0; place < 2; ++place) {
            const Point pin = endOf(model, start.angle);
            QVERIFY(client.run({1000, 1000}, [](auto, auto) {}));
            const auto moved = client.state();
            const Point end = endOf(model, moved->angle);
            QVERIFY(std::hypot(end.x - pin.x, end.y - pin.y) < 1e-3);
            QVERIFY(std::abs(numberOf(moved->angle[0]) - numberOf(start.angle[0])) > 1e-2);
            start.angle[2] = std::bit_cast<Word>(std::bit_cast<float>(start.angle[2]) + 0.3F);
            const Point other = endOf(model, start.angle);
            QVERIFY(std::hypot(other.x - pin.x, other.y - pin.y) > 0.05);
            QVERIFY(client.setState({start.angle, start.momentum}));
        }
    }

    /// A row of step k has the state after k steps of its own batch; none has that of its start.
    void stepsCountFromTheirBatch() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        BoardClient client = connectTo(server.address());
        QVERIFY(client.load(wireModel(2, false)));
        for (int batch = 0; batch < 2; ++batch) {
            const auto start = client.state();
            std::vector<Word> rows;
            const auto take = [&](std::span<const Word> words, std::size_t) {
                rows.insert(rows.end(), words.begin(), words.end());
            };
            QVERIFY(client.run({25, 10}, take));
            const auto end = client.state();
            QCOMPARE(rows.size(), std::size_t{10});
            for (std::size_t row = 0; row < 2; ++row) {
                const auto steps = static_cast<Word>(10 * (row + 1));
                QCOMPARE(rows[5 * row], steps);
                QVERIFY(client.setState({start->angle, start->momentum}));
                QVERIFY(client.run({steps, steps}, [](auto, auto) {}));
                const auto state = client.state();
                QVERIFY(std::equal(state->angle.begin(), state->angle.end(), &rows[5 * row + 1]));
                QVERIFY(
                    std::equal(state->momentum.begin(), state->momentum.end(), &rows[5 * row + 3]));
            }
            QVERIFY(client.setState({end->angle, end->momentum}));
        }
    }

    /// Whatever the numbers of CREDIT and ABORT, the batch has that of RUN_BATCH.
    void numbersOfCreditAndAbort() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        auto line = *Connection::open(server.address(), std::chrono::seconds(60), {});
        const auto say = [&](const Bytes& bytes) {
            return line.send(bytes, Clock::now() + std::chrono::seconds(60), {}).has_value();
        };
        const auto heard = [&](wire::Type type) -> std::uint32_t {
            while (true) {
                const auto frame = line.receive(Clock::now() + std::chrono::seconds(60), {});
                if (!frame || !*frame) return 0;
                if ((*frame)->type == static_cast<std::uint16_t>(type)) return (*frame)->sequence;
            }
        };
        QVERIFY(say(wire::encode(wire::Hello{}, 1)) && say(wire::encode(wireModel(2, false), 2)));
        QCOMPARE(heard(wire::Type::ModelAck), 2u);
        QVERIFY(say(wire::encode(wire::RunBatch{wire::maxSteps, 1}, 3)));
        QCOMPARE(heard(wire::Type::Samples), 3u);
        QVERIFY(say(wire::encode(wire::Credit{1000}, 77)));
        QVERIFY(say(wire::encode(wire::Credit{wire::maxCredit}, 78)));
        QCOMPARE(heard(wire::Type::Error), 78u);
        QVERIFY(say(wire::encode(wire::Abort{}, 0)));
        QCOMPARE(heard(wire::Type::RunDone), 3u);
    }

    void abortWithoutABatch() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        RawClient client(server.address());
        client.greet();
        client.tell(wire::Abort{});
        client.tell(wire::Credit{1});
        client.tell(wire::GetStatus{});
        QVERIFY(client.hears(wire::Type::Status));  // the next frame
        client.tell(wireModel(2, false));
        QVERIFY(client.hears(wire::Type::ModelAck));
        client.tell(wire::Abort{});
        client.tell(wire::RunBatch{100, 100});
        QVERIFY(client.hears(wire::Type::Samples));  // not aborted
        QVERIFY(client.hears(wire::Type::RunDone));
        client.say(wire::frame(static_cast<std::uint16_t>(wire::Type::Abort), 9, Bytes(1)));
        QCOMPARE(client.hearsError().code, ErrorCode::BadPayload);
    }

    void textsAreUtf8() {
        const auto isGood = [](std::string text) {
            wire::Hello hello;
            hello.client = std::move(text);
            const Bytes bytes = wire::encode(hello, 1);
            return wire::decode<wire::Hello>(wire::BytesView(bytes).subspan(wire::headerSize))
                .has_value();
        };
        for (const char* good : {"", "plain", "\u00e9\u20ac\U0001F600", "\U0010FFFF"})
            QVERIFY2(isGood(good), good);
        for (const char* bad : {"\xE9", "\x80", "a\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80",
                                "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF"})
            QVERIFY2(!isGood(bad), bad);
        QCOMPARE(wire::shortened("caf\xE9", 64), std::string("caf?"));
        QVERIFY(isGood(wire::shortened("\u20ac\u20ac", 4)));
    }
};

MOMENTREE_TEST(TestProtocolPage, Guiless)

}  // namespace momentree::fpga::test_protocol_page
#include "test_protocol_page.moc"
