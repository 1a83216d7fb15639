// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/agent/soft_batch.hpp"

#include <algorithm>
#include <utility>

#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/protocol/crc32.hpp"

namespace momentree::fpga {

namespace {

constexpr std::uint32_t partsOfWord = std::tuple_size_v<ProgramBits>;
constexpr std::uint32_t partsOfStore = Machine::programWords * partsOfWord;

}  // namespace

SoftBatch::SoftBatch(std::uint32_t lanes, int fraction)
    : fraction_(fraction), store_(Machine::programWords) {
    while (engines_.size() < lanes)
        engines_.push_back(std::make_unique<SoftEngine>(Program{}, fraction_));
}

Register SoftBatch::place() const {
    const std::uint32_t inLane = dataAddress_ % laneWords;
    return {static_cast<int>(inLane / Machine::bankWords),
            static_cast<int>(inLane % Machine::bankWords)};
}

std::optional<std::uint32_t> SoftBatch::read(std::uint32_t offset) {
    const auto count = [](std::int64_t number, int shift) {
        return static_cast<std::uint32_t>(static_cast<std::uint64_t>(number) >> shift);
    };
    switch (offset) {
        case registers::programLength:
            return length_;
        case registers::steps:
            return steps_;
        case registers::decimation:
            return decimation_;
        case registers::sampleWords:
            return sampleWords_;
        case registers::passes:
            return passes_;
        case registers::pivotLimit:
            return pivotLimit_;
        case registers::dataAddress:
            return dataAddress_;
        case registers::data: {
            const Register from = place();
            const SoftEngine& engine = lane();
            dataAddress_ = (dataAddress_ + 1) & dataMask();
            return from.bank < Machine::units ? engine.word(from) : 0;
        }
        case registers::stepsDone:
            return stepsDone_;
        case registers::sampleLevel:
            return level();
        case registers::samplePop: {
            if (samples_.empty()) return 0;
            const std::uint32_t oldest = samples_.front();
            samples_.pop_front();
            return oldest;
        }
        case registers::programCrc:
            return crc_;
        case registers::flagStep:
            return count(flagStep(), 0);
        case registers::stallCycles:
            return 0;
        case registers::batchCyclesLow:
            return count(cycles(), 0);
        case registers::batchCyclesHigh:
            return count(cycles(), 32);
        default:
            return std::nullopt;
    }
}

SoftBatch::Written SoftBatch::write(std::uint32_t offset, std::uint32_t value) {
    std::uint32_t* target = nullptr;
    std::uint32_t mask = ~0u;
    switch (offset) {
        case registers::programAddress:
        case registers::programData:
        case registers::data:
            break;
        case registers::programLength:
            target = &length_;
            mask = 2 * Machine::programWords - 1;
            break;
        case registers::steps:
            target = &steps_;
            break;
        case registers::decimation:
            target = &decimation_;
            break;
        case registers::sampleWords:
            target = &sampleWords_;
            mask = 2 * sampleCapacity - 1;
            break;
        case registers::passes:
            target = &passes_;
            mask = 7;
            break;
        case registers::pivotLimit:
            target = &pivotLimit_;
            mask = 0xFF;
            break;
        case registers::dataAddress:
            target = &dataAddress_;
            mask = dataMask();
            break;
        default:
            return Written::Unknown;
    }
    if (busy_) return Written::Ignored;
    if (target != nullptr) {
        changed_ |= target != &dataAddress_;
        *target = value & mask;
    } else if (offset == registers::programAddress) {
        part_ = value % Machine::programWords * partsOfWord;
        crc_ = 0;
    } else if (offset == registers::programData) {
        store_[part_ / partsOfWord][part_ % partsOfWord] = value;
        part_ = (part_ + 1) % partsOfStore;
        crc_ = crc32(crc_, value);
        changed_ = true;
    } else {
        if (const Register to = place(); to.bank < Machine::units)
            lane().setWord(to, fp32Kept(value, fraction_));
        dataAddress_ = (dataAddress_ + 1) & dataMask();
    }
    return Written::Done;
}

void SoftBatch::start() {
    if (busy_) return;
    if (length_ == 0 || length_ > Machine::programWords || passes_ == 0 || decimation_ == 0 ||
        sampleWords_ > sampleCapacity) {
        flags_ |= flag::badProgram;
        return;
    }
    if (steps_ == 0) return;
    if (changed_) {
        program_.words = decode(std::span(store_).first(length_));
        program_.passes = static_cast<int>(passes_);
        program_.pivotLimit = static_cast<int>(pivotLimit_);
        changed_ = false;
    }
    renewEngine();
    busy_ = true;
}

/// The memory stays; steps, clocks and flags count from zero.
void SoftBatch::renewEngine() {
    for (auto& engine : engines_) {
        auto fresh = std::make_unique<SoftEngine>(program_, fraction_);
        for (int bank = 0; bank < Machine::units; ++bank)
            for (int word = 0; word < Machine::bankWords; ++word)
                fresh->setWord({bank, word}, engine->word({bank, word}));
        engine = std::move(fresh);
    }
    stepsDone_ = 0;
    lostStep_.reset();
}

void SoftBatch::abort() {
    if (busy_) finish();
}

void SoftBatch::clear() {
    renewEngine();
    busy_ = false;
    done_ = false;
    flags_ = 0;
    part_ = 0;
    samples_.clear();
}

void SoftBatch::finish() {
    busy_ = false;
    done_ = true;
}

std::int64_t SoftBatch::room() const {
    if (sampleWords_ == 0) return steps_;
    // Of the lane whose samples are read last.
    return (sampleCapacity - (level() + lanes() - 1) / lanes()) / sampleWords_;
}

std::int64_t SoftBatch::stepsToSample() const { return decimation_ - stepsDone_ % decimation_; }

bool SoftBatch::advance(std::int64_t clocks) {
    if (!busy_) return false;
    const std::int64_t free = stepsToSample() - 1 + room() * decimation_;
    const std::int64_t worth = clocks / program_.cyclesPerStep() + 1;
    const std::int64_t steps = std::min<std::int64_t>({free, worth, steps_ - stepsDone_});
    if (steps == 0) return false;

    const EngineFlags before = flagsOfAll();
    for (auto& engine : engines_) engine->run(steps, decimation_);
    stepsDone_ += static_cast<std::uint32_t>(steps);
    takeSamples(stepsDone_ - steps);
    const EngineFlags now = flagsOfAll();
    if (now.results.nan && !before.results.nan) flags_ |= flag::nan;
    if (now.results.infinite && !before.results.infinite) flags_ |= flag::infinite;
    if (now.smallPivot && !before.smallPivot) flags_ |= flag::smallPivot;
    if (now.angleRange && !before.angleRange) flags_ |= flag::angleRange;
    if (stepsDone_ == steps_) finish();
    return true;
}

EngineFlags SoftBatch::flagsOfAll() const {
    EngineFlags all;
    for (const auto& engine : engines_) {
        all.results.nan |= engine->flags.results.nan;
        all.results.infinite |= engine->flags.results.infinite;
        all.smallPivot |= engine->flags.smallPivot;
        all.angleRange |= engine->flags.angleRange;
    }
    return all;
}

/// Moves the samples of the steps since `from` to the FIFOs.
void SoftBatch::takeSamples(std::int64_t from) {
    const std::vector<std::uint32_t>& words = engines_[0]->samples;
    const std::int64_t rowsBefore = from / decimation_;
    const auto rows = static_cast<std::size_t>(stepsDone_ / decimation_ - rowsBefore);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (level() < lanes() * sampleCapacity) {
            for (const auto& engine : engines_) samples_.push_back(engine->samples[i]);
            continue;
        }
        const auto row = static_cast<std::int64_t>(i / (words.size() / rows));
        if (!lostStep_) lostStep_ = (rowsBefore + row + 1) * decimation_ - 1;
        flags_ |= flag::sampleLost;
    }
    for (auto& engine : engines_) engine->samples.clear();
}

/// Steps done at the first of all flags.
std::int64_t SoftBatch::flagStep() const {
    std::optional<std::int64_t> first = lostStep_;
    for (const auto& engine : engines_)
        if (engine->firstFlagged >= 0)
            first = std::min(engine->firstFlagged, first.value_or(engine->firstFlagged));
    return first.value_or(0);
}

std::uint32_t SoftBatch::phaseCycles(std::uint32_t phase) const {
    if (busy_ || phase >= Machine::countedPhases) return 0;
    return static_cast<std::uint32_t>(engines_[0]->phaseCycles[phase]);
}

bool SoftBatch::takeDone() { return std::exchange(done_, false); }

std::uint32_t SoftBatch::takeFlags() { return std::exchange(flags_, 0); }

}  // namespace momentree::fpga
