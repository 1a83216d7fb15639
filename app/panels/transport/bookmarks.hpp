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

/// Instants that the user has marked. The model file has no place for them: the window keeps them
/// in its settings, by the file.
class Bookmarks final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    /// Those kept for a file; none, and none kept, for an empty name.
    void setFile(const QString& file);
    /// In the order of time.
    const std::vector<Bookmark>& all() const { return all_; }
    /// Marks an instant; without a name "Bookmark n". One that is marked already is renamed.
    void add(double time, const QString& name = {});
    void remove(std::size_t index);
    void rename(std::size_t index, const QString& name);
    /// The time of the nearest one after or before an instant.
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
