// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "fpga_link/agent/accelerator.hpp"
#include "fpga_link/agent/soft_fabric.hpp"
#include "fpga_link/functions/register_map.hpp"

namespace momentree::fpga {

namespace {

using std::chrono::steady_clock;
using wire::Word;

/// Two moving bodies of about 1 kg and 1 m.
constexpr std::array<float, 8> bodyA{2.0F, 25.0F, -0.25F, 0.125F, 0.375F, -0.0625F, 0.5F, -0.25F};
constexpr std::array<float, 8> bodyB{1.5F, 12.0F, -0.5F, -0.25F, 0.5F, 0.125F, -0.25F, 0.75F};
/// Pivoting has to exchange its rows.
constexpr std::array<float, 16> matrix{0.0F, 2.0F,  1.0F, -1.0F, 3.0F, 1.0F, 0.5F, 2.0F,
                                       1.0F, -4.0F, 0.0F, 1.0F,  2.0F, 0.5F, 5.0F, -3.0F};

template <std::size_t n>
std::array<Word, n> bitsOf(const std::array<float, n>& numbers) {
    std::array<Word, n> bits{};
    for (std::size_t i = 0; i < n; ++i) bits[i] = std::bit_cast<Word>(numbers[i]);
    return bits;
}

wire::Check check(const std::string& name, bool passed, const std::string& detail) {
    return {passed ? wire::yes : std::uint8_t{0}, name, passed ? "" : detail};
}

wire::Check scratchCheck(Fabric& fabric) {
    for (Word pattern : {0x0000'0000u, 0xFFFF'FFFFu, 0x5555'5555u, 0xAAAA'AAAAu, 0x0123'4567u}) {
        fabric.write32(registers::scratch, pattern);
        const Word back = fabric.read32(registers::scratch);
        if (back != pattern)
            return check("scratch register", false,
                         "wrote " + std::to_string(pattern) + ", read " + std::to_string(back) +
                             ": byte order or data lines of the bus are wrong");
    }
    return check("scratch register", true, {});
}

template <class Result>
wire::Check compare(const std::string& name, const Outcome<Result>& result, bool same) {
    if (!result) return check(name, false, result.error().text);
    return check(name, same, "the words differ from those of the software model");
}

}  // namespace

wire::SelfTestResult Accelerator::selfTest(std::uint32_t accesses) {
    wire::SelfTestResult result;
    const bool known = fabric_.read32(registers::id) == idValue;
    result.checks.push_back(check("identity", known, "the register ID does not read HDCA"));
    result.checks.push_back(scratchCheck(fabric_));
    if (measurable_)
        result.checks.push_back(!measureClock()
                                    ? check("clock", false, "it stands still")
                                    : check("clock", clockFault().empty(), clockFault()));

    const auto soft = makeSoftFabric();
    Accelerator model(*soft, settings_);
    const wire::Update bodies{bitsOf(bodyA), bitsOf(bodyB)};
    const auto nodes = update(bodies);
    const auto expectedNodes = model.update(bodies);
    result.checks.push_back(
        compare("update of two bodies", nodes,
                nodes && nodes->A == expectedNodes->A && nodes->B == expectedNodes->B));
    const wire::Assemble pair{expectedNodes->A, expectedNodes->B};
    const auto compound = assemble(pair);
    const auto expectedCompound = model.assemble(pair);
    result.checks.push_back(compare("assembly", compound,
                                    compound && compound->C == expectedCompound->C &&
                                        compound->joint == expectedCompound->joint));
    const auto inverted = inverse({bitsOf(matrix)});
    const auto expectedInverse = model.inverse({bitsOf(matrix)});
    result.checks.push_back(compare("inverse of a 4x4 matrix", inverted,
                                    inverted && inverted->inverse == expectedInverse->inverse &&
                                        inverted->info == expectedInverse->info));

    const auto mean = [&](const auto& access) {
        const auto start = steady_clock::now();
        for (std::uint32_t i = 0; i < accesses; ++i) access(i);
        return std::chrono::duration<double, std::nano>(steady_clock::now() - start).count() /
               accesses;
    };
    result.write_ns = mean([&](std::uint32_t i) { fabric_.write32(registers::scratch, i); });
    result.read_ns = mean([&](std::uint32_t) { fabric_.read32(registers::scratch); });
    result.source =
        measurable_ ? wire::TimingSource::MeasuredBoard : wire::TimingSource::MeasuredHost;
    if (!fabric_.failure().empty())
        result.checks.push_back(check("reachable", false, fabric_.failure()));
    return result;
}

}  // namespace momentree::fpga
