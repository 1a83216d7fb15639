// SPDX-License-Identifier: Apache-2.0
// PROTOCOL.md describes the messages and their order.
#pragma once

#include <algorithm>
#include <tl/expected.hpp>

#include "fpga_link/protocol/batch_messages.hpp"
#include "fpga_link/protocol/function_messages.hpp"
#include "fpga_link/protocol/session_messages.hpp"

namespace momentree::fpga::wire {

/// A whole frame with the message. Lists and texts must respect their limits.
template <class Message>
Bytes encode(const Message& message, std::uint32_t sequence) {
    Bytes bytes;
    bytes.reserve(std::max(sizeof(Message), headerSize) + 256);  // enough for most messages
    bytes.resize(headerSize);
    Writer writer(bytes);
    Message::fields(writer, message);
    seal(bytes, static_cast<std::uint16_t>(Message::type), sequence);
    return bytes;
}

/// Decodes a payload. Too few or too many bytes are errors, and so are values unknown to the
/// protocol.
template <class Message>
tl::expected<Message, std::string> decode(BytesView payload) {
    Message message;
    Reader reader(payload);
    Message::fields(reader, message);
    std::string fault = reader.fault();
    if (!fault.empty()) return tl::unexpected(std::move(fault));
    return message;
}

/// The longest prefix of `text` that fits `most` bytes without splitting a UTF-8 character, with
/// control characters removed, as required for texts of messages. If it is not UTF-8, question
/// marks replace all that is not ASCII.
std::string shortened(std::string text, std::size_t most);

}  // namespace momentree::fpga::wire
