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
        QString name = QFileInfo(file).completeBaseName();
        for (int k = 2; std::ranges::find(entries_, name, &Entry::name) != entries_.end(); ++k)
            name = QStringLiteral("%1 (%2)").arg(QFileInfo(file).completeBaseName()).arg(k);
        entry = entries_.insert(entries_.end(), Entry{path, name, {}, style, {}, {}});
    }
    entry->table = std::move(table);
    entry->columns = layout.names();
    entry->recording = reference->recording;
    Q_EMIT changed();
    return reference;
}

void ReferenceSet::clear() {
    if (entries_.empty()) return;
    entries_.clear();
    Q_EMIT changed();
}

std::vector<PlotSource> ReferenceSet::sources(const Model& model, const RowLayout& layout) {
    std::vector<PlotSource> sources;
    for (Entry& entry : entries_) {
        if (entry.columns != layout.names()) {
            const auto reference = referenceOf(entry.table, model, layout);
            entry.recording = reference ? reference->recording : nullptr;
            entry.columns = layout.names();
        }
        if (entry.recording)
            sources.push_back({entry.recording, layout, entry.name, entry.style, true});
    }
    return sources;
}

}  // namespace momentree::app
