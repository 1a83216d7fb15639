// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <vector>

#include "app/scene/sight.hpp"

namespace momentree::app {

/// Legend of run colours in the corner of the picture; marks runs that lag behind.
class RunLegend final : public PictureLayer {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::RunLegend)
public:
    struct Entry {
        QString name, note;
        int style = 0;
        bool solid = false;  ///< the run on screen
        bool operator==(const Entry&) const = default;
    };
    void setEntries(std::vector<Entry> entries) { entries_ = std::move(entries); }
    const std::vector<Entry>& entries() const { return entries_; }
    /// Width of the strip at the right edge that the legend takes [logical pixels], 0 without one.
    /// It does not depend on notes that pass: a fitted view would tremble.
    double strip(const QFont& font) const;
    void paint(QPainter& painter, const Sight& sight) override;

private:
    /// @param passing with the notes of runs that lag behind, which change as they compute
    QStringList lines(bool passing) const;

    std::vector<Entry> entries_;
};

}  // namespace momentree::app
