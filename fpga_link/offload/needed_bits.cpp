// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/needed_bits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stop_token>

#include "core/diagnostics/power_balance.hpp"
#include "core/dynamics/observer.hpp"
#include "core/number_text.hpp"
#include "fpga_link/arithmetic/fp32_soft.hpp"
#include "fpga_link/offload/on_board.hpp"
#include "fpga_link/offload/soft_link.hpp"

namespace momentree::fpga {

double energyErrorOf(const Model& model, const InitialState& start, const BatchOrder& order,
                     int fraction, const std::stop_token& stop) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const auto carried = onBoard(model, start);
    const auto link = makeSoftLink(fraction);
    // Poses are taken from the rows of the order that it has filled itself.
    BatchOrder own = order;
    if (!carried || !(*carried)->fill(own, start.time)) return infinite;
    if (!link->load(own, {}) || !link->start()) return infinite;
    Observer observer(model, 0.0);
    PowerBalance balance(model);
    Sample sample;
    sample.resize(model);
    sample.bodies = start.bodies;
    observer.hold(closureStructure(model, sample.bodies));
    const auto look = [&](std::uint32_t row) {
        sample.time = row * order.decimation * order.step;
        observer.complete(sample, (*carried)->angles());
        balance.add(sample);
    };
    look(0);
    std::vector<double> words((*carried)->rowWidth());
    double most = 0.0;
    for (std::uint32_t row = 1; row <= order.steps / order.decimation; ++row) {
        const double time = start.time + row * order.decimation * order.step;
        if (link->next(words, stop) != BatchStatus::Row ||
            !(*carried)->take(words, time, sample.bodies))
            return infinite;
        look(row);
        most = std::max(most, std::abs(balance.balance()) - balance.uncertainty());
    }
    return std::isfinite(most) ? most : infinite;
}

tl::expected<int, Message> neededBits(const Model& model, const InitialState& start,
                                      const BatchOrder& order, double wanted,
                                      const StartWatch& watch) {
    for (int bits = fp32Fraction; bits >= fp32LeastFraction; --bits) {
        if (watch.tell)
            watch.tell(MOMENTREE_TEXT("accelerator-fraction-tried",
                                      "Computing the run with %1 bits of the fraction, for an "
                                      "error of at most %2 J (%3 of up to %4)")(
                bits, numberText(wanted, 3), fp32Fraction - bits + 1,
                fp32Fraction - fp32LeastFraction + 1));
        const double error = energyErrorOf(model, start, order, bits, watch.stop);
        if (watch.stop.stop_requested())
            return tl::unexpected(MOMENTREE_TEXT(
                "accelerator-fraction-stopped",
                "stopped while the bits of the fraction were sought that keep the energy within "
                "%1 J")(numberText(wanted, 3)));
        if (error <= wanted) continue;
        if (bits < fp32Fraction) return bits + 1;
        return tl::unexpected(MOMENTREE_TEXT(
            "accelerator-fraction-none",
            "with the 23 bits of the fraction that an accelerator has at most, the energy of this "
            "run is off by %1 J, more than the wanted %2 J: take a smaller step, rk4, or a larger "
            "error")(numberText(error, 2), numberText(wanted, 3)));
    }
    return fp32LeastFraction;
}

}  // namespace momentree::fpga
