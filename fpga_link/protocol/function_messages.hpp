// SPDX-License-Identifier: Apache-2.0
// Messages for single functions of the accelerator, with words in the order of its register map,
// and for registers (only if the agent was started with --allow-raw).
#pragma once

#include "fpga_link/protocol/message_types.hpp"

namespace momentree::fpga::wire {

using NodeWords = std::array<Word, 33>;
using JointWords = std::array<Word, 14>;
using BodyWords = std::array<Word, 8>;
using MatrixWords = std::array<Word, 16>;
using SpatialBodyWords = std::array<Word, 19>;
using SpatialNodeWords = std::array<Word, 90>;
using SpatialJointWords = std::array<Word, 30>;
using SpatialImpulseWords = std::array<Word, 78>;

struct Assemble {
    static constexpr Type type = Type::Assemble;
    NodeWords A{}, B{};

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.A, m.B);
    }
    bool operator==(const Assemble&) const = default;
};

template <Type which>
struct CompoundMessage {
    static constexpr Type type = which;
    NodeWords C{};
    JointWords joint{};
    std::uint32_t flags = 0;
    Timings timings;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.C, m.joint, m.flags);
        f.list(m.timings, maxTimings);
    }
    bool operator==(const CompoundMessage&) const = default;
};
using AssembleResult = CompoundMessage<Type::AssembleResult>;
using UpdateAssembleResult = CompoundMessage<Type::UpdateAssembleResult>;

struct Inverse {
    static constexpr Type type = Type::Inverse;
    MatrixWords matrix{};

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.matrix);
    }
    bool operator==(const Inverse&) const = default;
};

struct InverseResult {
    static constexpr Type type = Type::InverseResult;
    MatrixWords inverse{};
    std::uint32_t info = 0;  ///< register INV4_INFO: row order, singular flag
    std::uint32_t flags = 0;
    Timings timings;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.inverse, m.info, m.flags);
        f.list(m.timings, maxTimings);
    }
    bool operator==(const InverseResult&) const = default;
};

template <Type which>
struct BodiesMessage {
    static constexpr Type type = which;
    BodyWords A{}, B{};

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.A, m.B);
    }
    bool operator==(const BodiesMessage&) const = default;
};
using Update = BodiesMessage<Type::Update>;
using UpdateAssemble = BodiesMessage<Type::UpdateAssemble>;

struct UpdateResult {
    static constexpr Type type = Type::UpdateResult;
    NodeWords A{}, B{};
    std::uint32_t flags = 0;
    Timings timings;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.A, m.B, m.flags);
        f.list(m.timings, maxTimings);
    }
    bool operator==(const UpdateResult&) const = default;
};

struct SpatialUpdate {
    static constexpr Type type = Type::SpatialUpdate;
    SpatialBodyWords body{};

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.body);
    }
    bool operator==(const SpatialUpdate&) const = default;
};

struct SpatialUpdateResult {
    static constexpr Type type = Type::SpatialUpdateResult;
    SpatialNodeWords node{};
    std::uint32_t flags = 0;
    Timings timings;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.node, m.flags);
        f.list(m.timings, maxTimings);
    }
    bool operator==(const SpatialUpdateResult&) const = default;
};

struct SpatialAssemble {
    static constexpr Type type = Type::SpatialAssemble;
    SpatialNodeWords A{}, B{};
    SpatialJointWords joint{};

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.A, m.B, m.joint);
    }
    bool operator==(const SpatialAssemble&) const = default;
};

struct SpatialAssembleResult {
    static constexpr Type type = Type::SpatialAssembleResult;
    SpatialNodeWords C{};
    SpatialImpulseWords impulses{};
    std::uint32_t flags = 0;
    Timings timings;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.C, m.impulses, m.flags);
        f.list(m.timings, maxTimings);
    }
    bool operator==(const SpatialAssembleResult&) const = default;
};

struct ReadRegisters {
    static constexpr Type type = Type::ReadRegisters;
    std::uint16_t offset = 0;
    std::uint16_t count = 0;  ///< number of consecutive registers

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.offset, m.count);
    }
    bool operator==(const ReadRegisters&) const = default;
};

template <Type which>
struct RegisterMessage {
    static constexpr Type type = which;
    std::uint16_t offset = 0;
    std::vector<Word> values;  ///< of consecutive registers

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.offset);
        f.list(m.values, maxRegisters);
    }
    bool operator==(const RegisterMessage&) const = default;
};
using RegisterValues = RegisterMessage<Type::RegisterValues>;
using WriteRegisters = RegisterMessage<Type::WriteRegisters>;

}  // namespace momentree::fpga::wire
