// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/reference_set.hpp"

#include <QFileInfo>
#include <algorithm>

namespace momentree::app {
namespace {

constexpr int lastStyle = 7;  ///< runs use styles from the first on

}  // namespace

Result<Reference> ReferenceSet::add(const QString& file, ReferenceTable table, const Model& model,
                                    const RowLayout& layout) {
    auto reference = referenceOf(table, model, layout);
    if (!reference) return reference;
    const QString path = QFileInfo(file).absoluteFilePath();
    auto entry = std::ranges::find(entries_, path, &Entry::file);
    if (entry == entries_.end()) {
        const int style = lastStyle - static_cast<int>(entries_.size() % (lastStyle + 1));
        QString base = QFileInfo(file).completeBaseName();
        if (base.endsWith(".momentree")) base.chop(10);  // of a capsule
        QString name = base;
        for (int k = 2; std::ranges::find(entries_, name, &Entry::name) != entries_.end(); ++k)
            name = QStringLiteral("%1 (%2)").arg(base).arg(k);
        entry = entries_.insert(entries_.end(), Entry{path, name, {}, style, {}, {}, false});
    }
    entry->table = std::move(table);
    entry->columns = layout.names();
    entry->recording = reference->recording;
    entry->posed = reference->posed;
    Q_EMIT changed();
    return reference;
}

void ReferenceSet::clear() {
    if (entries_.empty()) return;
    entries_.clear();
    Q_EMIT changed();
}

void ReferenceSet::fit(const Model& model, const RowLayout& layout) {
    for (Entry& entry : entries_) {
        if (entry.columns == layout.names()) continue;
        const auto reference = referenceOf(entry.table, model, layout);
        entry.recording = reference ? reference->recording : nullptr;
        entry.posed = reference && reference->posed;
        entry.columns = layout.names();
    }
}

std::vector<PlotSource> ReferenceSet::sources(const Model& model, const RowLayout& layout) {
    fit(model, layout);
    std::vector<PlotSource> sources;
    for (const Entry& entry : entries_)
        if (entry.recording)
            sources.push_back({entry.recording, layout, entry.name, entry.style, true});
    return sources;
}

std::vector<PlotSource> ReferenceSet::moving(const Model& model, const RowLayout& layout) {
    fit(model, layout);
    std::vector<PlotSource> sources;
    for (const Entry& entry : entries_)
        if (entry.posed)
            sources.push_back({entry.recording, layout, entry.name, entry.style, true});
    return sources;
}

}  // namespace momentree::app
