// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fpga_link/agent/accelerator.hpp"
#include "fpga_link/functions/register_map.hpp"

namespace momentree::fpga {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;
using wire::ErrorCode;
using wire::TimingKind;
using wire::Word;

/// Interval between checks for requests of the client.
constexpr milliseconds slice{20};

std::uint32_t addressOf(Register place) {
    return static_cast<std::uint32_t>(place.bank * Machine::bankWords + place.address);
}

bool numeric(std::uint32_t flags) { return (flags & (flag::nan | flag::infinite)) != 0; }

/// The last step whose row is right.
std::uint32_t lastGoodStep(Fabric& fabric) {
    const std::uint32_t flags = fabric.read32(registers::flags);
    if (flags == 0) return ~0u;
    const std::uint32_t step = fabric.read32(registers::flagStep);
    // The lost words may be those of the row of this step.
    return (flags & flag::sampleLost) != 0 && step != 0 ? step - 1 : step;
}

/// Transfers rows from the FIFO to a reader.
class SampleFeed {
public:
    SampleFeed(Fabric& fabric, const LoadedModel& model, std::uint32_t decimation)
        : fabric_(fabric), model_(model), decimation_(decimation) {}

    /// Words in the FIFO for a sampled step.
    std::size_t width() const { return model_.sampleOrder.size(); }

    /// Transfers `samples` sampled steps, a row for each trajectory; those after the first flag are
    /// discarded, and all from the first call without a reader on.
    void pass(std::size_t samples, BatchReader* reader) {
        const auto start = steady_clock::now();
        const std::size_t stride = model_.stride(), rows = samples * model_.rows();
        rows_.resize(rows * stride);
        for (std::size_t sample = 0; sample < samples; ++sample) {
            step_ += decimation_;
            Word* const first = rows_.data() + sample * stride * model_.rows();
            for (Word k = 0; k < model_.rows(); ++k) {
                first[k * stride] = step_;
                if (model_.tagged) first[k * stride + 1] = k;
            }
            words_.resize(width());
            fabric_.takeSamples(words_);
            for (std::size_t i = 0; i < width(); ++i)
                if (model_.sampleOrder[i] != LoadedModel::dropped)
                    first[model_.sampleOrder[i]] = words_[i];
        }
        time += steady_clock::now() - start;
        words += samples * width();
        const std::size_t burst = fabric_.takesBursts() ? Fabric::burstWords : 1;
        transfers += samples * ((width() + burst - 1) / burst);
        if (reader == nullptr) ended_ = true;
        if (reader == nullptr || ended_) return;
        const std::uint32_t last = lastGoodStep(fabric_);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::span<const Word> words(rows_.data() + row * stride, stride);
            if (words[0] <= last) reader->take(words);
        }
    }

    nanoseconds time{0};
    std::uint64_t words = 0, transfers = 0;  ///< words that were read, and in how many transfers

private:
    Fabric& fabric_;
    const LoadedModel& model_;
    std::uint32_t decimation_, step_ = 0;
    bool ended_ = false;
    std::vector<Word> rows_, words_;
};

}  // namespace

void Accelerator::writeWord(Register place, Word word) {
    fabric_.write32(registers::dataAddress, addressOf(place));
    fabric_.write32(registers::data, fp32Nearest(word, fraction_));
}

Word Accelerator::readWord(Register place) {
    fabric_.write32(registers::dataAddress, addressOf(place));
    return fabric_.read32(registers::data);
}

Outcome<wire::ModelAck> Accelerator::load(const LoadedModel& model) {
    const Program& program = model.program;
    reset();  // stops anything left running by an earlier error
    const auto start = steady_clock::now();
    std::uint64_t written = 0;
    const auto write = [&](std::uint32_t offset, std::uint32_t value) {
        fabric_.write32(offset, value);
        ++written;
    };
    const std::uint32_t crc = crcOf(program);
    // The same program with other numbers, as for rollouts, is not written again.
    if (fabric_.read32(registers::programCrc) != crc ||
        fabric_.read32(registers::programLength) != program.words.size()) {
        write(registers::programAddress, 0);
        for (const ProgramWord& word : program.words)
            for (const std::uint32_t part : encode(word)) write(registers::programData, part);
    }
    for (const InitialWord& initial : model.image) {
        write(registers::dataAddress, addressOf(initial.place));
        write(registers::data, fp32Nearest(initial.bits, fraction_));
    }
    write(registers::programLength, static_cast<std::uint32_t>(program.words.size()));
    write(registers::passes, static_cast<std::uint32_t>(program.passes));
    write(registers::sampleWords, static_cast<std::uint32_t>(program.sampleOrder.size()));
    write(registers::pivotLimit, static_cast<std::uint32_t>(program.pivotLimit));
    const auto end = steady_clock::now();

    wire::ModelAck ack;
    ack.programCrc = fabric_.read32(registers::programCrc);
    if (!fabric_.failure().empty()) return broken();
    if (ack.programCrc != crc)
        return fault(ErrorCode::FabricIo,
                     "the program did not reach the accelerator undamaged (its CRC differs)");
    ack.programWords = static_cast<std::uint32_t>(program.words.size());
    ack.passes = static_cast<std::uint32_t>(program.passes);
    ack.imageWords = static_cast<std::uint32_t>(model.image.size());
    for (const PhaseRow& row : program.phases) {
        const auto number = [](int value) { return static_cast<std::uint32_t>(value); };
        ack.phases[static_cast<std::size_t>(row.phase)] = {number(row.counts.sums),
                                                           number(row.counts.products),
                                                           number(row.counts.reciprocals),
                                                           number(row.counts.roundings),
                                                           number(row.first),
                                                           number(row.end)};
    }
    ack.timings = {writes(written, end - start)};
    return ack;
}

Outcome<wire::State> Accelerator::state(const LoadedModel& model) {
    wire::State state;
    for (const Register& place : model.angle) state.angle.push_back(readWord(place));
    for (const Register& place : model.momentum) state.momentum.push_back(readWord(place));
    if (!fabric_.failure().empty()) return broken();
    return state;
}

Outcome<wire::State> Accelerator::setState(const LoadedModel& model, const wire::SetState& wanted) {
    const auto words = stateWords(model, wanted);
    if (!words) return tl::unexpected(words.error());
    for (std::size_t i = 0; i < words->size(); ++i) writeWord(model.states[i], (*words)[i]);
    return state(model);
}

std::vector<Word> Accelerator::kept(const LoadedModel& model) {
    std::vector<Word> words;
    for (const Register& place : model.states) words.push_back(readWord(place));
    return words;
}

Outcome<wire::ModelAck> Accelerator::restore(const LoadedModel& model,
                                             std::span<const Word> words) {
    const auto loaded = load(model);
    for (std::size_t i = 0; i < words.size(); ++i) writeWord(model.states[i], words[i]);
    if (!fabric_.failure().empty()) return broken();
    return loaded;
}

wire::Timings Accelerator::timingsOf(const LoadedModel& model, nanoseconds wall) {
    wire::Timings timings;
    const std::uint64_t passes = std::uint64_t{fabric_.read32(registers::stepsDone)} *
                                 static_cast<std::uint32_t>(model.program.passes);
    for (std::size_t i = 0; model.program.phased && i < model.program.phases.size(); ++i) {
        const PhaseRow& row = model.program.phases[i];
        // The counter has 32 bits; the phase table gives the remaining ones.
        const std::uint64_t expected = passes * static_cast<std::uint32_t>(row.end - row.first);
        fabric_.write32(registers::phaseSelect, static_cast<std::uint32_t>(i));
        const std::uint32_t counted = fabric_.read32(registers::phaseCycles);
        const auto beyond =
            static_cast<std::int32_t>(counted - static_cast<std::uint32_t>(expected));
        timings.push_back(clocks(static_cast<TimingKind>(row.phase),
                                 expected + static_cast<std::uint64_t>(std::int64_t{beyond})));
    }
    const std::uint64_t low = fabric_.read32(registers::batchCyclesLow);
    const std::uint64_t high = fabric_.read32(registers::batchCyclesHigh);
    timings.push_back(clocks(TimingKind::Compute, high << 32 | low));
    timings.push_back(clocks(TimingKind::Stalled, fabric_.read32(registers::stallCycles)));
    timings.push_back(
        {TimingKind::Wall,
         measurable_ ? wire::TimingSource::MeasuredBoard : wire::TimingSource::MeasuredHost, 1,
         static_cast<std::uint64_t>(wall.count())});
    return timings;
}

Outcome<wire::RunDone> Accelerator::run(const LoadedModel& model, const wire::RunBatch& batch,
                                        BatchReader& reader) {
    SampleFeed feed(fabric_, model, batch.decimation);
    fabric_.write32(registers::flags, registers::allFlags);
    fabric_.write32(registers::steps, batch.steps);
    fabric_.write32(registers::decimation, batch.decimation);
    fabric_.write32(registers::interruptStatus, registers::allInterrupts);
    fabric_.write32(registers::interruptEnable,
                    interrupt::batchDone | interrupt::samplesHalfFull | interrupt::error);
    const auto start = steady_clock::now();
    fabric_.write32(registers::control, control::startBatch);

    auto moved = start;
    std::uint32_t stepsBefore = 0;
    bool aborting = false;
    while (true) {
        fabric_.write32(registers::interruptStatus, registers::allInterrupts);
        const bool busy = (fabric_.read32(registers::status) & status::batchBusy) != 0;
        const std::uint32_t level = fabric_.read32(registers::sampleLevel);
        const std::size_t samples = level / feed.width();
        const std::size_t wanted = std::min(samples, reader.room() / model.rows());
        feed.pass(wanted, &reader);
        // The reader wants no more rows after its abort.
        const bool unwanted = aborting && reader.wantsAbort();
        if (unwanted && samples > wanted) feed.pass(samples - wanted, nullptr);
        const bool blocked = !unwanted && samples > wanted;

        const std::uint32_t done = fabric_.read32(registers::stepsDone);
        const std::uint32_t flags = fabric_.read32(registers::flags);
        reader.progress(done, level, flags);
        if (!fabric_.failure().empty()) return broken();
        if (!busy && !blocked) break;
        if (!aborting && (flags != 0 || reader.wantsAbort())) {
            fabric_.write32(registers::control, control::abortBatch);
            aborting = true;
        }
        const auto now = steady_clock::now();
        if (done != stepsBefore || blocked || wanted != 0) moved = now;
        stepsBefore = done;
        if (now - moved > settings_.stuck) {
            reset();
            return broken();
        }
        reader.rest(blocked);
        if (!blocked) fabric_.waitInterrupt(slice);
    }

    wire::RunDone result;
    result.stepsDone = fabric_.read32(registers::stepsDone);
    result.flags = fabric_.read32(registers::flags);
    result.flagStep = fabric_.read32(registers::flagStep);
    const bool whole = result.stepsDone == batch.steps && result.flags == 0;
    result.reason = numeric(result.flags) ? wire::EndReason::Numeric
                    : whole               ? wire::EndReason::Finished
                                          : wire::EndReason::Aborted;
    result.timings = timingsOf(model, steady_clock::now() - start);
    result.timings.push_back(reads(feed.transfers, feed.time, feed.words - feed.transfers));
    result.cycles = std::uint64_t{fabric_.read32(registers::batchCyclesHigh)} << 32 |
                    fabric_.read32(registers::batchCyclesLow);
    const auto end = state(model);
    if (!end) return tl::unexpected(end.error());
    result.angle = end->angle;
    result.momentum = end->momentum;
    return result;
}

}  // namespace momentree::fpga
