// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/soft_link.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "fpga_link/compiler/compile.hpp"
#include "fpga_link/compiler/soft_engine.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/offload/board_flags.hpp"

namespace momentree::fpga {

namespace {

constexpr std::uint32_t stepsBetweenLooks = 200;

/// As in FLAGS.
std::uint32_t bitsOf(const EngineFlags& flags) {
    return (flags.results.nan ? flag::nan : 0) | (flags.results.infinite ? flag::infinite : 0) |
           (flags.smallPivot ? flag::smallPivot : 0) | (flags.angleRange ? flag::angleRange : 0);
}

class SoftLink final : public BatchLink {
public:
    explicit SoftLink(int fraction) : fraction_(fraction) {}
    tl::expected<void, Message> load(const BatchOrder& order, const std::stop_token&) override {
        decimation_ = order.decimation;
        words_.clear();
        problem_.reset();
        if (order.system) {
            engine_.emplace(*order.system->program, fraction_);
            words_ = order.system->row;
            return {};
        }
        const std::vector<Trajectory> trajectories{{order.mechanism, order.start}};
        const Compiled compiled =
            compile(trajectories, {.method = order.method, .step = order.step});
        if (!compiled.program)
            return tl::unexpected(
                MOMENTREE_TEXT("accelerator-refused",
                               "the accelerator cannot run this mechanism: %1")(compiled.refusal));
        engine_.emplace(*compiled.program, fraction_);
        for (std::size_t word : {0u, 1u})
            for (std::size_t i = 0; i < order.start.angle.size(); ++i)
                words_.push_back(stateIndex(trajectories, order.method, 0, i, word));
        return {};
    }
    tl::expected<void, Message> start() override { return {}; }

    BatchStatus next(std::span<double> row, const std::stop_token& stop) override {
        while (done_ < decimation_) {
            if (stop.stop_requested()) return BatchStatus::Stopped;
            const std::uint32_t steps = std::min(decimation_ - done_, stepsBetweenLooks);
            engine_->run(steps, decimation_);
            done_ += steps;
        }
        done_ = 0;
        engine_->samples.clear();
        for (std::size_t i = 0; i < words_.size(); ++i)
            row[i] = static_cast<double>(engine_->state(words_[i]));
        const auto flagged = flagTrouble(bitsOf(engine_->flags),
                                         static_cast<std::uint64_t>(engine_->firstFlagged + 1));
        if (!flagged) return BatchStatus::Row;
        problem_ = problemOf(*flagged);
        return endOf(*flagged);
    }
    int fraction() const override { return fraction_; }
    std::optional<Message> problem() const override { return problem_; }

private:
    int fraction_;
    std::optional<SoftEngine> engine_;
    std::vector<std::size_t> words_;  // indices of a row's words in Program::states
    std::uint32_t decimation_ = 1, done_ = 0;
    std::optional<Message> problem_;
};

template <class To, class From>
To as(const From& from) {
    return std::bit_cast<To>(from);
}

class SoftFunctionLink final : public FunctionLink {
public:
    tl::expected<void, Message> open(const std::stop_token&) override { return {}; }
    tl::expected<NodePair, Message> update(const Body& A, const Body& B) override {
        return NodePair{as<Node>(functions::bodyUpdate(as<functions::BodyWindow<Fp32Soft>>(A))),
                        as<Node>(functions::bodyUpdate(as<functions::BodyWindow<Fp32Soft>>(B)))};
    }
    tl::expected<Joined, Message> assemble(const Node& A, const Node& B) override {
        const auto a = as<functions::PlanarNode<Fp32Soft>>(A);
        const auto b = as<functions::PlanarNode<Fp32Soft>>(B);
        const auto joint = functions::jointBetween(a, b);
        return Joined{as<Node>(functions::assembled(a, b, joint)), as<Joint>(joint)};
    }
    tl::expected<Inverse, Message> inverse(const Matrix& matrix) override {
        functions::PivotedRows<Fp32Soft> rows(as<std::array<Fp32Soft, 16>>(matrix));
        functions::ldupInverse(rows);
        const Matrix inverse = as<Matrix>(rows.inverse());
        const auto finite = [](float entry) { return std::isfinite(entry); };
        return Inverse{inverse, !std::ranges::all_of(inverse, finite)};
    }
    tl::expected<SpatialNode, Message> spatialUpdate(const SpatialBody& body) override {
        return as<SpatialNode>(functions::bodyUpdate(as<functions::SpatialBody<Fp32Soft>>(body)));
    }
    tl::expected<SpatialJoined, Message> spatialAssemble(const SpatialNode& A, const SpatialNode& B,
                                                         const SpatialJoint& joint) override {
        const auto a = as<functions::SpatialNode<Fp32Soft>>(A);
        const auto b = as<functions::SpatialNode<Fp32Soft>>(B);
        functions::PivotedRows<Fp32Soft, 6> rows;
        const auto cut =
            functions::cutBetween(a, b, as<functions::SpatialJoint<Fp32Soft>>(joint), rows);
        const auto impulses = as<functions::SpatialImpulses<float>>(cut.impulses);
        return SpatialJoined{as<SpatialNode>(functions::assembled(a, b, cut)), impulses};
    }
};

}  // namespace

std::unique_ptr<FunctionLink> makeSoftFunctions() { return std::make_unique<SoftFunctionLink>(); }

std::unique_ptr<BatchLink> makeSoftLink(int fraction) {
    return std::make_unique<SoftLink>(fraction);
}

}  // namespace momentree::fpga
