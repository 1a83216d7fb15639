// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/progress_line.hpp"
#include "app/cli/stop_on_interrupt.hpp"
#include "app/cli/text_table.hpp"
#include "core/io/text_file.hpp"
#include "core/number_text.hpp"
#include "core/study/cost_curve.hpp"

namespace momentree::cli {
namespace {

constexpr double micro = 1e-6;

std::string nameOf(const CostCurve& curve) {
    return curve.threads == 1 ? curve.formulation
                              : curve.formulation + "+parallel:" + std::to_string(curve.threads);
}

/// A row for each size, a column for each curve, and the orders below.
TextTable tableOfCosts(const CostFigure& figure) {
    TextTable table{{"bodies"}};
    for (const CostCurve& curve : figure.curves) table[0].push_back(nameOf(curve));
    for (std::size_t k = 0; k < figure.plan.bodies.size(); ++k) {
        std::vector<std::string> row{"-"};
        for (const CostCurve& curve : figure.curves) {
            const bool has = k < curve.points.size();
            if (has) row[0] = std::to_string(curve.points[k].bodies);
            row.push_back(has ? numberText(curve.points[k].median / micro, 3) : "-");
        }
        if (row[0] != "-") table.push_back(std::move(row));
    }
    table.push_back({"order"});
    for (const CostCurve& curve : figure.curves) {
        const auto order = curve.order();
        table.back().push_back(order ? numberText(*order, 2) : "-");
    }
    return table;
}

std::string csvOf(const CostFigure& figure) {
    std::string text = "formulation,integrator,threads,bodies,median,fastest,slowest\r\n";
    for (const CostCurve& curve : figure.curves)
        for (const CostPoint& point : curve.points) {
            text += curve.formulation + ',' + curve.integrator + ',' +
                    std::to_string(curve.threads) + ',' + std::to_string(point.bodies);
            for (const double seconds : {point.median, point.fastest, point.slowest})
                text += ',' + numberText(seconds, 6);
            text += "\r\n";
        }
    return text;
}

void sayWhatThreadsGain(const CostFigure& figure, std::ostream& out) {
    for (const CostCurve& curve : figure.curves) {
        const CostCurve* serial = figure.serial(curve);
        if (curve.threads == 1 || !serial) continue;
        const std::size_t common = std::min(curve.points.size(), serial->points.size());
        if (common == 0) continue;
        const double speedup = serial->points[common - 1].median / curve.points[common - 1].median;
        out << nameOf(curve) << ": " << numberText(speedup, 2) << " times as fast as one thread at "
            << curve.points[common - 1].bodies << " bodies; serial share by Amdahl's law "
            << std::lround(100.0 * serialShare(speedup, curve.threads)) << " %\n";
    }
}

}  // namespace

void addCost(CLI::App& app, CostOptions& options) {
    CLI::App& cost = *app.add_subcommand(
        "cost", "Measure the time of a step over the number of bodies and of threads");
    cost.add_option("--family", options.family, "Mechanism: chain, or ladder of four-bar windows")
        ->transform(CLI::IsMember({"chain", "ladder"}))
        ->capture_default_str();
    cost.add_option("--formulations", options.formulations, "Ids, see 'list formulations'")
        ->type_name("hdca,naudet,...")
        ->delimiter(',');
    cost.add_option("--bodies", options.bodies, "Numbers of bodies")
        ->type_name("2,4,8,...")
        ->delimiter(',');
    cost.add_option("--threads", options.threads,
                    "Numbers of threads, for formulations that use them")
        ->type_name("1,2,...")
        ->delimiter(',');
    cost.add_option("--csv", options.csv, "Write the times as a table, - for standard output");
    cost.add_flag("--quiet", options.quiet, "No progress");
    cost.footer(footer);
}

int costCommand(const Catalogue& catalogue, const CostOptions& options) {
    CostPlan plan;
    plan.family = options.family == "ladder" ? CostFamily::Ladder : CostFamily::Chain;
    plan.formulations = options.formulations;
    plan.bodies = options.bodies;
    plan.threads = options.threads;
    Result<CostFigure> figure = CostFigure();
    bool stopped = false;
    {
        ProgressLine line(options.quiet);
        const StopOnInterrupt interrupt;
        figure = costOverBodies(catalogue, plan, interrupt.stop.get_token(),
                                [&line](double share) { line.showShare(share); });
        stopped = interrupt.stop.stop_requested();
    }
    if (!figure) {
        print(figure.error());
        return exitBadUse;
    }
    std::ostream& out = options.csv == "-" ? std::cerr : std::cout;
    out << "time of a step [us], median of " << plan.rounds << " rounds\n\n";
    printTable(tableOfCosts(*figure), out);
    out << '\n';
    sayWhatThreadsGain(*figure, out);
    for (const CostCurve& curve : figure->curves)
        if (curve.ended) out << nameOf(curve) << " ends early: " << curve.ended->str() << '\n';
    if (options.csv) {
        if (*options.csv == "-")
            std::cout << csvOf(*figure);
        else if (auto written = writeTextAtomically(csvOf(*figure), *options.csv); !written) {
            print(written.error());
            return exitFailed;
        }
    }
    return stopped ? exitFailed : exitDone;
}

}  // namespace momentree::cli
