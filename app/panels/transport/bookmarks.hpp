// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <vector>

namespace momentree::app {

struct Bookmark {
    double time = 0.0;  ///< [s]
    QString name;
    bool operator==(const Bookmark&) const = default;
};

/// Instants marked by the user. They are not part of the model file; the window stores them in its
/// settings by file name.
class Bookmarks final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    /// Loads the bookmarks of a file; for an empty name there are none and none are stored.
    void setFile(const QString& file);
    /// In order of time.
    const std::vector<Bookmark>& all() const { return all_; }
    /// Marks an instant; the default name is "Bookmark n". An existing mark is renamed.
    void add(double time, const QString& name = {});
    void remove(std::size_t index);
    void rename(std::size_t index, const QString& name);
    /// The time of the next bookmark after, or the last before, an instant.
    std::optional<double> after(double time) const;
    std::optional<double> before(double time) const;

signals:
    void changed();

private:
    void store();
    QString key_;
    std::vector<Bookmark> all_;
};

}  // namespace momentree::app
