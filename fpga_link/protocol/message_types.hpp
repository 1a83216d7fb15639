// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/protocol/codec.hpp"

namespace momentree::fpga::wire {

/// The bit pattern of an IEEE binary32, the accelerator's number format.
using Word = std::uint32_t;

inline constexpr std::size_t maxBodies = 64;
inline constexpr std::size_t maxTrajectories = 64;  ///< of a batch
inline constexpr std::size_t maxStates = maxBodies * maxTrajectories;
inline constexpr std::size_t maxProgramWords = 4096;  ///< of the program store
inline constexpr std::size_t maxPlaces = 7 * 512;     ///< words of the register file
inline constexpr std::size_t maxText = 64;
inline constexpr std::size_t maxErrorText = 256;
inline constexpr std::uint32_t maxSteps = 100'000'000;
inline constexpr std::size_t maxSampleWords = 16 * 1024 - 2;  ///< per SAMPLES frame: 64 KiB
inline constexpr std::uint32_t initialCredit = 1u << 20;      ///< bytes
inline constexpr std::uint32_t maxCredit = 1u << 24;          ///< bytes outstanding
inline constexpr std::size_t maxRegisters = 1024;
inline constexpr std::size_t phasesOfStep = 7;
inline constexpr std::uint32_t maxTimedCalls = 10'000;  ///< on the board's processor
inline constexpr std::uint8_t softwareSince = 1;        ///< minor version with TIME_SOFTWARE
inline constexpr std::uint8_t clockSince =
    3;  ///< minor version that measures the clock of HELLO_ACK
inline constexpr std::uint8_t trajectoriesSince = 4;  ///< minor version with LOAD_MODELS
/// Minor version whose LOAD_MODELS takes the highest PIVOT_LIMIT of all trajectories.
inline constexpr std::uint8_t highestLimitSince = 6;
inline constexpr std::uint8_t programsSince = 5;  ///< minor version with LOAD_PROGRAM
inline constexpr std::uint8_t spatialSince = 6;   ///< minor version with the functions in space
inline constexpr std::uint8_t flagStepSince = 2;  ///< minor version where every flag ends a batch

/// Maximum of a field that is 0 (no) or 1 (yes).
inline constexpr std::uint8_t yes = 1;

enum class Type : std::uint16_t {
    Hello = 0x0001,
    HelloAck = 0x0002,
    Auth = 0x0003,
    AuthAck = 0x0004,
    Ping = 0x0010,
    Pong = 0x0011,
    GetStatus = 0x0020,
    Status = 0x0021,
    SelfTest = 0x0030,
    SelfTestResult = 0x0031,
    TimeSoftware = 0x0040,
    SoftwareTimes = 0x0041,
    LoadModel = 0x0100,
    ModelAck = 0x0101,
    SetState = 0x0102,
    GetState = 0x0103,
    State = 0x0104,
    LoadModels = 0x0105,
    LoadProgram = 0x0106,
    RunBatch = 0x0110,
    RunDone = 0x0111,
    Samples = 0x0112,
    Credit = 0x0113,
    Abort = 0x0114,
    Assemble = 0x0200,
    AssembleResult = 0x0201,
    Inverse = 0x0202,
    InverseResult = 0x0203,
    Update = 0x0204,
    UpdateResult = 0x0205,
    UpdateAssemble = 0x0206,
    UpdateAssembleResult = 0x0207,
    SpatialUpdate = 0x0208,
    SpatialUpdateResult = 0x0209,
    SpatialAssemble = 0x020A,
    SpatialAssembleResult = 0x020B,
    ReadRegisters = 0x0300,
    RegisterValues = 0x0301,
    WriteRegisters = 0x0302,
    RegistersWritten = 0x0303,
    Bye = 0x7FFE,
    Error = 0x7FFF,
};

enum class TimingSource : std::uint8_t { MeasuredBoard, MeasuredHost, Modelled };

/// The first seven are the phases of a step, in the order of the phase table.
enum class TimingKind : std::uint8_t {
    Kinematics = 0,
    Initialise,
    Assembly,
    Base,
    Disassembly,
    Derivatives,
    Integrate,
    Compute,        ///< a whole function or batch; `count`: clocks
    Stalled,        ///< a batch waiting for its reader; `count`: clocks
    RegisterWrite,  ///< `count`: accesses
    RegisterRead,   ///< `count`: accesses
    Wall,           ///< of the whole request at the agent; if the accelerator is simulated
                    ///< (`MeasuredHost`), of the simulation, never the accelerator's own
    Compile,        ///< compilation of a mechanism to a program
};

struct TimingRow {
    TimingKind kind = TimingKind::Compute;
    TimingSource source = TimingSource::Modelled;
    std::uint64_t count = 0;
    std::uint64_t time_ns = 0;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f.choice(m.kind, TimingKind::Compile);
        f.choice(m.source, TimingSource::Modelled);
        f(m.count, m.time_ns);
    }
    bool operator==(const TimingRow&) const = default;
};
inline constexpr std::size_t maxTimings = 16;
using Timings = std::vector<TimingRow>;

}  // namespace momentree::fpga::wire
