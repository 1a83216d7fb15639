// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_names.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <set>

#include "app/base/number_text.hpp"
#include "app/base/text.hpp"
#include "app/base/value_text.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::app {
namespace {

/// A setting of a run: what it is, its value, and how a name says both.
struct Setting {
    QString what, value, text;
};

Setting named(const QString& what, const QString& value) {
    return {what, value, QStringLiteral("%1 = %2").arg(what, value)};
}

Setting bare(const QString& what, const QString& value) { return {what, value, value}; }

QString number(double value) { return shortText(value, 4); }

QString seconds(double value) {
    return value < 0.1 ? QStringLiteral("%1 ms").arg(number(1e3 * value))
                       : QStringLiteral("%1 s").arg(number(value));
}

/// The value of a parameter in the model of a run, as written.
QString parameterOf(const RunItem& run, const std::string& name) {
    const auto given = std::ranges::find(run.parameters, name, &ParameterValue::name);
    if (given != run.parameters.end()) return QString::fromStdString(given->value);
    if (!run.model) return {};
    const auto& own = run.model->description.parameters;
    const auto found = std::ranges::find(own, name, &ParameterDescription::name);
    if (found == own.end()) return {};
    return found->value.text.empty() ? number(found->value.value)
                                     : QString::fromStdString(found->value.text);
}

std::vector<Setting> settingsOf(const RunItem& run, const std::vector<std::string>& parameters) {
    const RunSpec& spec = run.spec;
    std::vector<Setting> all{bare(tr("formulation"), QString::fromStdString(spec.formulation)),
                             bare(tr("backend"), QString::fromStdString(spec.backend)),
                             bare(tr("integrator"), QString::fromStdString(spec.integrator))};
    if (isAdaptive(spec.integrator))
        all.push_back(named(tr("tolerance"), number(spec.relativeTolerance)));
    else
        all.push_back(bare(tr("step"), seconds(spec.step)));
    all.push_back(named(tr("beta"), number(spec.baumgarte)));
    all.push_back(
        bare(tr("correction"), spec.correction ? tr("with correction") : tr("without correction")));
    all.push_back(bare(tr("inversion"), QString::fromStdString(spec.inversion)));
    all.push_back(named(tr("momentum reset"), seconds(spec.momentumReset)));
    all.push_back(named(tr("penalty"), number(spec.penalty)));
    all.push_back(named(tr("iterations"), QString::number(spec.newtonIterations)));
    all.push_back(named(tr("Newton tolerance"), number(spec.newtonTolerance)));
    all.push_back(named(tr("projections"), QString::number(spec.projections)));
    all.push_back(
        bare(tr("Newton"), spec.modifiedNewton ? tr("modified Newton") : tr("full Newton")));
    for (const std::string& name : parameters)
        all.push_back(named(QString::fromStdString(name), parameterOf(run, name)));
    all.push_back(bare(tr("start"), run.parent == 0 ? tr("from the start")
                                                    : tr("from %1").arg(timeText(run.forkTime))));
    return all;
}

/// A table: the settings of every run, the same rows for each.
std::vector<std::vector<Setting>> tableOf(std::span<const RunItem> runs) {
    std::vector<std::string> parameters;
    for (const RunItem& run : runs)
        for (const ParameterValue& one : run.parameters)
            if (std::ranges::find(parameters, one.name) == parameters.end())
                parameters.push_back(one.name);
    std::vector<std::vector<Setting>> table;
    for (const RunItem& run : runs) table.push_back(settingsOf(run, parameters));
    return table;
}

bool differs(const std::vector<std::vector<Setting>>& table, std::size_t k) {
    return std::ranges::any_of(table, [&](const std::vector<Setting>& row) {
        return row[k].what != table.front()[k].what || row[k].value != table.front()[k].value;
    });
}

}  // namespace

QString finenessText(const RunSpec& spec) {
    if (isAdaptive(spec.integrator)) return tr("tolerance %1").arg(number(spec.relativeTolerance));
    return spec.step >= 1e-3 || spec.step == 0.0
               ? QStringLiteral("%1 ms").arg(spec.step * 1e3, 0, 'g', 4)
               : QStringLiteral("%1 µs").arg(spec.step * 1e6, 0, 'g', 4);
}

QStringList differences(std::span<const RunItem> runs) {
    QStringList names;
    const auto table = tableOf(runs);
    for (std::size_t k = 0; !table.empty() && k < table.front().size(); ++k)
        if (differs(table, k)) names << table.front()[k].what;
    return names;
}

QStringList commonSettings(std::span<const RunItem> runs) {
    constexpr std::size_t worthSaying = 4;  // formulation, backend, integrator, step
    QStringList texts;
    const auto table = tableOf(runs);
    for (std::size_t k = 0; !table.empty() && k < worthSaying; ++k)
        if (!differs(table, k) && table.front()[k].value != QStringLiteral("sequential"))
            texts << table.front()[k].text;
    return texts;
}

std::vector<QString> namesByDifference(std::span<const RunItem> runs) {
    if (runs.size() == 1) return {proposedName(runs.front())};
    const auto table = tableOf(runs);
    std::vector<QStringList> parts(table.size());
    const auto distinct = [&] { return std::set(parts.begin(), parts.end()).size(); };
    // A setting belongs to the names only if it tells runs apart that the ones before it do not.
    for (std::size_t k = 0; !table.empty() && k < table.front().size(); ++k) {
        const std::size_t before = distinct();
        if (before == table.size()) break;
        for (std::size_t run = 0; run < table.size(); ++run) parts[run] << table[run][k].text;
        if (distinct() > before) continue;
        for (QStringList& part : parts) part.removeLast();
    }
    std::vector<QString> names;
    std::map<QString, int> used;
    for (std::size_t run = 0; run < table.size(); ++run) {
        QString name =
            parts[run].isEmpty() ? table[run].front().text : parts[run].join(QStringLiteral(" · "));
        if (const int before = used[name]++; before > 0)
            name += QStringLiteral(" (%1)").arg(before + 1);
        names.push_back(std::move(name));
    }
    return names;
}

}  // namespace momentree::app
