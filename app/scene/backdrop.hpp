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

/// Position and opacity of the background picture.
struct BackdropState {
    QString file;
    Frame plane;                                       ///< plane of the picture
    Eigen::Vector2d middle = Eigen::Vector2d::Zero();  ///< centre in the plane [m]
    double width = 1.0;                                ///< [m]
    double opacity = 0.5;                              ///< 0 to 1

    Vector3d at(const Eigen::Vector2d& place) const {
        return plane.r + plane.R.leftCols<2>() * place;
    }
    Eigen::Vector2d of(const Vector3d& point) const {
        return plane.R.leftCols<2>().transpose() * (point - plane.r);
    }
};

/// A picture behind the drawing to draw over, such as a photo of a linkage. It is not part of the
/// model file; the program stores it for each file in the settings, like traced points.
class Backdrop final : public QObject {
    Q_OBJECT
public:
    Backdrop(Viewport& viewport, ModelDocument& document);

    bool any() const { return !picture_.isNull(); }
    const BackdropState& state() const { return state_; }
    double aspect() const;  ///< height / width
    /// Reads a picture and puts it at the centre of the view, on a plane.
    void show(const QString& file, const Frame& plane);
    /// Changes the placement of the picture.
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
    int reading_ = 0;  ///< of the last requested file; earlier results are discarded
    QString keptBy_;   ///< file for which the picture is stored
};

}  // namespace momentree::app
