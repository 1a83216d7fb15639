// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace momentree::fpga {

/// Byte offsets in the accelerator's window of 64 KiB; all registers are 32-bit words.
namespace registers {

inline constexpr std::uint32_t id = 0x0000;       ///< reads `idValue`
inline constexpr std::uint32_t version = 0x0004;  ///< major, minor, patch in bits 31:16, 15:8, 7:0
inline constexpr std::uint32_t capabilities = 0x0008;
inline constexpr std::uint32_t clockHz = 0x000C;
inline constexpr std::uint32_t control = 0x0010;          ///< write-only, bits `Control`
inline constexpr std::uint32_t status = 0x0014;           ///< bits `Status`
inline constexpr std::uint32_t flags = 0x0018;            ///< sticky, bits `Flag`; write 1 to clear
inline constexpr std::uint32_t interruptEnable = 0x001C;  ///< bits `Interrupt`
inline constexpr std::uint32_t interruptStatus = 0x0020;  ///< write 1 to clear
inline constexpr std::uint32_t scratch = 0x0024;
inline constexpr std::uint32_t cyclesTotalLow = 0x0030;   ///< busy clocks since the last clear
inline constexpr std::uint32_t cyclesTotalHigh = 0x0034;  ///< at the time the low word was read
inline constexpr std::uint32_t cyclesLast = 0x0038;       ///< clocks of the last function or batch
inline constexpr std::uint32_t cyclesStalled = 0x003C;    ///< clocks waiting for the reader
inline constexpr std::uint32_t phaseSelect = 0x0040;      ///< row of Program::phases
inline constexpr std::uint32_t phaseCycles = 0x0044;  ///< its clocks in the last batch, mod 2^32
inline constexpr std::uint32_t cyclesFree = 0x0048;   ///< counts continuously

inline constexpr std::uint32_t bodyA = 0x0100;        ///< 33 words in the order of `PlanarNode`
inline constexpr std::uint32_t bodyB = 0x0200;        ///< 33 words
inline constexpr std::uint32_t compound = 0x0300;     ///< 33 words, read-only
inline constexpr std::uint32_t joint = 0x03A0;        ///< 14 words in the order of `PlanarJoint`
inline constexpr std::uint32_t inverseIn = 0x0400;    ///< 16 words
inline constexpr std::uint32_t inverseOut = 0x0440;   ///< 16 words, read-only
inline constexpr std::uint32_t inverseInfo = 0x0480;  ///< rows, two bits each; bit 8: singular
inline constexpr std::uint32_t updateA = 0x0500;      ///< 8 words in the order of `BodyWindow`
inline constexpr std::uint32_t updateB = 0x0520;      ///< 8 words

// The functions in space, numbers in the order of their structures.
inline constexpr std::uint32_t spatialBody = 0x1000;      ///< 19 words, `SpatialBody`
inline constexpr std::uint32_t spatialJoint = 0x1080;     ///< 30 words, `SpatialJoint`
inline constexpr std::uint32_t spatialA = 0x1200;         ///< 90 words, `SpatialNode`
inline constexpr std::uint32_t spatialB = 0x1400;         ///< 90 words
inline constexpr std::uint32_t spatialCompound = 0x1600;  ///< 90 words, read-only
inline constexpr std::uint32_t spatialImpulses = 0x1800;  ///< 78 words, read-only

// The batch engine, up to 0x0FFF.
inline constexpr std::uint32_t programAddress = 0x0800;  ///< write-only: word of the next part
inline constexpr std::uint32_t programData = 0x0804;     ///< write-only: 8 parts a word, increments
inline constexpr std::uint32_t programLength = 0x0810;   ///< words of a pass
inline constexpr std::uint32_t steps = 0x0814;
inline constexpr std::uint32_t decimation = 0x0818;  ///< steps between samples, from 1
inline constexpr std::uint32_t sampleWords = 0x081C;
inline constexpr std::uint32_t dataAddress = 0x0820;  ///< lane * 4096 + bank * 512 + word
inline constexpr std::uint32_t data = 0x0824;         ///< increments
inline constexpr std::uint32_t passes = 0x0830;       ///< passes of a step
inline constexpr std::uint32_t pivotLimit = 0x0834;   ///< Program::pivotLimit
inline constexpr std::uint32_t stepsDone = 0x0840;    ///< read-only, like all following ones
inline constexpr std::uint32_t sampleLevel = 0x0844;
inline constexpr std::uint32_t samplePop = 0x0848;   ///< removes the oldest sample; 0 if none
inline constexpr std::uint32_t programCrc = 0x084C;  ///< CRC-32 of all parts since programAddress
inline constexpr std::uint32_t flagStep = 0x0850;    ///< steps done at the first flag of a batch
inline constexpr std::uint32_t stallCycles = 0x0854;
inline constexpr std::uint32_t batchCyclesLow = 0x0858;  ///< clocks in which a word was issued
inline constexpr std::uint32_t batchCyclesHigh = 0x085C;

/// Behind the window where CAPS has `burstsBit`: 4 KiB, any word of which is the oldest sample.
inline constexpr std::uint32_t burstWindow = 0x1'0000;

inline constexpr std::uint32_t allFlags = 0x7F, allInterrupts = 0xF;  ///< all existing bits

}  // namespace registers

inline constexpr std::uint32_t idValue = 0x4844'4341;  ///< "HDCA"
// Of register CAPS.
inline constexpr std::uint32_t burstsBit = 1u << 2, spatialBit = 1u << 3;
/// Lanes of the engine, from register CAPS.
constexpr std::uint32_t lanesOf(std::uint32_t capabilities) { return 1u << (capabilities >> 28); }
/// Bits of the fraction of every number, from register CAPS.
constexpr int fractionOf(std::uint32_t capabilities) {
    return 23 - static_cast<int>(capabilities >> 4 & 15);
}
/// 0.4.0, of the hardware description and of the software that equals it.
inline constexpr std::uint32_t versionValue = 0x0000'0400;

namespace control {
inline constexpr std::uint32_t runAssembly = 1u << 0;
inline constexpr std::uint32_t runInverse = 1u << 1;
inline constexpr std::uint32_t runUpdate = 1u << 2;
inline constexpr std::uint32_t startBatch = 1u << 3;
inline constexpr std::uint32_t abortBatch = 1u << 4;
inline constexpr std::uint32_t resetFunctions = 1u << 5;  ///< from state read to state idle
inline constexpr std::uint32_t runSpatialUpdate = 1u << 6;
inline constexpr std::uint32_t runSpatialAssembly = 1u << 7;
inline constexpr std::uint32_t softReset = 1u << 31;
}  // namespace control

namespace status {
inline constexpr std::uint32_t idle = 1u << 0;
inline constexpr std::uint32_t read = 1u << 1;  ///< the window contains results of functions
inline constexpr std::uint32_t batchBusy = 1u << 2;
inline constexpr std::uint32_t stalled = 1u << 3;
inline constexpr std::uint32_t samples = 1u << 4;
inline constexpr std::uint32_t error = 1u << 5;
}  // namespace status

namespace flag {
inline constexpr std::uint32_t nan = 1u << 0;
inline constexpr std::uint32_t infinite = 1u << 1;
inline constexpr std::uint32_t smallPivot = 1u << 2;
inline constexpr std::uint32_t angleRange = 1u << 3;
inline constexpr std::uint32_t sampleLost = 1u << 4;
inline constexpr std::uint32_t badProgram = 1u << 5;
inline constexpr std::uint32_t illegalAccess = 1u << 6;
}  // namespace flag

namespace interrupt {
inline constexpr std::uint32_t batchDone = 1u << 0;
inline constexpr std::uint32_t samplesHalfFull = 1u << 1;
inline constexpr std::uint32_t error = 1u << 2;
inline constexpr std::uint32_t functionDone = 1u << 3;
}  // namespace interrupt

}  // namespace momentree::fpga
