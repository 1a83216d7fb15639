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

/// An RGB image, 8 bits a channel, top row first, no padding.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> pixels;
};

/// Edge of the square at the lower left in which the axes are drawn [logical pixels].
inline constexpr int axesPixels = 116;

/// What is drawn in addition to the links. Marks of centres of mass are omitted if there are too
/// many bodies to distinguish, names if they would overlap.
struct SceneOptions {
    bool joints = true, centresOfMass = true, gravity = true, forces = true, axes = true,
         grid = true, labels = false;
    Theme theme = Theme::Light;
    double scale = 1.0;  ///< device pixels per logical pixel: line widths and text follow
};

struct Picked {
    enum class Kind { Nothing, Body, Joint, Motion, Force } kind = Kind::Nothing;
    int index = -1;  ///< into Model::bodies, joints, motions, or the forces of its description
    bool operator==(const Picked&) const = default;
};

/// How a model that is being drawn is shown.
struct Framing {
    bool keepView = false;          ///< camera and sizes of symbols stay as they are
    std::optional<Vector3d> plane;  ///< normal of the plane it is drawn in: seen flat while all of
                                    ///< it moves there
};

/// Another run in the picture, of the same or of a like model: its links translucent with edges in
/// one colour, behind the run itself where both coincide.
struct Ghost {
    int id = 0;
    std::shared_ptr<const Model> model;
    std::vector<double> start;  ///< its first recorded row
    std::array<std::uint8_t, 3> color{};
};

/// A picture to draw over, behind the model from wherever it is seen. RGBA, 8 bits a channel, top
/// row first, no padding; empty: none.
struct Backdrop {
    int width = 0, height = 0;
    std::vector<std::uint8_t> pixels;
};

/// How a backdrop lies in the world.
struct BackdropPlace {
    Frame frame;           ///< its middle; x is right, y is up in the picture
    double width = 1.0;    ///< [m]
    double opacity = 1.0;  ///< 0 to 1
};

/// Where a scene is seen from.
struct Viewpoint {
    Vector3d target = Vector3d::Zero();    ///< middle of the picture
    Matrix3d axes = Matrix3d::Identity();  ///< columns: right, up, towards the viewer
    double height = 1.0;                   ///< of the picture at the target [m]
    bool fitted = true;                    ///< shows the whole model and has not been moved since
};

/// One model on screen. Draws off screen into an image; knows no window system's widgets and needs
/// no display. All members on one thread.
class Scene {
public:
    Scene();
    ~Scene();
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    /// Empty if the scene can draw; otherwise why not (no OpenGL, ...). `render` then gives a plain
    /// background.
    std::string problem() const;
    /// Forgets poses and selection; nothing is drawn of the model until its first row.
    void setModel(std::shared_ptr<const Model> model, const Framing& framing = {});
    /// Normal of the plane that the model moves in, as it is shown now.
    std::optional<Vector3d> plane() const;
    bool facesPlane() const;  ///< the view is (nearly) square to that plane
    void setOptions(const SceneOptions& options);
    const SceneOptions& options() const;
    /// Poses of one recorded row; a body whose numbers are not finite stays where it was. The first
    /// row after `setModel` is taken as the start: proportions, layers and the first view follow
    /// from it. Planar models are seen in their plane, others from above a corner.
    void show(const RowLayout& layout, std::span<const double> row);
    /// All of them; those of before are gone. They stay when the model changes.
    void setGhosts(std::span<const Ghost> ghosts);
    /// The recorded row that a ghost is seen at; nothing for an unknown id.
    void showGhost(int id, std::span<const double> row);
    void select(const Picked& picked);
    void select(std::span<const Picked> picked);  ///< joints get a ring

    /// Whether edges are smoothed, on at first: more than half of the time of a picture where
    /// a processor draws.
    void setSmooth(bool smooth);
    void resize(int width, int height);  ///< device pixels
    void orbit(double dx, double dy);    ///< by a mouse move [device pixels]
    void pan(double dx, double dy);
    void zoom(double factor, double x, double y);  ///< towards a point of the image
    void fit();                                    ///< to the bodies as they are now
    void view(StandardView view);
    /// Turns the view: columns of `axes` are right, up and towards the viewer.
    void look(const Matrix3d& axes);
    Viewpoint viewpoint() const;
    /// Of one that is fitted the axes alone count: the model is fitted into the picture anew.
    void setViewpoint(const Viewpoint& viewpoint);
    void setBackdrop(const Backdrop& picture);
    void placeBackdrop(const BackdropPlace& place);
    /// What is under a point [device pixels, origin top left].
    /// @param loads forces, motions and rods too, else only what can be joined to
    Picked pick(double x, double y, bool loads = true) const;
    /// The point of the plane through `origin` under a point of the picture; the plane through the
    /// origin that faces the viewer where it is seen edge on.
    Vector3d pointOn(double x, double y, const Vector3d& origin, const Vector3d& normal) const;
    std::array<double, 2> toPicture(const Vector3d& point) const;  ///< world to device pixels
    Vector3d towardsViewer() const;                                ///< world axes, length 1
    Matrix3d viewAxes() const;      ///< columns: right, up, towards the viewer, world axes
    double metresPerPixel() const;  ///< in the middle of the picture
    /// Between the lines of the grid that is drawn where it is seen straight on [m].
    double gridSpacing() const;
    /// Proportions of the model that is shown, and on which side ground is; of its first row.
    const Stage& stage() const;
    /// Of each body, its place in the series of colours, see `linkColor`.
    std::span<const int> linkSeries() const;
    /// Of the arrows of forces: the largest one stays within a third of the picture.
    double metresPerNewton() const;
    /// Foot and tip of the arrow of gravity in the corner [device pixels], where it is drawn.
    std::optional<std::array<double, 4>> gravityArrow() const;

    /// Builds the shapes of a changed model or selection. `render` does that too; many bodies are
    /// better built in a separate event.
    void prepare();
    /// Draws if anything changed since the last call. The reference stays valid until the next
    /// call.
    const Image& render();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Writes a PNG. False if the file cannot be written.
bool writePng(const Image& image, const std::string& path);

}  // namespace momentree::render
