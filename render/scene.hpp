// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"

namespace momentree::render {

enum class StandardView { Front, Back, Left, Right, Top, Bottom, Isometric };
enum class Theme { Light, Dark };

struct Stage;

/// An RGB image with 8 bits per channel, top row first, without padding.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> pixels;
};

/// Edge of the square at the lower left that contains the axes [logical pixels].
inline constexpr int axesPixels = 116;

/// What is drawn in addition to the links. Marks of centres of mass are omitted if there are too
/// many bodies to distinguish, names if they would overlap.
struct SceneOptions {
    bool joints = true, centresOfMass = true, gravity = true, forces = true, axes = true,
         grid = true, labels = false;
    Theme theme = Theme::Light;
    double scale = 1.0;  ///< device pixels per logical pixel, for line widths and text
    /// Strips at the edges that a fitted view leaves free [logical pixels].
    double freeTop = 0.0, freeBottom = 0.0, freeRight = 0.0;
};

struct Picked {
    enum class Kind { Nothing, Body, Joint, Motion, Coupling, Force } kind = Kind::Nothing;
    int index =
        -1;  ///< into Model::bodies, joints, motions, couplings, or the forces of its description
    bool operator==(const Picked&) const = default;
};

/// How an edited model is shown.
struct Framing {
    bool keepView = false;          ///< keep the camera and the sizes of symbols
    std::optional<Vector3d> plane;  ///< normal of the plane it is drawn in; shown flat as long as
                                    ///< all of it moves in this plane
};

/// Another run in the picture, of the same or a similar model: translucent links with edges in one
/// colour, behind the run itself where both coincide.
struct Ghost {
    int id = 0;
    std::shared_ptr<const Model> model;
    std::vector<double> start;  ///< its first recorded row
    std::array<std::uint8_t, 3> color{};

    friend bool operator==(const Ghost&, const Ghost&) = default;
};

/// A picture to draw over, always behind the model. RGBA with 8 bits per channel, top row first,
/// without padding; empty: none.
struct Backdrop {
    int width = 0, height = 0;
    std::vector<std::uint8_t> pixels;
};

/// Position of a backdrop in the world.
struct BackdropPlace {
    Frame frame;           ///< centre; x is right, y is up in the picture
    double width = 1.0;    ///< [m]
    double opacity = 1.0;  ///< 0 to 1
};

/// The point of view of a scene.
struct Viewpoint {
    Vector3d target = Vector3d::Zero();    ///< middle of the picture
    Matrix3d axes = Matrix3d::Identity();  ///< columns: right, up, towards the viewer
    double height = 1.0;                   ///< height of the picture at the target [m]
    bool fitted = true;                    ///< shows the whole model and has not been moved since
};

/// Draws a model off screen into an image, without widgets or a display. Call all members on one
/// thread.
class Scene {
public:
    Scene();
    ~Scene();
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    /// Empty if the scene can draw, otherwise the reason (no OpenGL, ...). `render` then returns a
    /// plain background.
    std::string problem() const;
    /// Clears poses and selection; the model is drawn after its first row.
    void setModel(std::shared_ptr<const Model> model, const Framing& framing = {});
    /// Normal of the plane of motion of the model as shown.
    std::optional<Vector3d> plane() const;
    bool facesPlane() const;  ///< the view is (nearly) perpendicular to that plane
    void setOptions(const SceneOptions& options);
    const SceneOptions& options() const;
    /// Shows the poses of a recorded row; a body whose numbers are not finite keeps its pose. The
    /// first row after `setModel` counts as the start and determines proportions, layers and the
    /// first view. Planar models are seen perpendicular to their plane, others from above a corner.
    void show(const RowLayout& layout, std::span<const double> row);
    /// Replaces all ghosts. They stay when the model changes.
    void setGhosts(std::span<const Ghost> ghosts);
    /// Shows a recorded row of a ghost; ignores an unknown id.
    void showGhost(int id, std::span<const double> row);
    void select(const Picked& picked);
    void select(std::span<const Picked> picked);  ///< joints get a ring
    std::span<const Picked> selected() const;

    /// Whether pictures have several samples of each pixel, initially false. They take about five
    /// times as long when drawn by the processor; the edges of others are smoothed afterwards.
    void setFine(bool fine);
    bool fine() const;
    void resize(int width, int height);  ///< device pixels
    void orbit(double dx, double dy);    ///< by a mouse move [device pixels]
    void pan(double dx, double dy);
    void zoom(double factor, double x, double y);  ///< towards a point of the image
    void fit();                                    ///< to the bodies as they are now
    /// Fits the view to bodies in all these rows of a run.
    /// @param bodies indices; empty: all. Others may lie outside until the view is chosen anew
    void fit(const RowLayout& layout, std::span<const std::span<const double>> rows,
             std::span<const int> bodies = {});
    /// Moves the view; a fitted one stays fitted, to the same bodies at other places.
    void move(const Vector3d& by);
    /// Whether the bodies the view was fitted to, as they are now, are within the picture.
    bool showsAll() const;
    void view(StandardView view);
    /// Turns the view: columns of `axes` are right, up and towards the viewer.
    void look(const Matrix3d& axes);
    Viewpoint viewpoint() const;
    /// For a fitted viewpoint only the axes are used: the model is fitted into the picture again.
    void setViewpoint(const Viewpoint& viewpoint);
    void setBackdrop(const Backdrop& picture);
    void placeBackdrop(const BackdropPlace& place);
    /// The element at a point [device pixels, origin top left].
    /// @param loads include forces, motions and rods, otherwise only elements that can be joined
    Picked pick(double x, double y, bool loads = true) const;
    /// The point of the plane through `origin` at a point of the picture; if that plane is seen
    /// edge-on, of the parallel to the screen through the origin.
    Vector3d pointOn(double x, double y, const Vector3d& origin, const Vector3d& normal) const;
    std::array<double, 2> toPicture(const Vector3d& point) const;  ///< world to device pixels
    Vector3d towardsViewer() const;                                ///< world axes, length 1
    Matrix3d viewAxes() const;      ///< columns: right, up, towards the viewer, world axes
    double metresPerPixel() const;  ///< at the centre of the picture
    /// Spacing of the lines of the grid if it is seen perpendicularly [m].
    double gridSpacing() const;
    /// Proportions and the side of ground for the current model, from its first row.
    const Stage& stage() const;
    /// Place of each body in the series of colours, see `linkColor`.
    std::span<const int> linkSeries() const;
    /// For force arrows: the largest one stays within a third of the picture.
    double metresPerNewton() const;
    /// Start and tip of the gravity arrow in the corner [device pixels], if it is drawn.
    std::optional<std::array<double, 4>> gravityArrow() const;

    /// Builds the shapes of a changed model or selection. `render` does so too; for many bodies,
    /// call this in a separate event.
    void prepare();
    /// Draws if anything has changed since the last call. The reference is valid until the next
    /// call.
    const Image& render();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Writes a PNG. Returns false if the file cannot be written.
bool writePng(const Image& image, const std::string& path);

}  // namespace momentree::render
