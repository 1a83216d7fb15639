// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <random>

namespace momentree::test {

constexpr int axiOkay = 0;
constexpr int axiSlaveError = 2;

/// Drives the AXI4-Lite port of a verilated model. Under pressure every channel waits for a random
/// number of clocks before it is valid or ready, so that address and data of a write come in any
/// order.
template <class Model>
class AxiMaster {
public:
    struct Write {
        std::uint32_t address;
        std::uint32_t data;
        unsigned strobes = 0xF;
    };
    struct Answers {
        int write = axiOkay;
        int read = axiOkay;
        std::uint32_t data = 0;
    };

    /// @param state seed of what registers and memories hold before the reset; 0: zeros, as on the
    /// device
    explicit AxiMaster(std::uint64_t seed = 1, int state = 0) : random_(seed), state_(state) {
        reset();
    }

    /// @param longest wait of a channel, in clocks
    void setPressure(int longest) { pressure_ = longest; }

    void reset() {
        model.rst_ni = 0;
        silence();
        if constexpr (requires { model.s_samples_arvalid; })
            model.s_samples_arvalid = model.s_samples_rready = 0;
        clock();
        clock();
        model.rst_ni = 1;
    }

    void clock() {
        model.clk_i = 0;
        model.eval();
        if (look) look();
        model.clk_i = 1;
        model.eval();
        ++clocks;
    }

    int write(std::uint32_t address, std::uint32_t data, unsigned strobes = 0xF) {
        return transfer(Write{address, data, strobes}, std::nullopt).write;
    }
    /// Returns the word; `lastRead` has the response.
    std::uint32_t read(std::uint32_t address) {
        const Answers answers = transfer(std::nullopt, address);
        lastRead = answers.read;
        return answers.data;
    }

    /// One write, one read, or both at once. Gives up after a thousand clocks and sets `hung`.
    Answers transfer(std::optional<Write> write, std::optional<std::uint32_t> read) {
        Channel aw{wait(), write.has_value()}, w{wait(), write.has_value()};
        Channel ar{wait(), read.has_value()};
        Channel b{wait(), write.has_value()}, r{wait(), read.has_value()};
        Answers answers;
        for (int i = 0; aw.open || w.open || ar.open || b.open || r.open; ++i) {
            if (i == 1000) {
                hung = true;
                break;
            }
            drive(aw, w, ar, b, r, write.value_or(Write{}), read.value_or(0));
            const bool takes[] = {model.s_axi_awvalid && model.s_axi_awready,
                                  model.s_axi_wvalid && model.s_axi_wready,
                                  model.s_axi_arvalid && model.s_axi_arready,
                                  model.s_axi_bvalid && model.s_axi_bready,
                                  model.s_axi_rvalid && model.s_axi_rready};
            if (takes[3]) answers.write = model.s_axi_bresp;
            if (takes[4]) {
                answers.read = model.s_axi_rresp;
                answers.data = model.s_axi_rdata;
            }
            watch();
            clock();
            Channel* const channels[] = {&aw, &w, &ar, &b, &r};
            for (int c = 0; c < 5; ++c)
                if (takes[c]) channels[c]->open = false;
        }
        silence();
        return answers;
    }

private:
    struct Context : VerilatedContext {
        explicit Context(int state) {
            randSeed(state);
            randReset(state == 0 ? 0 : 2);
        }
    };
    std::mt19937_64 random_;
    Context state_;

public:
    Model model{&state_};
    std::function<void()> look;  ///< called in every clock before its edge, if given
    std::uint64_t clocks = 0;
    int lastRead = axiOkay;
    bool hung = false;
    bool unstable = false;  ///< a response changed or was withdrawn before it was accepted

private:
    struct Channel {
        int wait;
        bool open;
    };

    int wait() {
        return pressure_ == 0 ? 0 : static_cast<int>(random_() % unsigned(pressure_ + 1));
    }
    static bool goes(Channel& channel) { return channel.open && channel.wait-- <= 0; }

    void drive(Channel& aw, Channel& w, Channel& ar, Channel& b, Channel& r, const Write& write,
               std::uint32_t read) {
        model.s_axi_awvalid = goes(aw);
        model.s_axi_awaddr = static_cast<std::uint16_t>(write.address);
        model.s_axi_wvalid = goes(w);
        model.s_axi_wdata = write.data;
        model.s_axi_wstrb = static_cast<std::uint8_t>(write.strobes);
        model.s_axi_arvalid = goes(ar);
        model.s_axi_araddr = static_cast<std::uint16_t>(read);
        model.s_axi_bready = goes(b);
        model.s_axi_rready = goes(r);
        model.clk_i = 0;
        model.eval();
    }

    /// A response that is offered but not accepted must stay unchanged.
    void watch() {
        if (waitsB_ && (!model.s_axi_bvalid || model.s_axi_bresp != bresp_)) unstable = true;
        if (waitsR_ && (!model.s_axi_rvalid || model.s_axi_rdata != rdata_)) unstable = true;
        waitsB_ = model.s_axi_bvalid && !model.s_axi_bready;
        waitsR_ = model.s_axi_rvalid && !model.s_axi_rready;
        bresp_ = model.s_axi_bresp;
        rdata_ = model.s_axi_rdata;
    }

    void silence() {
        model.s_axi_awvalid = model.s_axi_wvalid = model.s_axi_arvalid = 0;
        model.s_axi_bready = model.s_axi_rready = 0;
        waitsB_ = waitsR_ = false;
    }

    int pressure_ = 0;
    bool waitsB_ = false;
    bool waitsR_ = false;
    unsigned bresp_ = 0;
    std::uint32_t rdata_ = 0;
};

}  // namespace momentree::test
