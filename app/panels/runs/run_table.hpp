// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <map>

#include "app/runs/run_item.hpp"
#include "core/study/summary.hpp"

namespace momentree::app {

class RunSet;

/// The runs as a tree (branches below the run they left) with a column for each figure of a
/// summary. Updated with the recordings.
class RunTable final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Role { SortRole = Qt::UserRole + 1, IdRole };
    enum Column { NameColumn, ProgressColumn, FirstFigure };

    explicit RunTable(RunSet& runs, QObject* parent = nullptr);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    QModelIndex indexOf(RunId id, int column = NameColumn) const;
    /// Summaries in the order of the runs, as far as computed.
    std::vector<RunSummary> summaries() const;
    const RunSummary* summary(RunId id) const;  ///< null before its first row
    void refreshFigures();

private:
    void rebuild();
    void restartComparison();
    QVariant nameData(const RunItem& run, int role) const;
    QVariant progressData(const RunItem& run, int role) const;
    QVariant figureData(RunId id, int column, int role) const;

    struct Figures {
        std::weak_ptr<const Session> of;  ///< the session that the extremes belong to
        RunExtremes extremes;
        RunSummary summary;
    };
    RunSet& runs_;
    std::map<RunId, std::vector<RunId>> children_;  ///< key 0: runs that are not branches
    std::map<RunId, Figures> figures_;
};

/// A short line in a run's colour and dash pattern.
QIcon runIcon(int style);
/// "37 %", "waiting for a processor", "done", ...
QString progressText(const RunSet& runs, const RunItem& run);

}  // namespace momentree::app
