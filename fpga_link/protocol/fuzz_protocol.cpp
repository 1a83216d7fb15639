// SPDX-License-Identifier: Apache-2.0
// Feeds bytes to the frame parser and to every decoder. fuzz.sh runs it under libFuzzer; a test
// replays the corpus. The first byte of an input selects: 0 the parser, with a decoder for its
// result, k the decoder of the k-th message.
#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "fpga_link/protocol/messages.hpp"

namespace momentree::fpga::wire {
namespace {

using Messages =
    std::tuple<Hello, HelloAck, Auth, AuthAck, Ping, Pong, GetStatus, Status, SelfTest,
               SelfTestResult, LoadModel, ModelAck, SetState, GetState, State, RunBatch, RunDone,
               Samples, Credit, Abort, Assemble, AssembleResult, Inverse, InverseResult, Update,
               UpdateResult, UpdateAssemble, UpdateAssembleResult, ReadRegisters, RegisterValues,
               WriteRegisters, RegistersWritten, Bye, Error, TimeSoftware, SoftwareTimes,
               LoadModels, LoadProgram, SpatialUpdate, SpatialUpdateResult, SpatialAssemble,
               SpatialAssembleResult>;

void demand(bool holds) {
    if (!holds) std::abort();
}

/// The encoder must reproduce byte by byte what the decoder accepts.
template <class Message>
void checkDecoder(BytesView payload) {
    const auto message = decode<Message>(payload);
    if (!message) return demand(!message.error().empty());
    const Bytes again = encode(*message, 7);
    demand(std::equal(again.begin() + headerSize, again.end(), payload.begin(), payload.end()));
    const Parsed parsed = parse(again);
    demand(std::holds_alternative<Frame>(parsed) && std::get<Frame>(parsed).sequence == 7);
}

template <std::size_t... numbers>
void checkDecoder(std::size_t which, BytesView payload, std::index_sequence<numbers...>) {
    ((which == numbers ? checkDecoder<std::tuple_element_t<numbers, Messages>>(payload) : void()),
     ...);
}

template <std::size_t... numbers>
void checkDecoderOf(std::uint16_t type, BytesView payload, std::index_sequence<numbers...>) {
    ((type == static_cast<std::uint16_t>(std::tuple_element_t<numbers, Messages>::type)
          ? checkDecoder<std::tuple_element_t<numbers, Messages>>(payload)
          : void()),
     ...);
}

constexpr std::make_index_sequence<std::tuple_size_v<Messages>> all;

void checkParser(BytesView bytes) {
    const Parsed parsed = parse(bytes);
    if (const auto* more = std::get_if<NeedMore>(&parsed)) {
        demand(more->total > bytes.size() && more->total <= headerSize + maxPayload);
    } else if (const auto* frame = std::get_if<Frame>(&parsed)) {
        demand(frame->size == headerSize + frame->payload.size() && frame->size <= bytes.size());
        checkDecoderOf(frame->type, frame->payload, all);
    } else {
        demand(!std::get<BadFrame>(parsed).text.empty());
    }
}

}  // namespace
}  // namespace momentree::fpga::wire

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace momentree::fpga::wire;
    if (size == 0) return 0;
    const BytesView bytes(data + 1, size - 1);
    if (data[0] != 0) {
        checkDecoder(data[0] - std::size_t{1}, bytes, all);
        return 0;
    }
    checkParser(bytes);
    // The same as the payload of a valid frame, which chance would not find.
    if (bytes.size() < 2) return 0;
    const auto type = static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8);
    checkParser(frame(type, 1, bytes.subspan(2)));
    return 0;
}
