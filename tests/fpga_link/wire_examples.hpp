// SPDX-License-Identifier: Apache-2.0
// One of every message, with different values in all fields.
#pragma once

#include <tuple>

#include "fpga_link/protocol/messages.hpp"

namespace momentree::test {

template <class Array>
Array counted(std::uint32_t first) {
    Array items{};
    for (auto& item : items) item = static_cast<typename Array::value_type>(first++ * 0x0103'0507u);
    return items;
}
inline std::vector<fpga::wire::Word> words(std::size_t count, std::uint32_t first) {
    std::vector<fpga::wire::Word> items(count);
    for (auto& item : items) item = first++ * 0x1122'3344u;
    return items;
}

inline auto exampleMessages() {
    using namespace fpga::wire;
    const Timings timings{{TimingKind::Compute, TimingSource::Modelled, 194, 1940},
                          {TimingKind::RegisterWrite, TimingSource::MeasuredBoard, 66, 9900}};
    HelloAck ack{1,
                 0,
                 2,
                 TimingSource::Modelled,
                 1,
                 1,
                 7,
                 0x100,
                 0x9A33'0303,
                 100'000'000,
                 150,
                 250,
                 64,
                 maxSteps,
                 initialCredit,
                 counted<Nonce>(9),
                 "momentree-board 0.1.0",
                 "hdca_top, verilated",
                 "a machine with \xC3\xBC in its name"};
    LoadModel model{1, Method::RungeKutta4, 1, 1e-4, 0.5, -9.80665, {}};
    for (int i = 0; i < 3; ++i)
        model.bodies.push_back({0.3, 0.15, 0.01 * i, 0.5, 0.00375, 0.1, -0.7 + i, 1e-3 * i});
    ModelAck loaded{0xDEAD'BEEF, 201, 4, 77, {}, timings};
    for (std::uint32_t i = 0; i < 7; ++i)
        loaded.phases[i] = {i, i + 1, i + 2, i + 3, 10 * i, 10 * i + 9};
    return std::tuple{
        Hello{1, 2, counted<Nonce>(1), "a client"},
        ack,
        Auth{counted<Proof>(3)},
        AuthAck{counted<Proof>(4)},
        Ping{0x0123'4567'89AB'CDEF},
        Pong{42},
        GetStatus{},
        Status{SessionState::Running, 1, 3, 1000, 500, 12, 4096, 1, 2, 3, 4, 5, 6, 7},
        SelfTest{1000},
        SelfTestResult{{{1, "identity", "HDCA"}, {0, "scratch", "wrote 1, read 2"}},
                       150.5,
                       250.25,
                       TimingSource::MeasuredBoard},
        model,
        loaded,
        SetState{words(3, 1), words(3, 9)},
        GetState{},
        State{words(2, 5), words(2, 6)},
        RunBatch{10'000, 10},
        RunDone{EndReason::Numeric, 9, 1, 8, 123'456'789'012, timings, words(2, 1), words(2, 2)},
        Samples{5, words(15, 3)},
        Credit{65'536},
        Abort{},
        Assemble{counted<NodeWords>(1), counted<NodeWords>(2)},
        AssembleResult{counted<NodeWords>(3), counted<JointWords>(4), 1, timings},
        Inverse{counted<MatrixWords>(5)},
        InverseResult{counted<MatrixWords>(6), 0x1E4, 4, timings},
        Update{counted<BodyWords>(1), counted<BodyWords>(2)},
        UpdateResult{counted<NodeWords>(7), counted<NodeWords>(8), 0, timings},
        UpdateAssemble{counted<BodyWords>(3), counted<BodyWords>(4)},
        UpdateAssembleResult{counted<NodeWords>(1), counted<JointWords>(2), 2, timings},
        ReadRegisters{0x100, 33},
        RegisterValues{0x100, words(4, 4)},
        WriteRegisters{0x24, words(1, 5)},
        RegistersWritten{},
        Bye{},
        Error{ErrorCode::Busy, 1, 1, "someone else controls the board"},
        TimeSoftware{500},
        SoftwareTimes{TimingSource::MeasuredBoard, {120.5, 310.25, 700.125}, {1.5, 2.5, 0.0, 4.5}},
        LoadModels{{model, model}},
        LoadProgram{4,
                    1,
                    96,
                    words(16, 7),
                    {{3, 5}, {3583, 6}},
                    {1, 2, 3},
                    {0},
                    {2},
                    {2, 0},
                    loaded.phases},
        SpatialUpdate{counted<SpatialBodyWords>(1)},
        SpatialUpdateResult{counted<SpatialNodeWords>(2), 1, timings},
        SpatialAssemble{counted<SpatialNodeWords>(3), counted<SpatialNodeWords>(4),
                        counted<SpatialJointWords>(5)},
        SpatialAssembleResult{counted<SpatialNodeWords>(6), counted<SpatialImpulseWords>(7), 4,
                              timings}};
}

}  // namespace momentree::test
