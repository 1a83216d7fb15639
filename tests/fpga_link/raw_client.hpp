// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

#include "board_trouble.hpp"
#include "fpga_link/client/connection.hpp"
#include "fpga_link/protocol/messages.hpp"

namespace momentree::test {

namespace wire = fpga::wire;

/// A client that sends arbitrary bytes.
class RawClient {
public:
    explicit RawClient(const fpga::Address& address)
        : connection_(*fpga::Connection::open(address, patience, {})) {}

    void say(wire::BytesView bytes) {
        // The board may have closed the connection already.
        [[maybe_unused]] const auto sent =
            connection_.send(bytes, fpga::Clock::now() + patience, {});
    }
    template <class Message>
    void tell(const Message& message) {
        say(wire::encode(message, ++sequence_));
    }
    void greet() {
        tell(wire::Hello{});
        QVERIFY(hears(wire::Type::HelloAck));
    }
    /// Whether the next frame is of this type. On a busy machine PING may come in between.
    bool hears(wire::Type type) {
        while (true) {
            const auto frame = connection_.receive(fpga::Clock::now() + patience, {});
            if (!frame || !*frame) return false;
            if ((*frame)->type == static_cast<std::uint16_t>(type)) return true;
            if ((*frame)->type != static_cast<std::uint16_t>(wire::Type::Ping)) return false;
        }
    }
    /// The next error, with its text.
    wire::Error hearsError() {
        while (true) {
            const auto frame = connection_.receive(fpga::Clock::now() + patience, {});
            if (!frame || !*frame) return {wire::ErrorCode{0}, 0, 0, "no error came"};
            if ((*frame)->type != static_cast<std::uint16_t>(wire::Type::Error)) continue;
            return *wire::decode<wire::Error>((*frame)->payload);
        }
    }
    /// Whether the agent closed the connection, after any further frames.
    bool isClosed() {
        while (true) {
            const auto frame = connection_.receive(fpga::Clock::now() + patience, {});
            if (!frame) return hasLost(frame.error());
            if (!*frame) return false;
        }
    }

private:
    static constexpr std::chrono::seconds patience{600};
    fpga::Connection connection_;
    std::uint32_t sequence_ = 0;
};

}  // namespace momentree::test
