// SPDX-License-Identifier: Apache-2.0
// Messages for greeting, status and errors.
#pragma once

#include "fpga_link/protocol/message_types.hpp"

namespace momentree::fpga::wire {

using Nonce = std::array<std::uint8_t, 16>;
using Proof = std::array<std::uint8_t, 32>;

struct Hello {
    static constexpr Type type = Type::Hello;
    std::uint8_t firstMajor = majorVersion, lastMajor = majorVersion;
    Nonce nonce{};
    std::string client;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.firstMajor, m.lastMajor, m.nonce);
        f.text(m.client, maxText);
    }
    bool operator==(const Hello&) const = default;
};

struct HelloAck {
    static constexpr Type type = Type::HelloAck;
    std::uint8_t major = majorVersion, minor = minorVersion;
    std::uint8_t fabric = 0;  ///< 1 soft, 2 rtl, 3 uio, 4 devmem
    TimingSource timing = TimingSource::Modelled;
    std::uint8_t needsProof = 0;  ///< 1: AUTH must follow, computed with `challenge`
    std::uint8_t allowsRegisters = 0;
    std::uint32_t session = 0;
    std::uint32_t hardwareVersion = 0, capabilities = 0;  ///< registers VERSION and CAPS
    std::uint32_t clock_Hz = 0;
    std::uint32_t write_ns = 0, read_ns = 0;  ///< of one register access, if modelled
    std::uint32_t bodies = maxBodies, steps = maxSteps, credit = initialCredit;
    Nonce challenge{};
    std::string agent;   ///< program and version
    std::string device;  ///< name of the fabric
    std::string machine;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.major, m.minor, m.fabric);
        f.choice(m.timing, TimingSource::Modelled);
        f.choice(m.needsProof, yes);
        f.choice(m.allowsRegisters, yes);
        f(m.session, m.hardwareVersion, m.capabilities, m.clock_Hz, m.write_ns, m.read_ns);
        f(m.bodies, m.steps, m.credit, m.challenge);
        f.text(m.agent, maxText);
        f.text(m.device, maxText);
        f.text(m.machine, maxText);
    }
    bool operator==(const HelloAck&) const = default;
};

/// A message without fields.
template <Type which>
struct Empty {
    static constexpr Type type = which;
    template <class F, class M>
    static void fields(F&, M&) {}
    bool operator==(const Empty&) const = default;
};
using GetStatus = Empty<Type::GetStatus>;
using GetState = Empty<Type::GetState>;
using Abort = Empty<Type::Abort>;
using RegistersWritten = Empty<Type::RegistersWritten>;
using Bye = Empty<Type::Bye>;

template <Type which>
struct ProofMessage {
    static constexpr Type type = which;
    Proof proof{};
    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.proof);
    }
    bool operator==(const ProofMessage&) const = default;
};
using Auth = ProofMessage<Type::Auth>;
using AuthAck = ProofMessage<Type::AuthAck>;

template <Type which>
struct Echo {
    static constexpr Type type = which;
    std::uint64_t token = 0;
    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.token);
    }
    bool operator==(const Echo&) const = default;
};
using Ping = Echo<Type::Ping>;
using Pong = Echo<Type::Pong>;

enum class SessionState : std::uint8_t { Connected = 0, Ready = 1, Loaded = 2, Running = 3 };

struct Status {
    static constexpr Type type = Type::Status;
    SessionState state = SessionState::Connected;
    std::uint8_t busy = 0;  ///< 1: a request is in progress
    std::uint32_t flags = 0;
    std::uint32_t steps = 0, stepsDone = 0;  ///< of the batch
    std::uint32_t waiting = 0;               ///< words in the sample FIFO
    std::uint32_t credit = 0;                ///< remaining bytes
    /// In this session, since HELLO.
    std::uint64_t framesReceived = 0, framesSent = 0, bytesReceived = 0, bytesSent = 0;
    std::uint64_t samples = 0, errors = 0, age_ms = 0;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f.choice(m.state, SessionState::Running);
        f.choice(m.busy, yes);
        f(m.flags, m.steps, m.stepsDone, m.waiting, m.credit);
        f(m.framesReceived, m.framesSent, m.bytesReceived, m.bytesSent);
        f(m.samples, m.errors, m.age_ms);
    }
    bool operator==(const Status&) const = default;
};

struct SelfTest {
    static constexpr Type type = Type::SelfTest;
    std::uint32_t accesses = 10'000;  ///< register accesses to time at most, 1 to 100 000

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.accesses);
    }
    bool operator==(const SelfTest&) const = default;
};

struct Check {
    std::uint8_t passed = 0;
    std::string name, detail;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f.choice(m.passed, yes);
        f.text(m.name, maxText);
        f.text(m.detail, maxErrorText);
    }
    bool operator==(const Check&) const = default;
};

struct SelfTestResult {
    static constexpr Type type = Type::SelfTestResult;
    std::vector<Check> checks;
    double write_ns = 0, read_ns = 0;  ///< of one register access, on average
    TimingSource source = TimingSource::MeasuredHost;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f.list(m.checks, 32);
        f(m.write_ns, m.read_ns);
        f.choice(m.source, TimingSource::Modelled);
    }
    bool operator==(const SelfTestResult&) const = default;
};

/// Requests timing of the accelerator's work on the agent's processor.
struct TimeSoftware {
    static constexpr Type type = Type::TimeSoftware;
    std::uint32_t calls = 1'000;  ///< calls of every function, and steps: 1 to `maxTimedCalls`

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.calls);
    }
    bool operator==(const TimeSoftware&) const = default;
};

/// Mean times in double precision [ns].
struct SoftwareTimes {
    static constexpr Type type = Type::SoftwareTimes;
    TimingSource source = TimingSource::MeasuredHost;
    std::array<double, 3> functions{};  ///< update of two bodies, assembly, inverse
    /// Phases of a step of the loaded model, in the order of the phase table; empty without a
    /// model.
    std::vector<double> phases;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f.choice(m.source, TimingSource::Modelled);
        f(m.functions);
        f.list(m.phases, phasesOfStep);
    }
    bool operator==(const SoftwareTimes&) const = default;
};

struct Error {
    static constexpr Type type = Type::Error;
    ErrorCode code = ErrorCode::Internal;
    std::uint16_t offendingType = 0;
    std::uint8_t fatal = 0;  ///< 1: the agent closes the connection
    std::string text;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.code, m.offendingType);
        f.choice(m.fatal, yes);
        f.text(m.text, maxErrorText);
    }
    bool operator==(const Error&) const = default;
};

}  // namespace momentree::fpga::wire
