// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "app/scene/sight.hpp"
#include "core/diagnostics/row_angles.hpp"
#include "core/dynamics/observer.hpp"
#include "core/session/recording.hpp"

namespace momentree::app {

enum class VectorKind { Velocity, Acceleration, Reaction };
inline constexpr std::size_t vectorKinds = 3;

/// An arrow in the world: its start and its value [m/s, m/s^2 or N].
struct VectorArrow {
    Vector3d from = Vector3d::Zero(), value = Vector3d::Zero();
};

/// Velocities and accelerations of the centres of mass and the forces of joints on their outboard
/// bodies, at the current instant. One scale for the whole run, shown in a legend.
class Vectors final : public PictureLayer {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::Vectors)
public:
    void setShown(VectorKind kind, bool shown) { shown_[static_cast<std::size_t>(kind)] = shown; }
    bool shown(VectorKind kind) const { return shown_[static_cast<std::size_t>(kind)]; }
    void setRecording(std::shared_ptr<const Recording> recording);
    /// Only arrows with known values: rows of a drawing that has not run contain no reactions.
    std::vector<VectorArrow> arrows(VectorKind kind, const Sight& sight);

    void paint(QPainter& painter, const Sight& sight) override;

private:
    /// The scale of arrows of one kind, from the rows read so far.
    struct Scale {
        std::vector<double> rows;  ///< the longest of each
        std::size_t found = 0;     ///< number of rows used for `last`
        double last = 0.0;
        double value();
    };
    std::vector<VectorArrow> accelerations(const Sight& sight);
    void countTurns(const Sight& sight);
    void readScales(const Sight& sight);
    void paintKind(QPainter& painter, const Sight& sight, VectorKind kind, QPointF legend);

    std::array<bool, vectorKinds> shown_{};
    std::array<Scale, vectorKinds> scales_{};
    std::shared_ptr<const Recording> recording_;
    std::optional<RowAngles> counter_;
    std::vector<std::vector<double>> turns_;  ///< [rows read] angles of torsion springs
    std::size_t scaled_ = 0;                  ///< number of rows used for the scales
    std::unique_ptr<NewtonEuler<double>> solver_;
    const Model* solved_ = nullptr;  ///< the solver's model
};

}  // namespace momentree::app
