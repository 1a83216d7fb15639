// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include "app/runs/plot_source.hpp"
#include "app/runs/reference_table.hpp"
#include "core/diagnostics/row_layout.hpp"

namespace momentree::app {

/// Motions from files, drawn in the plots together with the runs.
class ReferenceSet final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Adds the table of a file, in the place of what the file gave before. What of it fits, or why
    /// nothing does.
    Result<Reference> add(const QString& file, ReferenceTable table, const Model& model,
                          const RowLayout& layout);
    void clear();
    bool empty() const { return entries_.empty(); }
    /// Those that fit the model, under the names of their files.
    std::vector<PlotSource> sources(const Model& model, const RowLayout& layout);

Q_SIGNALS:
    void changed();

private:
    struct Entry {
        QString file, name;
        ReferenceTable table;
        int style = 0;
        std::vector<std::string> columns;  ///< of the layout that the recording is of
        std::shared_ptr<const Recording> recording;
    };
    std::vector<Entry> entries_;
};

}  // namespace momentree::app
