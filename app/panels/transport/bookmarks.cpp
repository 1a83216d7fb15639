// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/transport/bookmarks.hpp"

#include <QCryptographicHash>
#include <QSettings>
#include <algorithm>
#include <cmath>

namespace momentree::app {
namespace {

constexpr double same = 1e-9;  ///< [s]

}  // namespace

void Bookmarks::setFile(const QString& file) {
    const QByteArray hash = QCryptographicHash::hash(file.toUtf8(), QCryptographicHash::Sha1);
    const QString key =
        file.isEmpty() ? QString() : "bookmarks/" + QString::fromLatin1(hash.toHex());
    if (key == key_) return;
    key_ = key;
    all_.clear();
    if (!key_.isEmpty())
        for (const QVariant& stored : QSettings().value(key_).toList()) {
            const QVariantList pair = stored.toList();
            if (pair.size() == 2) all_.push_back({pair[0].toDouble(), pair[1].toString()});
        }
    emit changed();
}

void Bookmarks::add(double time, const QString& name) {
    const auto at = std::lower_bound(all_.begin(), all_.end(), time - same,
                                     [](const Bookmark& b, double t) { return b.time < t; });
    if (at != all_.end() && std::abs(at->time - time) <= same) {
        if (!name.isEmpty()) at->name = name;
    } else {
        all_.insert(at, {time, name.isEmpty() ? tr("Bookmark %1").arg(all_.size() + 1) : name});
    }
    store();
}

void Bookmarks::remove(std::size_t index) {
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(index));
    store();
}

void Bookmarks::rename(std::size_t index, const QString& name) {
    all_[index].name = name;
    store();
}

std::optional<double> Bookmarks::after(double time) const {
    for (const Bookmark& one : all_)
        if (one.time > time + same) return one.time;
    return std::nullopt;
}

std::optional<double> Bookmarks::before(double time) const {
    for (auto one = all_.rbegin(); one != all_.rend(); ++one)
        if (one->time < time - same) return one->time;
    return std::nullopt;
}

void Bookmarks::store() {
    if (!key_.isEmpty()) {
        QVariantList list;
        for (const Bookmark& one : all_) list.append(QVariant(QVariantList{one.time, one.name}));
        list.isEmpty() ? QSettings().remove(key_) : QSettings().setValue(key_, list);
    }
    emit changed();
}

}  // namespace momentree::app
