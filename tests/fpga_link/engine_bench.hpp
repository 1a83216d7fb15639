// SPDX-License-Identifier: Apache-2.0
// The verilated engine, driven clock by clock.
#pragma once

#include <Vengine.h>
#include <Vengine_2.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "fpga_link/compiler/program.hpp"

namespace momentree::test {

/// @tparam Engine the verilated class
template <class Engine>
class EngineBenchOf {
public:
    EngineBenchOf() {
        engine_ = std::make_unique<Engine>(&context_);
        engine_->rst_ni = 1;
        engine_->eval();
        engine_->rst_ni = 0;
        clock();
        engine_->rst_ni = 1;
        clock();
    }

    Engine& port() { return *engine_; }

    void clock() {
        engine_->clk_i = 0;
        engine_->eval();
        engine_->clk_i = 1;
        engine_->eval();
    }

    void load(const fpga::Program& program) {
        engine_->program_restart_i = 1;
        engine_->program_address_i = 0;
        clock();
        engine_->program_restart_i = 0;
        engine_->program_valid_i = 1;
        for (const fpga::ProgramWord& word : program.words)
            for (const std::uint32_t part : fpga::encode(word)) {
                engine_->program_data_i = part;
                clock();
            }
        engine_->program_valid_i = 0;
        loadData(program, 0);
        engine_->length_i = static_cast<std::uint16_t>(program.words.size());
        engine_->passes_i = static_cast<std::uint8_t>(program.passes);
        engine_->samples_i = static_cast<std::uint16_t>(program.sampleOrder.size());
        engine_->pivot_limit_i = static_cast<std::uint8_t>(program.pivotLimit);
    }

    /// Constants and initial states of one lane.
    void loadData(const fpga::Program& program, int lane) {
        engine_->data_write_i = 1;
        for (const fpga::InitialWord& initial : program.image) {
            point(initial.place, lane);
            engine_->data_i = initial.bits;
            clock();
        }
        engine_->data_write_i = 0;
    }

    std::uint32_t word(fpga::Register place, int lane = 0) {
        point(place, lane);
        clock();
        clock();
        return engine_->data_o;
    }

    std::uint32_t phaseCycles(std::size_t row) {
        engine_->phase_select_i = static_cast<std::uint8_t>(row);
        engine_->eval();
        return engine_->phase_cycles_o;
    }

    void start(std::uint32_t steps, std::uint32_t decimation) {
        engine_->steps_i = steps;
        engine_->decimation_i = decimation;
        engine_->start_i = 1;
        clock();
        engine_->start_i = 0;
    }

    /// Runs until the batch is done or `limit` clocks have passed; reads samples when `wantsSample`
    /// allows it.
    /// @return clocks, -1 if it did not end
    std::int64_t finish(
        std::int64_t limit, std::vector<std::uint32_t>& samples,
        const std::function<bool()>& wantsSample = [] { return true; }) {
        for (std::int64_t clocks = 1; clocks <= limit; ++clocks) {
            take(samples, wantsSample());
            clock();
            engine_->sample_pop_i = 0;
            if (engine_->done_o) return clocks;
        }
        return -1;
    }

    void drain(std::vector<std::uint32_t>& samples) {
        for (int quiet = 0; quiet < 3; quiet = engine_->sample_level_o == 0 ? quiet + 1 : 0) {
            take(samples, true);
            clock();
            engine_->sample_pop_i = 0;
        }
    }

private:
    void point(fpga::Register place, int lane) {
        engine_->data_lane_i = static_cast<std::uint8_t>(lane);
        engine_->data_bank_i = static_cast<std::uint8_t>(place.bank);
        engine_->data_address_i = static_cast<std::uint16_t>(place.address);
    }
    void take(std::vector<std::uint32_t>& samples, bool wanted) {
        if (!wanted || !engine_->sample_valid_o) return;
        samples.push_back(engine_->sample_o);
        engine_->sample_pop_i = 1;
    }

    VerilatedContext context_;
    std::unique_ptr<Engine> engine_;
};
using EngineBench = EngineBenchOf<Vengine>;
using TwoLaneBench = EngineBenchOf<Vengine_2>;

}  // namespace momentree::test
