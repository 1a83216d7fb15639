// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/phase_calls.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "fpga_link/functions/planar_functions.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "fpga_link/offload/function_link.hpp"
#include "fpga_link/software/spatial_bar.hpp"

namespace momentree::fpga {

namespace {

using Soft = Fp32Soft;
using Body = functions::BodyWindow<Soft>;
using Node = functions::PlanarNode<Soft>;
using Joint = functions::PlanarJoint<Soft>;

struct Answer {
    wire::Timings timings;
    bool exact = false;
};

Soft number(double value) { return Soft(static_cast<float>(value)); }

/// A bar of the paper's double pendulum, in the pose of call `i`.
Body bodyOf(int i, double lead) {
    const double angle = 0.01 * i + lead, x = 0.2 * std::cos(angle), y = 0.2 * std::sin(angle);
    return {number(2.0),  number(150.0), {number(x), number(y)}, {number(-x), number(-y)},
            number(0.01), number(0.02)};
}

std::array<Soft, 16> matrixOf(int i) {
    std::array<Soft, 16> matrix;
    for (int k = 0; k < 16; ++k)
        matrix[static_cast<std::size_t>(k)] =
            number((k % 5 == 0 ? 4.0 : 0.0) + std::sin(0.1 * i + 0.7 * k));
    return matrix;
}

Expected<Answer> update(BoardClient& client, int i) {
    const Body A = bodyOf(i, 0.0), B = bodyOf(i, 0.7);
    const auto got = client.update({wordsOf<wire::BodyWords>(A), wordsOf<wire::BodyWords>(B)});
    if (!got) return tl::unexpected(got.error());
    return Answer{got->timings, got->A == wordsOf<wire::NodeWords>(functions::bodyUpdate(A)) &&
                                    got->B == wordsOf<wire::NodeWords>(functions::bodyUpdate(B))};
}

template <class Compound>
bool isCompound(const Compound& got, const Node& A, const Node& B) {
    const Joint joint = functions::jointBetween(A, B);
    return got.joint == wordsOf<wire::JointWords>(joint) &&
           got.C == wordsOf<wire::NodeWords>(functions::assembled(A, B, joint));
}

Expected<Answer> assemble(BoardClient& client, int i) {
    const Node A = functions::bodyUpdate(bodyOf(i, 0.0)), B = functions::bodyUpdate(bodyOf(i, 0.7));
    const auto got = client.assemble({wordsOf<wire::NodeWords>(A), wordsOf<wire::NodeWords>(B)});
    if (!got) return tl::unexpected(got.error());
    return Answer{got->timings, isCompound(*got, A, B)};
}

Expected<Answer> updateAssemble(BoardClient& client, int i) {
    const Body A = bodyOf(i, 0.0), B = bodyOf(i, 0.7);
    const auto got =
        client.updateAssemble({wordsOf<wire::BodyWords>(A), wordsOf<wire::BodyWords>(B)});
    if (!got) return tl::unexpected(got.error());
    return Answer{got->timings,
                  isCompound(*got, functions::bodyUpdate(A), functions::bodyUpdate(B))};
}

Expected<Answer> inverse(BoardClient& client, int i) {
    const std::array<Soft, 16> matrix = matrixOf(i);
    const auto got = client.inverse({wordsOf<wire::MatrixWords>(matrix)});
    if (!got) return tl::unexpected(got.error());
    functions::PivotedRows<Soft> rows(matrix);
    functions::ldupInverse(rows);
    return Answer{got->timings, got->inverse == wordsOf<wire::MatrixWords>(rows.inverse())};
}

functions::SpatialBody<Soft> spatialBodyOf(int i, double lead) {
    return spatialBar<Soft>(0.01 * i + lead, number);
}

Expected<Answer> updateInSpace(BoardClient& client, int i) {
    const auto body = spatialBodyOf(i, 0.0);
    const auto got = client.spatialUpdate({wordsOf<wire::SpatialBodyWords>(body)});
    if (!got) return tl::unexpected(got.error());
    return Answer{got->timings,
                  got->node == wordsOf<wire::SpatialNodeWords>(functions::bodyUpdate(body))};
}

Expected<Answer> assembleInSpace(BoardClient& client, int i) {
    const auto A = functions::bodyUpdate(spatialBodyOf(i, 0.0)),
               B = functions::bodyUpdate(spatialBodyOf(i, 0.7));
    const auto joint = spatialHinge<Soft>(number);
    const auto got = client.spatialAssemble({wordsOf<wire::SpatialNodeWords>(A),
                                             wordsOf<wire::SpatialNodeWords>(B),
                                             wordsOf<wire::SpatialJointWords>(joint)});
    if (!got) return tl::unexpected(got.error());
    functions::PivotedRows<Soft, 6> rows;
    const auto cut = functions::cutBetween(A, B, joint, rows);
    return Answer{got->timings,
                  got->C == wordsOf<wire::SpatialNodeWords>(functions::assembled(A, B, cut)) &&
                      got->impulses == wordsOf<wire::SpatialImpulseWords>(cut.impulses)};
}

/// Collects the same rows of many calls, for median and spread.
class RowSeries {
public:
    void add(const std::vector<TimingRow>& rows) {
        rows_ = rows;
        times_.resize(std::max(times_.size(), rows.size()));
        for (std::size_t i = 0; i < rows.size(); ++i) times_[i].push_back(rows[i].ns);
    }
    std::vector<TimingRow> rows() const {
        std::vector<TimingRow> rows = rows_;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].source != TimeSource::Modelled)
                rows[i] = repeatedRow(rows[i].part, rows[i].device, rows[i].source, rows[i].count,
                                      times_[i]);
        return rows;
    }

private:
    std::vector<TimingRow> rows_;
    std::vector<std::vector<double>> times_;
};

std::vector<TimingRow> rowsOf(const Exchange& exchange, const std::string& machine) {
    const auto row = [&](const char* part, std::chrono::nanoseconds time, std::size_t bytes) {
        return TimingRow{part, machine, TimeSource::MeasuredHost, static_cast<std::int64_t>(bytes),
                         static_cast<double>(time.count())};
    };
    return {row("pack", exchange.pack, 0), row("send", exchange.send, exchange.bytesSent),
            row("wait", exchange.wait, 0), row("receive", exchange.receive, exchange.bytesReceived),
            row("unpack", exchange.unpack, 0)};
}

bool hasFunctionsInSpace(const wire::HelloAck& board) {
    return board.minor >= wire::spatialSince && (board.capabilities & spatialBit) != 0;
}

using Function = Expected<Answer> (*)(BoardClient&, int);

Expected<PhaseCall> repeated(BoardClient& client, Function function, int calls,
                             const std::string& machine, const std::stop_token& stop) {
    PhaseCall call;
    call.exact = true;
    RowSeries exchanges, boards;
    std::vector<double> network;
    for (int i = 0; i < calls; ++i) {
        if (stop.stop_requested()) return trouble(Trouble::Stopped);
        const auto answer = function(client, i);
        if (!answer) return tl::unexpected(answer.error());
        call.exact &= answer->exact;
        const auto exchange = rowsOf(client.lastExchange(), machine);
        const auto board = timingRows(answer->timings, client.board().machine);
        exchanges.add(exchange);
        boards.add(board);
        const CallShares shares = sharesOf(client.lastExchange(), answer->timings);
        network.push_back(static_cast<double>(shares.network_ns));
    }
    call.exchange = exchanges.rows();
    call.board = boards.rows();
    call.network =
        repeatedRow("network", machine, TimeSource::MeasuredHost, calls, std::move(network));
    return call;
}

}  // namespace

Expected<std::vector<PhaseCall>> callPhases(BoardClient& client, const SoftwareTimes& software,
                                            int calls, const std::stop_token& stop) {
    const struct {
        const char* name;
        Function function;
        double software_ns;
        bool inSpace;
    } all[] = {{"update", update, software.update, false},
               {"assembly", assemble, software.assembly, false},
               {"update and assembly", updateAssemble, software.update + software.assembly, false},
               {"inverse", inverse, software.inverse, false},
               {"update in space", updateInSpace, 0.0, true},
               {"assembly in space", assembleInSpace, 0.0, true}};
    std::vector<PhaseCall> results;
    for (const auto& [name, function, ns, inSpace] : all) {
        if (inSpace && !hasFunctionsInSpace(client.board())) continue;
        auto call = repeated(client, function, calls, software.machine, stop);
        if (!call) return tl::unexpected(call.error());
        call->function = name;
        call->inSpace = inSpace;
        call->software = {name, software.machine, TimeSource::MeasuredHost, 1, ns};
        const auto spread = std::ranges::find(software.functions, call->function, &TimingRow::part);
        if (spread != software.functions.end()) call->software = *spread;
        results.push_back(std::move(*call));
    }
    return results;
}

}  // namespace momentree::fpga
