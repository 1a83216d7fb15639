// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "fpga_link/agent/loaded_model.hpp"
#include "fpga_link/arithmetic/fp32_soft.hpp"
#include "fpga_link/fabric/fabric.hpp"

namespace momentree::fpga {

struct AcceleratorSettings {
    /// Assumed cost of a register access where it cannot be measured [ns].
    std::uint32_t write_ns = 150, read_ns = 250;
    /// A function takes microseconds, a simulated one milliseconds.
    std::chrono::milliseconds function{2'000};
    /// A batch that makes no step for this long although it could is stuck.
    std::chrono::milliseconds stuck{5'000};
};

/// Receives the samples of a batch. All functions are called from the thread that runs the batch.
class BatchReader {
public:
    virtual ~BatchReader() = default;
    virtual std::size_t room() = 0;  ///< rows that it can take now
    /// One row: step number, trajectory if the model is tagged, angles, momenta.
    virtual void take(std::span<const wire::Word> row) = 0;
    /// Called when all available rows have been passed. `wait`: the reader had no room for more;
    /// may return early.
    virtual void rest(bool wait) = 0;
    virtual bool wantsAbort() = 0;
    virtual void progress(std::uint32_t stepsDone, std::uint32_t waiting, std::uint32_t flags) = 0;

protected:
    BatchReader() = default;
    BatchReader(const BatchReader&) = default;
    BatchReader& operator=(const BatchReader&) = default;
};

/// The accelerator behind its registers. Not thread-safe.
class Accelerator {
public:
    Accelerator(Fabric& fabric, AcceleratorSettings settings)
        : fabric_(fabric), settings_(settings), measurable_(fabric.info().measurable) {}

    /// Fails if the device is not this accelerator.
    Outcome<wire::HelloAck> identify();
    /// Measures the frequency of hardware against this machine's clock, in 2 ms; FCLK0 is whatever
    /// the boot loader left. Times are computed by it from now on.
    /// @return false if the clock stands still
    bool measureClock();
    std::uint32_t clock_Hz() const { return clock_Hz_; }
    /// A warning if the clock is faster than the design allows, otherwise empty.
    std::string clockFault() const;
    /// Compares registers, functions and a batch with the software model, and checks clock and
    /// interrupt where there are any. Each failed check says what to do.
    /// A loaded model is lost.
    /// @param accesses register accesses to time
    wire::SelfTestResult selfTest(std::uint32_t accesses);
    void reset();  ///< stops anything running
    /// Whether it is hardware, so that times measured here are those of a board.
    bool isMeasurable() const { return measurable_; }
    /// Of the engine; known after `identify`. A model must be built for them.
    std::uint32_t lanes() const { return lanes_; }
    /// Bits of the fraction of every number; known after `identify`. Words that are written to it
    /// are rounded to these.
    int fraction() const { return fraction_; }

    Outcome<wire::ModelAck> load(const LoadedModel& model);
    Outcome<wire::State> state(const LoadedModel& model);
    Outcome<wire::State> setState(const LoadedModel& model, const wire::SetState& state);
    /// All words that a model keeps from step to step, as in LoadedModel::states.
    std::vector<wire::Word> kept(const LoadedModel& model);
    /// Loads a model with the words that it had.
    Outcome<wire::ModelAck> restore(const LoadedModel& model, std::span<const wire::Word> words);
    /// Runs until the batch is complete and the reader has all samples. After a NaN or infinity it
    /// stops and omits the samples from that step on.
    Outcome<wire::RunDone> run(const LoadedModel& model, const wire::RunBatch& batch,
                               BatchReader& reader);

    Outcome<wire::AssembleResult> assemble(const wire::Assemble& nodes);
    Outcome<wire::InverseResult> inverse(const wire::Inverse& matrix);
    Outcome<wire::UpdateResult> update(const wire::Update& bodies);
    Outcome<wire::UpdateAssembleResult> updateAssemble(const wire::UpdateAssemble& bodies);
    Outcome<wire::SpatialUpdateResult> spatialUpdate(const wire::SpatialUpdate& request);
    Outcome<wire::SpatialAssembleResult> spatialAssemble(const wire::SpatialAssemble& request);

    Outcome<wire::RegisterValues> readRegisters(const wire::ReadRegisters& request);
    Outcome<wire::RegistersWritten> writeRegisters(const wire::WriteRegisters& request);

private:
    struct Block {
        std::uint32_t offset;
        std::span<wire::Word> words;
    };
    struct Input {
        std::uint32_t offset;
        std::span<const wire::Word> words;
    };
    struct Call {
        std::uint32_t flags = 0;
        wire::Timings timings;
    };
    Outcome<Call> call(std::span<const Input> inputs, std::uint32_t command,
                       std::span<const Block> outputs);
    /// Flags and times of a call beside the words that it writes into `result` by `outputs`.
    template <class Result>
    Outcome<Result> complete(Result& result, std::span<const Input> inputs, std::uint32_t command,
                             std::span<const Block> outputs);
    bool waitForFunction();
    tl::unexpected<Fault> broken() const;
    void checkFunctions(Accelerator& model, std::vector<wire::Check>& checks);
    void checkBatch(Accelerator& model, std::vector<wire::Check>& checks);
    wire::Word readWord(Register place);
    void writeWord(Register place, wire::Word word);
    wire::TimingRow writes(std::uint64_t count, std::chrono::nanoseconds measured) const;
    /// @param beats more words that the reads gave in bursts, a clock each
    wire::TimingRow reads(std::uint64_t count, std::chrono::nanoseconds measured,
                          std::uint64_t beats = 0) const;
    wire::TimingRow clocks(wire::TimingKind kind, std::uint64_t count) const;
    wire::Timings timingsOf(const LoadedModel& model, std::chrono::nanoseconds wall);

    Fabric& fabric_;
    AcceleratorSettings settings_;
    bool measurable_;
    std::uint32_t lanes_ = 1;
    int fraction_ = fp32Fraction;
    std::uint32_t clock_Hz_ = 100'000'000, stated_Hz_ = clock_Hz_;
};

}  // namespace momentree::fpga
