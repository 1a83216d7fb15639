// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonObject>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <numbers>
#include <thread>

#include "app/analyses/number_columns.hpp"
#include "app/analyses/synthesis_output.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/progress_line.hpp"
#include "app/cli/stop_on_interrupt.hpp"
#include "app/document/view_section.hpp"
#include "core/io/model_file.hpp"
#include "core/io/text_file.hpp"
#include "core/number_text.hpp"

namespace momentree::cli {
namespace {

using app::SynthesisOutput;
using Rows = std::vector<std::vector<double>>;

constexpr double degree = std::numbers::pi / 180.0;

/// The name of a model in that file.
std::string nameIn(const std::string& file) {
    const std::string name = std::filesystem::path(file).filename().string();
    return name.substr(0, name.find('.'));
}

Result<PlaneBox> boxOf(const std::vector<double>& corners) {
    const PlaneBox box{{corners[0], corners[1]}, {corners[2], corners[3]}};
    if (corners[0] < corners[2] && corners[1] < corners[3]) return box;
    return fail(error(Place::option("--pivots"),
                      MOMENTREE_TEXT("synthesis-box",
                                     "needs the lower left and the upper right corner: "
                                     "X0,Y0,X1,Y1 with X0 < X1 and Y0 < Y1")));
}

Result<SynthesisOutput> path(const SynthesiseOptions& options, const Rows& rows,
                             const std::string& name) {
    PathRequest request;
    for (const auto& row : rows) request.curve.emplace_back(row[0], row[1]);
    request.limits.transmissionAngle = options.transmission * degree;
    request.limits.longest = options.longest.value_or(request.limits.longest);
    if (options.pivots) {
        const auto box = boxOf(*options.pivots);
        if (!box) return tl::unexpected(box.error());
        request.limits.pivots = *box;
    }
    if (options.family == "four-bar") request.families = {0};
    if (options.family == "five-bar") std::erase(request.families, 0);
    if (options.family == "chain") request.arms = options.cranks;
    request.seed = options.seed;
    request.seconds = options.seconds;
    request.threads = options.jobs > 0
                          ? options.jobs
                          : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const StopOnInterrupt interrupt;
    ProgressLine line(options.json);
    const auto found =
        synthesisePath(request, interrupt.stop.get_token(),
                       [&](const PathProgress& progress) { line.showShare(progress.share); });
    if (!found) return tl::unexpected(found.error());
    return app::outputOf(*found, request.goodEnough, name);
}

Result<SynthesisOutput> positions(const SynthesiseOptions& options, const Rows& rows,
                                  const std::string& name) {
    if (rows.size() != 3)
        return fail(error(Place{}, MOMENTREE_TEXT("synthesis-three",
                                                  "has %1 positions instead of 3: lines of x, y "
                                                  "and the angle in degrees")(rows.size())));
    ThreePoseRequest request;
    for (std::size_t k = 0; k < 3; ++k)
        request.poses[k] = {{rows[k][0], rows[k][1]}, rows[k][2] * degree};
    request.pivots = pivotsAround(request.poses);
    if (options.pivots) {
        const auto box = boxOf(*options.pivots);
        if (!box) return tl::unexpected(box.error());
        request.pivots = *box;
    }
    request.transmissionAngle = options.transmission * degree;
    request.longest = options.longest.value_or(request.longest);
    const auto found = fourBarsThrough(request);
    if (!found) return tl::unexpected(found.error());
    if (found->empty())
        return fail(error(
            Place::run(),
            MOMENTREE_TEXT("positions-none",
                           "no four-bar with a crank that turns fully passes these positions on "
                           "one branch with links up to %1 m; allow longer links (--longest), "
                           "another box for the pivots (--pivots) or a smaller transmission angle")(
                numberText(request.longest * request.size(), 3))));
    return app::outputOf(*found, request, name);
}

Result<SynthesisOutput> function(const SynthesiseOptions& options, const Rows& rows,
                                 const std::string& name) {
    std::vector<AnglePair> pairs;
    for (const auto& row : rows) pairs.push_back({row[0] * degree, row[1] * degree});
    FunctionLimits limits{.transmissionAngle = options.transmission * degree};
    limits.longest = options.longest.value_or(limits.longest);
    const auto found = synthesiseFunction(pairs, limits);
    if (!found) return tl::unexpected(found.error());
    return app::outputOf(*found, pairs, options.ground, name);
}

Result<void> write(const LinkageModel& model, const std::string& file) {
    const QJsonObject trace{{"body", QString::fromStdString(model.body)},
                            {"marker", QString::fromStdString(model.marker)}};
    return writeTextAtomically(
        app::withView(writeModelText(model.description), {{"traces", QJsonArray{trace}}}), file);
}

}  // namespace

int synthesiseCommand(const SynthesiseOptions& options) {
    if (const auto writable = checkWritable(options.to); !writable) {
        print(writable.error());
        return exitBadUse;
    }
    const auto text = readTextFile(options.file);
    if (!text) {
        print(text.error(), options.file);
        return exitBadUse;
    }
    const auto rows = app::numberColumns(*text, options.kind == "positions" ? 3 : 2);
    if (!rows) {
        print(rows.error(), options.file);
        return exitBadUse;
    }
    const std::string name = nameIn(options.to);
    const auto found = options.kind == "path"        ? path(options, *rows, name)
                       : options.kind == "positions" ? positions(options, *rows, name)
                                                     : function(options, *rows, name);
    if (!found) {
        const bool run = found.error().front().place.kind == Place::Kind::Run;
        print(found.error(), options.file);
        return run ? exitFailed : exitBadUse;
    }
    if (const auto written = write(found->model, options.to); !written) {
        print(written.error());
        return exitFailed;
    }
    std::cout << (options.json ? found->json.print() : found->text) << std::flush;
    return found->stopped ? exitFailed : exitDone;
}

}  // namespace momentree::cli
