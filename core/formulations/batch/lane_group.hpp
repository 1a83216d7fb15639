// SPDX-License-Identifier: Apache-2.0
// States side by side in registers of one width.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "core/formulations/batch/naudet_lanes.hpp"

namespace momentree {

/// Rates of up to `count` states at once, as in `StateBatch`.
class LaneGroup {
public:
    using States = Eigen::Ref<const Eigen::MatrixXd>;
    using Rates = Eigen::Ref<Eigen::MatrixXd>;

    virtual ~LaneGroup() = default;
    virtual int count() const = 0;
    /// @param lane of the model
    /// @param y its state [size]
    virtual void start(std::size_t lane, const InitialState& initial, const Eigen::VectorXd& y) = 0;
    /// dy/dt of at most `count` columns of Y; both [size x states].
    virtual void derivative(double t, const States& Y, Rates Ydot) = 0;
};

/// Copies four times four numbers: number j of source k becomes number k of target j.
template <typename Source, typename Target>
void copyTransposed(const Source& source, const Target& target) {
    std::array<Lanes<double, 4>, 4> block;
    for (std::size_t k = 0; k < 4; ++k) std::memcpy(&block[k], source(k), sizeof(block[k]));
    transpose(block[0].v, block[1].v, block[2].v, block[3].v);
    for (std::size_t k = 0; k < 4; ++k) std::memcpy(target(k), &block[k], sizeof(block[k]));
}

/// Copies rows of columns, one for each lane, into lanes and back.
template <typename L>
void gather(std::span<const double* const> columns, std::size_t rows, L* out) {
    std::size_t row = 0;
    if constexpr (std::is_same_v<typename L::Number, double>)
        for (; row + 4 <= rows; row += 4)
            for (std::size_t lane = 0; lane < columns.size(); lane += 4)
                copyTransposed([&](std::size_t k) { return columns[lane + k] + row; },
                               [&](std::size_t k) { return out[row + k].numbers() + lane; });
    for (; row < rows; ++row)
        for (std::size_t k = 0; k < columns.size(); ++k) putLane(columns[k][row], k, out[row]);
}
template <typename L>
void scatter(const L* in, std::size_t rows, std::span<double* const> columns) {
    std::size_t row = 0;
    if constexpr (std::is_same_v<typename L::Number, double>)
        for (; row + 4 <= rows; row += 4)
            for (std::size_t lane = 0; lane < columns.size(); lane += 4)
                copyTransposed([&](std::size_t k) { return in[row + k].numbers() + lane; },
                               [&](std::size_t k) { return columns[lane + k] + row; });
    for (; row < rows; ++row)
        for (std::size_t k = 0; k < columns.size(); ++k)
            columns[k][row] = static_cast<double>(in[row].v[k]);
}

/// @tparam L lanes of a register
/// @tparam C of constants, as for `NaudetLanes`
template <typename L, typename C = L>
class RegisterGroup final : public LaneGroup {
public:
    /// @param models one for each lane; must outlive this
    /// @param size of a state
    RegisterGroup(std::span<const Model* const> models, int size)
        : naudet_(models), y_(toIndex(size)), ydot_(y_.size()), spare_(y_.size()) {}

    int count() const override { return L::count; }
    void start(std::size_t lane, const InitialState& initial, const Eigen::VectorXd& y) override {
        naudet_.start(lane, initial, y);
    }
    /// Lanes without a state repeat the last one.
    void derivative(double t, const States& Y, Rates Ydot) override {
        std::array<const double*, lanes> from;
        std::array<double*, lanes> to;
        for (std::size_t k = 0; k < lanes; ++k) {
            const auto column = static_cast<Eigen::Index>(k);
            from[k] = Y.col(std::min(column, Y.cols() - 1)).data();
            to[k] = column < Y.cols() ? Ydot.col(column).data() : spare_.data();
        }
        gather<L>(from, y_.size(), y_.data());
        naudet_.rates(t, y_.data(), ydot_.data());
        scatter<L>(ydot_.data(), y_.size(), to);
    }

private:
    static constexpr auto lanes = static_cast<std::size_t>(L::count);

    NaudetLanes<L, C> naudet_;
    std::vector<L> y_, ydot_;
    std::vector<double> spare_;
};

}  // namespace momentree
