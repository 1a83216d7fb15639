// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "fpga_link/compiler/soft_engine.hpp"
#include "fpga_link/offload/board_link.hpp"

namespace momentree::fpga {

/// Runs 300 steps of a program on a board, and on the engine in this program.
/// @return how the rows differ, empty if all words have the same bits
inline QString differenceOnBoard(BoardClient& client, const CompiledSystem& compiled) {
    constexpr std::uint32_t steps = 300, every = 50;
    SoftEngine engine(*compiled.program);
    const auto loaded = client.load(programMessageOf(compiled));
    if (!loaded) return "not loaded";
    if (loaded->programWords != compiled.program->words.size()) return "another program";
    std::vector<wire::Word> rows;
    const auto done =
        client.run({steps, every}, [&](std::span<const wire::Word> words, std::size_t) {
            rows.insert(rows.end(), words.begin(), words.end());
        });
    if (!done || done->reason != wire::EndReason::Finished) return "not finished";
    if (done->cycles != steps * static_cast<std::uint64_t>(compiled.program->cyclesPerStep()))
        return QString("%1 clocks").arg(done->cycles);
    const std::size_t width = compiled.row.size();
    if (rows.size() != steps / every * (1 + width)) return QString("%1 words").arg(rows.size());
    for (std::size_t row = 0; row < steps / every; ++row) {
        engine.run(every, every);
        if (rows[row * (1 + width)] != every * (row + 1)) return "another step";
        for (std::size_t i = 0; i < width; ++i)
            if (rows[row * (1 + width) + 1 + i] !=
                engine.word(compiled.program->states[compiled.row[i]]))
                return QString("word %1 of row %2").arg(i).arg(row);
    }
    return {};
}

}  // namespace momentree::fpga
