// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/run_table.hpp"

#include <QFont>
#include <QIcon>
#include <QPainter>
#include <QPixmap>
#include <algorithm>
#include <cmath>

#include "app/base/diagnostic_text.hpp"
#include "app/base/number_text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/runs/run_set.hpp"
#include "app/runs/summary_texts.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::app {
namespace {

/// Number of summary columns between name and status.
int figureCount() { return static_cast<int>(summaryColumns().size()) - 2; }

const SummaryColumn& figureAt(int column) {
    return summaryColumns()[static_cast<std::size_t>(column - RunTable::FirstFigure + 1)];
}

}  // namespace

QIcon runIcon(int style) {
    constexpr int width = 22, height = 14;
    const SeriesStyle look = themeColors().style(style);
    const QString key = QStringLiteral("momentree-run/%1/%2").arg(style).arg(look.colour.name());
    return keptPixmap(key, [&look] {
        QPixmap pixmap(2 * width, 2 * height);
        pixmap.setDevicePixelRatio(2.0);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setPen(look.pen(2.5));
        painter.drawLine(QPointF(1.0, height / 2.0), QPointF(width - 1.0, height / 2.0));
        return pixmap;
    });
}

QString progressText(const RunSet& runs, const RunItem& run) {
    switch (run.stage()) {
        case RunStage::Preparing:
            return RunTable::tr("preparing");
        case RunStage::Refused:
            return RunTable::tr("cannot run");
        case RunStage::Waiting:
            return RunTable::tr("waiting for a processor");
        case RunStage::Paused:
            return RunTable::tr("paused at %1").arg(timeText(run.computedTime()));
        case RunStage::Finished:
            return RunTable::tr("done");
        case RunStage::Failed:
            return RunTable::tr("failed at %1").arg(timeText(run.computedTime()));
        case RunStage::Running:
            break;
    }
    if (runs.isBehind(run)) return RunTable::tr("at %1, behind").arg(timeText(run.computedTime()));
    if (isEndless(run.spec)) return RunTable::tr("at %1").arg(timeText(run.computedTime()));
    return QStringLiteral("%1 %").arg(
        static_cast<int>(100.0 * run.computedTime() / std::max(run.spec.duration, 1e-12)));
}

RunTable::RunTable(RunSet& runs, QObject* parent) : QAbstractItemModel(parent), runs_(runs) {
    connect(&runs_, &RunSet::listChanged, this, &RunTable::rebuild);
    connect(&runs_, &RunSet::progressed, this, &RunTable::refreshFigures);
    connect(&runs_, &RunSet::referenceChanged, this, &RunTable::restartComparison);
    rebuild();
}

void RunTable::rebuild() {
    beginResetModel();
    children_.clear();
    std::map<RunId, Figures> kept;
    for (const RunItem& run : runs_.items()) {
        children_[run.parent].push_back(run.id);
        const auto known = figures_.find(run.id);
        if (known == figures_.end() || !run.session()) continue;
        if (known->second.of.lock() == run.prepared.session)
            kept[run.id] = std::move(known->second);
    }
    figures_ = std::move(kept);
    endResetModel();
    refreshFigures();
}

void RunTable::restartComparison() {
    figures_.clear();
    refreshFigures();
}

void RunTable::refreshFigures() {
    const RunItem* against = runs_.find(runs_.reference());
    const auto referenceRows =
        against && against->session() ? against->session()->recording() : nullptr;
    const Recording* reference = referenceRows.get();
    for (const RunItem& run : runs_.items()) {
        if (!run.session()) continue;
        Figures& known = figures_[run.id];
        const auto rows = run.session()->recording();
        const Recording& recording = *rows;
        if (known.of.lock() != run.prepared.session) known = {run.prepared.session, {}, {}};
        takeIn(known.extremes, *run.model, run.session()->layout(), recording,
               reference == &recording ? nullptr : reference);
        known.summary = summaryOf(run.name.toStdString(), *run.session(), known.extremes);
        // A branch did not compute the part before it.
        if (known.summary.wall > 0.0)
            known.summary.realTimeFactor =
                (known.summary.time - recording.at(0, 0)) / known.summary.wall;
        for (const ParameterValue& parameter : run.parameters)
            known.summary.parameters.emplace_back(parameter.name, parameter.value);
    }
    for (const auto& [parent, ids] : children_)
        if (!ids.empty())
            // A view that shows the names alone tells the figures below them.
            Q_EMIT dataChanged(indexOf(ids.front()), indexOf(ids.back(), columnCount() - 1));
}

std::vector<RunSummary> RunTable::summaries() const {
    std::vector<RunSummary> all;
    for (const RunItem& run : runs_.items())
        if (const RunSummary* known = summary(run.id)) all.push_back(*known);
    return all;
}

const RunSummary* RunTable::summary(RunId id) const {
    const auto found = figures_.find(id);
    return found == figures_.end() ? nullptr : &found->second.summary;
}

QModelIndex RunTable::index(int row, int column, const QModelIndex& parent) const {
    const auto ids = children_.find(static_cast<RunId>(parent.isValid() ? parent.internalId() : 0));
    if (ids == children_.end() || row < 0 || row >= static_cast<int>(ids->second.size()) ||
        column < 0 || column >= columnCount())
        return {};
    return createIndex(row, column,
                       static_cast<quintptr>(ids->second[static_cast<std::size_t>(row)]));
}

QModelIndex RunTable::indexOf(RunId id, int column) const {
    const RunItem* run = runs_.find(id);
    if (!run) return {};
    const auto siblings = children_.find(run->parent);
    if (siblings == children_.end()) return {};
    const auto place = std::ranges::find(siblings->second, id);
    if (place == siblings->second.end()) return {};
    return createIndex(static_cast<int>(place - siblings->second.begin()), column,
                       static_cast<quintptr>(id));
}

QModelIndex RunTable::parent(const QModelIndex& index) const {
    const RunItem* run = runs_.find(static_cast<RunId>(index.internalId()));
    return run && run->parent != 0 ? indexOf(run->parent) : QModelIndex();
}

int RunTable::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0) return 0;
    const auto ids = children_.find(static_cast<RunId>(parent.isValid() ? parent.internalId() : 0));
    return ids == children_.end() ? 0 : static_cast<int>(ids->second.size());
}

int RunTable::columnCount(const QModelIndex&) const { return FirstFigure + figureCount(); }

QVariant RunTable::data(const QModelIndex& index, int role) const {
    const RunItem* run = runs_.find(static_cast<RunId>(index.internalId()));
    if (!run) return {};
    if (role == IdRole) return run->id;
    if (index.column() == NameColumn) return nameData(*run, role);
    if (index.column() == ProgressColumn) return progressData(*run, role);
    return figureData(run->id, index.column(), role);
}

QVariant RunTable::nameData(const RunItem& run, int role) const {
    const bool onScreen = run.id == runs_.currentId();
    switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole:
            return run.name;
        case SortRole:
            return run.id;
        case Qt::CheckStateRole:
            return run.visible ? Qt::Checked : Qt::Unchecked;
        case Qt::DecorationRole:
            return runIcon(run.style);
        case Qt::FontRole: {
            QFont font;
            font.setBold(onScreen);
            return font;
        }
        case Qt::ToolTipRole: {
            const QString settings = proposedName(run);
            return onScreen ? tr("%1\nOn screen; controlled by the time controls").arg(settings)
                            : tr("%1\nDouble-click to show it on screen").arg(settings);
        }
        default:
            return {};
    }
}

QVariant RunTable::progressData(const RunItem& run, int role) const {
    const RunStage stage = run.stage();
    switch (role) {
        case Qt::DisplayRole:
        case SortRole:
            return progressText(runs_, run);
        case Qt::ToolTipRole:
            if (stage == RunStage::Refused) return diagnosticText(run.problems.front());
            if (stage == RunStage::Failed) return messageText(*run.session()->figures().message);
            return {};
        case Qt::ForegroundRole:
            if (stage == RunStage::Refused || stage == RunStage::Failed) return themeColors().error;
            return {};
        default:
            return {};
    }
}

QVariant RunTable::figureData(RunId id, int column, int role) const {
    const RunSummary* known = summary(id);
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (!known) return {};
    const SummaryColumn& figure = figureAt(column);
    if (role == Qt::DisplayRole) return QString::fromStdString(figure.text(*known));
    if (role == SortRole && figure.value) return figure.value(*known);
    return {};
}

bool RunTable::setData(const QModelIndex& index, const QVariant& value, int role) {
    const auto id = static_cast<RunId>(index.internalId());
    if (index.column() != NameColumn || !runs_.find(id)) return false;
    if (role != Qt::CheckStateRole && role != Qt::EditRole) return false;
    // Queued, because the change rebuilds the table while the view is still using it.
    const auto change = [this, id, value, role] {
        if (role == Qt::CheckStateRole)
            runs_.setVisible(id, value.toInt() == Qt::Checked);
        else
            runs_.rename(id, value.toString());
    };
    QMetaObject::invokeMethod(this, change, Qt::QueuedConnection);
    return true;
}

QVariant RunTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (section == NameColumn) return role == Qt::DisplayRole ? tr("Run") : QVariant();
    if (section == ProgressColumn) return role == Qt::DisplayRole ? tr("Progress") : QVariant();
    const SummaryColumn& figure = figureAt(section);
    if (role == Qt::DisplayRole) return summaryHeading(figure);
    if (role == Qt::ToolTipRole) return summaryText(figure.meaning);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextWordWrap;
    return {};
}

Qt::ItemFlags RunTable::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (index.column() == NameColumn) flags |= Qt::ItemIsUserCheckable | Qt::ItemIsEditable;
    return flags;
}

}  // namespace momentree::app
