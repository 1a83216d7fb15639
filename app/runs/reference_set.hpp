// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include "app/runs/plot_source.hpp"
#include "app/runs/reference_table.hpp"
#include "core/diagnostics/row_layout.hpp"

namespace momentree::app {

/// Motions from files, drawn in plots together with the runs.
class ReferenceSet final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Adds the table of a file and replaces earlier data of the same file. Returns the columns
    /// that match, or the error.
    Result<Reference> add(const QString& file, ReferenceTable table, const Model& model,
                          const RowLayout& layout);
    void clear();
    bool empty() const { return entries_.empty(); }
    /// Those that match the model, with the names of their files.
    std::vector<PlotSource> sources(const Model& model, const RowLayout& layout);
    /// Those of them that have poses of all bodies, for the picture.
    std::vector<PlotSource> moving(const Model& model, const RowLayout& layout);

Q_SIGNALS:
    void changed();

private:
    struct Entry {
        QString file, name;
        ReferenceTable table;
        int style = 0;
        std::vector<std::string> columns;  ///< of the recording's layout
        std::shared_ptr<const Recording> recording;
        bool posed = false;
    };
    /// Fits all tables to a model.
    void fit(const Model& model, const RowLayout& layout);
    std::vector<Entry> entries_;
};

}  // namespace momentree::app
