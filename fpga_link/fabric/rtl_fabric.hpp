// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "fpga_link/fabric/fabric.hpp"

namespace momentree::fpga {

/// The bus master of the simulated accelerator. An access takes as many clocks as the hardware
/// needs, without any added by the master.
/// @tparam Top the class that Verilator makes of hdca_top
template <class Top>
class RtlFabric final : public Fabric {
    static constexpr int mostClocksOfAccess = 10'000;  // a read may wait for all functions
    static constexpr int clocksBetweenLooks = 2000;    // between checks of the time; about 2 ms

public:
    RtlFabric() {
        top_ = std::make_unique<Top>(&context_);
        top_->rst_ni = 1;
        top_->eval();
        top_->rst_ni = 0;
        clock();
        clock();
        top_->rst_ni = 1;
        clock();
    }

    FabricInfo info() const override { return {FabricKind::Rtl, "simulated hardware", false}; }
    std::string failure() const override { return failure_; }
    std::optional<std::uint64_t> interrupts() const override { return interrupts_; }

    std::uint32_t read32(std::uint32_t offset) override {
        if (!failure_.empty()) return 0;
        top_->s_axi_araddr = static_cast<std::uint16_t>(offset);
        top_->s_axi_arvalid = 1;
        top_->s_axi_rready = 1;
        std::uint32_t data = 0;
        for (int i = 0; i < mostClocksOfAccess; ++i) {
            settle();
            const bool taken = top_->s_axi_arvalid && top_->s_axi_arready;
            const bool answered = top_->s_axi_rvalid;
            if (answered) data = check(top_->s_axi_rresp, "read", offset) ? top_->s_axi_rdata : 0;
            rise();
            if (taken) top_->s_axi_arvalid = 0;
            if (answered) return data;
        }
        hangs("read", offset);
        return 0;
    }

    void write32(std::uint32_t offset, std::uint32_t value) override {
        if (!failure_.empty()) return;
        top_->s_axi_awaddr = static_cast<std::uint16_t>(offset);
        top_->s_axi_wdata = value;
        top_->s_axi_wstrb = 0xF;
        top_->s_axi_awvalid = top_->s_axi_wvalid = top_->s_axi_bready = 1;
        for (int i = 0; i < mostClocksOfAccess; ++i) {
            settle();
            const bool addressTaken = top_->s_axi_awvalid && top_->s_axi_awready;
            const bool dataTaken = top_->s_axi_wvalid && top_->s_axi_wready;
            const bool answered = top_->s_axi_bvalid;
            if (answered) check(top_->s_axi_bresp, "written", offset);
            rise();
            if (addressTaken) top_->s_axi_awvalid = 0;
            if (dataTaken) top_->s_axi_wvalid = 0;
            if (answered) return;
        }
        hangs("written", offset);
    }

    bool takesBursts() const override { return true; }
    void takeSamples(std::span<std::uint32_t> words) override {
        while (!words.empty() && failure_.empty())
            words = words.subspan(burst(words.first(std::min(words.size(), burstWords))));
    }

    bool waitInterrupt(std::chrono::milliseconds timeout) override {
        const auto end = std::chrono::steady_clock::now() + timeout;
        settle();
        while (!top_->irq_o && failure_.empty()) {
            if (std::chrono::steady_clock::now() >= end) return false;
            for (int i = 0; i < clocksBetweenLooks && !top_->irq_o; ++i) clock();
        }
        interrupts_ += top_->irq_o;
        return top_->irq_o;
    }
    void goOn() override {
        for (int i = 0; i < clocksBetweenLooks; ++i) clock();
    }

private:
    /// One burst; returns the number of its words.
    std::size_t burst(std::span<std::uint32_t> words) {
        top_->s_samples_arlen = static_cast<std::uint8_t>(words.size() - 1);
        top_->s_samples_arsize = 2;
        top_->s_samples_arvalid = top_->s_samples_rready = 1;
        std::size_t taken = 0;
        for (int i = 0; i < mostClocksOfAccess && taken < words.size(); ++i) {
            settle();
            const bool accepted = top_->s_samples_arvalid && top_->s_samples_arready;
            const bool beat = top_->s_samples_rvalid;
            if (beat && check(top_->s_samples_rresp, "read", registers::burstWindow))
                words[taken] = top_->s_samples_rdata;
            taken += beat;
            rise();
            if (accepted) top_->s_samples_arvalid = 0;
        }
        if (taken < words.size()) hangs("read", registers::burstWindow);
        top_->s_samples_arvalid = top_->s_samples_rready = 0;
        return words.size();
    }
    void settle() {
        top_->clk_i = 0;
        top_->eval();
    }
    void rise() {
        top_->clk_i = 1;
        top_->eval();
    }
    void clock() {
        settle();
        rise();
    }

    bool check(int response, const char* what, std::uint32_t offset) {
        if (response == 0) return true;
        fail("register", offset, std::string("cannot be ") + what);
        return false;
    }
    void hangs(const char* what, std::uint32_t offset) {
        fail("the bus gave no answer when register", offset, std::string("was ") + what);
    }
    void fail(const char* before, std::uint32_t offset, const std::string& after) {
        char text[32];
        std::snprintf(text, sizeof text, " 0x%04X ", static_cast<unsigned>(offset));
        failure_ = before + std::string(text) + after;
    }

    VerilatedContext context_;
    std::unique_ptr<Top> top_;
    std::string failure_;
    std::uint64_t interrupts_ = 0;
};

}  // namespace momentree::fpga
