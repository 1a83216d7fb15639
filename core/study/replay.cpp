// SPDX-License-Identifier: Apache-2.0
#include "core/study/replay.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/build_info.hpp"
#include "core/math/index.hpp"
#include "core/number_text.hpp"
#include "core/session/run.hpp"

namespace momentree {
namespace {

bool sameBits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
           (std::isnan(a) && std::isnan(b));
}

/// Two values of one column that should be the same.
struct Differing {
    std::string column;
    std::size_t row = 0;
    double before = 0.0, now = 0.0;
    double size() const {
        const double size = std::abs(now - before);
        return std::isnan(size) ? std::numeric_limits<double>::infinity() : size;
    }
};

/// The largest difference of that row among the stored columns.
std::optional<Differing> inColumns(const StoredRun& stored, const Run& run, std::size_t row) {
    std::optional<Differing> largest;
    for (const int column : resultColumns(run.layout())) {
        const std::string& name = run.layout().names()[toIndex(column)];
        const auto found = std::ranges::find(stored.columns, name, &StoredColumn::name);
        if (found == stored.columns.end() || row >= found->values.size()) continue;
        const Differing here{name, row, found->values[row], run.recording()->at(row, column)};
        if (sameBits(here.before, here.now)) continue;
        if (!largest || here.size() > largest->size()) largest = here;
    }
    return largest;
}

/// The same in the last row, which every record holds.
std::optional<Differing> inLastRow(const StoredRun& stored, const Run& run) {
    const std::size_t row = stored.results.rows - 1;
    const std::vector<int> columns = resultColumns(run.layout());
    if (stored.results.lastRow.size() != columns.size()) return {};
    std::optional<Differing> largest;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        const Differing here{run.layout().names()[toIndex(columns[k])], row,
                             stored.results.lastRow[k], run.recording()->at(row, columns[k])};
        if (sameBits(here.before, here.now)) continue;
        if (!largest || here.size() > largest->size()) largest = here;
    }
    return largest;
}

/// The first rows whose mark differs: begin and end. One does, since the last mark begins the hash.
std::pair<std::size_t, std::size_t> firstRows(const ResultMarks& before, const ResultMarks& now) {
    const auto at = static_cast<std::size_t>(std::ranges::mismatch(before.marks, now.marks).in1 -
                                             before.marks.begin());
    const std::size_t begin = std::min(at / markDigits * before.rowsPerMark, before.rows - 1);
    return {begin, std::min(begin + before.rowsPerMark, before.rows)};
}

Message valuesOf(const Differing& differing) {
    return MOMENTREE_TEXT("replay-values", "%1 was %2 and is %3, a difference of %4")(
        differing.column, numberText(differing.before), numberText(differing.now),
        numberText(differing.now - differing.before, 3));
}

Message differenceOf(const StoredRun& stored, const Run& run, const ResultMarks& now) {
    const auto [begin, end] = firstRows(stored.results, now);
    const auto timeOf = [&](std::size_t row) { return numberText(run.recording()->at(row, 0), 6); };
    for (std::size_t row = begin; row < end; ++row)
        if (const auto found = inColumns(stored, run, row))
            return MOMENTREE_TEXT("replay-differs-in", "first difference in row %1, t = %2 s: %3")(
                row + 1, timeOf(row), valuesOf(*found));
    const Message where =
        end - begin == 1
            ? MOMENTREE_TEXT("replay-differs-row", "first difference in row %1, t = %2 s")(
                  begin + 1, timeOf(begin))
            : MOMENTREE_TEXT("replay-differs-rows",
                             "first difference in rows %1 to %2, from t = %3 s")(begin + 1, end,
                                                                                 timeOf(begin));
    if (const auto last = inLastRow(stored, run))
        return MOMENTREE_TEXT("replay-differs-last", "%1; in the last row, t = %2 s, %3")(
            where, timeOf(last->row), valuesOf(*last));
    return where;
}

/// The facts of the file that are different here: "processor A, here B; ...".
Message reasonOf(const StoredRun& stored) {
    std::string list;
    const auto compare = [&](const std::string& name, const std::string& before,
                             const std::string& now) {
        if (before != now)
            list += (list.empty() ? "" : "; ") + name + " " + before + ", here " + now;
    };
    compare("version", stored.version, buildInfo().version);
    compare("commit", stored.commit, buildInfo().commit);
    const MachineFacts here = thisMachine();
    for (const auto& [name, before] : stored.machine) {
        const auto found = std::ranges::find(here, name, [](const auto& f) { return f.first; });
        compare(name, before, found == here.end() ? "unknown" : found->second);
    }
    if (list.empty()) return {};
    return MOMENTREE_TEXT("replay-elsewhere", "a likely reason: %1")(list);
}

}  // namespace

Result<Replay> replay(const Catalogue& catalogue, const StoredRun& stored,
                      const std::stop_token& stop,
                      const std::function<void(double, double)>& progress) {
    if (!stored.controller.empty())
        return fail(error({}, MOMENTREE_TEXT("replay-controlled",
                                             "its inputs came from the controller %1, which the "
                                             "record does not hold; run the model again with "
                                             "--controller")(stored.controller)));
    const auto model = buildModel(stored.model);
    if (!model) return tl::unexpected(model.error());
    // The same capacity, so that the same rows are thinned.
    const auto width = toIndex(RowLayout(**model).width());
    const SetupOptions options{.start = stored.start ? &*stored.start : nullptr,
                               .budget = stored.results.capacity * width * sizeof(double)};
    auto made = Run::create(catalogue, *model, stored.spec, options);
    if (!made) return tl::unexpected(made.error());
    Run& run = **made;
    const double end = stored.results.time;
    const auto reached = [&] {
        const Recording& rows = *run.recording();
        return rows.at(rows.size() - 1, 0) >= end;
    };
    Progress last;
    while (!run.finished() && !reached() && last.status == StepStatus::Reached) {
        last = run.advance(stop);
        progress(run.time(), end);
    }
    Replay outcome{.stopped = last.status == StepStatus::Stopped, .rows = run.recording()->size()};
    if (outcome.stopped) return outcome;
    const std::size_t rows = std::min(stored.results.rows, outcome.rows);
    const ResultMarks now =
        marksOf(*run.recording(), run.layout(), rows, stored.results.rowsPerMark);
    outcome.same = now.hash == stored.results.hash;
    if (outcome.same) return outcome;
    outcome.reason = reasonOf(stored);
    outcome.difference =
        rows == stored.results.rows
            ? differenceOf(stored, run, now)
            : MOMENTREE_TEXT("replay-ends-early", "it ends after row %1 of %2: %3")(
                  rows, stored.results.rows, run.failure(last));
    return outcome;
}

}  // namespace momentree
