// SPDX-License-Identifier: Apache-2.0
// PROTOCOL.md describes the messages and their order.
#pragma once

#include <algorithm>
#include <tl/expected.hpp>

#include "fpga_link/protocol/batch_messages.hpp"
#include "fpga_link/protocol/function_messages.hpp"
#include "fpga_link/protocol/session_messages.hpp"

namespace momentree::fpga::wire {

/// A whole frame with the message. Lists and texts must keep their limits.
template <class Message>
Bytes encode(const Message& message, std::uint32_t sequence) {
    Bytes bytes;
    bytes.reserve(std::max(sizeof(Message), headerSize) + 256);  // so that most need no more
    bytes.resize(headerSize);
    Writer writer(bytes);
    Message::fields(writer, message);
    seal(bytes, static_cast<std::uint16_t>(Message::type), sequence);
    return bytes;
}

/// The message that a payload holds, or what is wrong with it. Too short and too long are wrong,
/// and so are values that the protocol does not know.
template <class Message>
tl::expected<Message, std::string> decode(BytesView payload) {
    Message message;
    Reader reader(payload);
    Message::fields(reader, message);
    std::string fault = reader.fault();
    if (!fault.empty()) return tl::unexpected(std::move(fault));
    return message;
}

/// The first bytes of `text` that fit `most`, without half a character of UTF-8 and without control
/// characters, as texts of messages must be.
std::string shortened(std::string text, std::size_t most);

}  // namespace momentree::fpga::wire
