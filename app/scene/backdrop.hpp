// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <QVariant>
#include <functional>
#include <optional>

#include "core/model/model.hpp"
#include "core/result.hpp"

namespace momentree::app {

class ModelDocument;
class Viewport;

/// How the background picture lies, and how strong it is.
struct BackdropState {
    QString file;
    Frame plane;                                       ///< that it lies in
    Eigen::Vector2d middle = Eigen::Vector2d::Zero();  ///< in the plane [m]
    double width = 1.0;                                ///< [m]
    double opacity = 0.5;                              ///< 0 to 1

    Vector3d at(const Eigen::Vector2d& place) const {
        return plane.r + plane.R.leftCols<2>() * place;
    }
    Eigen::Vector2d of(const Vector3d& point) const {
        return plane.R.leftCols<2>().transpose() * (point - plane.r);
    }
};

/// A picture behind the drawing, to draw over: a photo of a linkage. The model file has no place
/// for it: the program keeps it by the file, as it keeps traced points.
class Backdrop final : public QObject {
    Q_OBJECT
public:
    Backdrop(Viewport& viewport, ModelDocument& document);

    bool any() const { return !picture_.isNull(); }
    const BackdropState& state() const { return state_; }
    double aspect() const;  ///< height by width
    /// Puts a picture into the middle of the view, on a plane, once it is read.
    void show(const QString& file, const Frame& plane);
    /// The same picture placed otherwise.
    void change(const BackdropState& state);
    void remove();
    Viewport& viewport() { return viewport_; }

Q_SIGNALS:
    void changed();
    void shown(const QString& file);  ///< another picture
    void failed(const QString& file, const momentree::Diagnostics& problems);

private:
    using Then = std::function<void(const QImage&)>;
    void read(const QString& file, const Then& then);
    void take(const QImage& picture, const BackdropState& state);
    void place();
    void store() const;
    void restore();

    Viewport& viewport_;
    ModelDocument& document_;
    QImage picture_;
    BackdropState state_;
    int reading_ = 0;  ///< number of the last file asked for: what comes too late is left
    QString keptBy_;   ///< that the picture is kept by
};

}  // namespace momentree::app
