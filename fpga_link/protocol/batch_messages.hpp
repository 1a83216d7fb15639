// SPDX-License-Identifier: Apache-2.0
// Messages for a mechanism and its motion over many steps.
#pragma once

#include "fpga_link/protocol/message_types.hpp"

namespace momentree::fpga::wire {

struct Body {
    double length = 0;      ///< inboard to outboard joint [m]
    double cx = 0, cy = 0;  ///< centre of mass from the inboard joint, body axes [m]
    double mass = 0;        ///< [kg]
    double inertia = 0;     ///< about the centre of mass [kg m^2]
    double damping = 0;     ///< of the inboard joint [N m s/rad]
    double angle = 0;       ///< at the start, relative to ground [rad]
    double momentum = 0;    ///< of the inboard joint at the start [kg m^2/s]

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.length, m.cx, m.cy, m.mass, m.inertia, m.damping, m.angle, m.momentum);
    }
    bool operator==(const Body&) const = default;
};

enum class Method : std::uint8_t { Euler = 0, RungeKutta4 = 1 };

struct LoadModel {
    static constexpr Type type = Type::LoadModel;
    std::uint8_t closed = 0;  ///< 1: the last body has a second joint, to ground
    Method method = Method::Euler;
    std::uint8_t phased = 0;            ///< 1: phases in sequence, each with its own clocks
    double step = 0;                    ///< [s]
    double gravityX = 0, gravityY = 0;  ///< [m/s^2]
    std::vector<Body> bodies;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f.choice(m.closed, yes);
        f.choice(m.method, Method::RungeKutta4);
        f.choice(m.phased, yes);
        f(m.step, m.gravityX, m.gravityY);
        f.list(m.bodies, maxBodies);
    }
    bool operator==(const LoadModel&) const = default;
};

/// Trajectories that are computed together. All have the same method, step, phases and number of
/// bodies; parameters and initial states are their own.
struct LoadModels {
    static constexpr Type type = Type::LoadModels;
    std::vector<LoadModel> models;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f.list(m.models, maxTrajectories);
    }
    bool operator==(const LoadModels&) const = default;
};

/// Operations of a phase, and the clocks [first, end) of a pass in which they start.
struct PhaseClocks {
    std::uint32_t sums = 0, products = 0, reciprocals = 0, roundings = 0;
    std::uint32_t first = 0, end = 0;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.sums, m.products, m.reciprocals, m.roundings, m.first, m.end);
    }
    bool operator==(const PhaseClocks&) const = default;
};

struct ModelAck {
    static constexpr Type type = Type::ModelAck;
    std::uint32_t programCrc = 0;    ///< of the program words as loaded
    std::uint32_t programWords = 0;  ///< clocks per pass
    std::uint32_t passes = 0;        ///< per step
    std::uint32_t imageWords = 0;    ///< constants and initial states
    std::array<PhaseClocks, 7> phases{};
    Timings timings;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.programCrc, m.programWords, m.passes, m.imageWords, m.phases);
        f.list(m.timings, maxTimings);
    }
    bool operator==(const ModelAck&) const = default;
};

/// A word of the register file, bank * 512 + word, and its value before the first step.
struct PlacedWord {
    std::uint32_t place = 0;
    Word word = 0;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.place, m.word);
    }
    bool operator==(const PlacedWord&) const = default;
};

/// A program as the engine runs it, compiled by the client.
struct LoadProgram {
    static constexpr Type type = Type::LoadProgram;
    std::uint8_t passes = 1;          ///< per step
    std::uint8_t phased = 0;          ///< 1: phases in sequence, each with its own clocks
    std::uint8_t pivotLimit = 0;      ///< register PIVOT_LIMIT
    std::vector<Word> words;          ///< eight parts of each program word, lowest first
    std::vector<PlacedWord> image;    ///< constants and initial states
    std::vector<std::uint32_t> kept;  ///< places of all states
    /// Indices into `kept` of the coordinates and of the momenta of a row, and of the words of the
    /// FIFO in their order, which are those of a row.
    std::vector<std::uint32_t> coordinates, momenta, samples;
    std::array<PhaseClocks, phasesOfStep> phases{};

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.passes);
        f.choice(m.phased, yes);
        f(m.pivotLimit);
        f.list(m.words, 8 * maxProgramWords);
        f.list(m.image, maxPlaces);
        f.list(m.kept, maxPlaces);
        f.list(m.coordinates, maxStates);
        f.list(m.momenta, maxStates);
        f.list(m.samples, 2 * maxStates);
        f(m.phases);
    }
    bool operator==(const LoadProgram&) const = default;
};

/// Angles [rad] and joint momenta [kg m^2/s], [bodies] each, of one trajectory after the other.
template <Type which>
struct StateMessage {
    static constexpr Type type = which;
    std::vector<Word> angle, momentum;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f.list(m.angle, maxStates);
        f.list(m.momentum, maxStates);
    }
    bool operator==(const StateMessage&) const = default;
};
using SetState = StateMessage<Type::SetState>;
using State = StateMessage<Type::State>;

struct RunBatch {
    static constexpr Type type = Type::RunBatch;
    std::uint32_t steps = 0;       ///< 1 to `maxSteps`
    std::uint32_t decimation = 1;  ///< steps between samples, from 1

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.steps, m.decimation);
    }
    bool operator==(const RunBatch&) const = default;
};

/// Rows of `stride` words: step number, after LOAD_MODELS the trajectory from 0, angles, joint
/// momenta.
struct Samples {
    static constexpr Type type = Type::Samples;
    std::uint32_t stride = 0;
    std::vector<Word> words;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.stride);
        f.list(m.words, maxSampleWords);
    }
    bool operator==(const Samples&) const = default;
};

struct Credit {
    static constexpr Type type = Type::Credit;
    std::uint32_t bytes = 0;  ///< additional SAMPLES payload that the client accepts

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.bytes);
    }
    bool operator==(const Credit&) const = default;
};

enum class EndReason : std::uint8_t { Finished = 0, Aborted = 1, Numeric = 2 };

struct RunDone {
    static constexpr Type type = Type::RunDone;
    EndReason reason = EndReason::Finished;
    std::uint32_t stepsDone = 0;
    std::uint32_t flags = 0;
    std::uint32_t flagStep = 0;  ///< steps done at the first flag
    std::uint64_t cycles = 0;    ///< clocks in which a program word was issued
    Timings timings;
    std::vector<Word> angle, momentum;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f.choice(m.reason, EndReason::Numeric);
        f(m.stepsDone, m.flags, m.flagStep, m.cycles);
        f.list(m.timings, maxTimings);
        f.list(m.angle, maxStates);
        f.list(m.momentum, maxStates);
    }
    bool operator==(const RunDone&) const = default;
};

}  // namespace momentree::fpga::wire
