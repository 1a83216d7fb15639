// SPDX-License-Identifier: Apache-2.0
// What is drawn around bodies: shadows on the drawing plane and the outline of the selection.
#include <algorithm>
#include <array>
#include <cmath>

#include "render/ground_symbols.hpp"
#include "render/scene_impl.hpp"
#include "render/shapes.hpp"

namespace momentree::render {
namespace {

constexpr std::size_t mostShadows = 100;
constexpr double shadowReach = 0.75, shadowDrop = 0.22;  ///< in half widths of bars
constexpr double outlineGap = 2.0, outlineWidth = 2.5;   ///< [px]

/// Points moved along their normals.
Mesh grown(Mesh mesh, double by, const Color& color) {
    for (std::size_t k = 0; k < mesh.points.size(); ++k)
        mesh.points[k] += static_cast<float>(by) * mesh.normals[k];
    for (std::size_t k = 0; k < mesh.colors.size(); ++k) mesh.colors[k] = color[k % 3];
    return mesh;
}

}  // namespace

/// Flat links of planar models cast soft shadows on the drawing plane, all with one strength.
void Scene::Impl::buildShadows(const Palette& palette) {
    std::vector<Mesh> meshes;
    if (stage.planar && !stage.crowded() && model->bodies.size() <= mostShadows) {
        meshes.resize(model->bodies.size());
        for (std::size_t i = 0; i < meshes.size(); ++i) {
            const int body = static_cast<int>(i);
            const auto outline = outlineOnPlane(*model, stage, start, body);
            if (!outline) continue;
            addHalo(meshes[i], layerFrame(stage, start, body), *outline, 0.0, -0.5 * stage.unit,
                    shadowReach * stage.unit, palette.cast, palette.castStrength, 0.0);
        }
    }
    shadows.reshape(std::move(meshes), renderer);
    shadows.setLight();
}

void Scene::Impl::placeShadows() {
    std::vector<Frame> frames(poses.begin(), poses.end());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        // Below all links, whatever the layer.
        // Each a little closer than the one before, so that none hides another.
        const double depth = stage.base(static_cast<int>(i)) - stage.plane +
                             (1.2 - 1e-3 * static_cast<double>(i)) * stage.pitch();
        frames[i].r -= depth * stage.front + shadowDrop * stage.unit * stage.gridUp;
    }
    shadows.place(frames);
    shadows.show(camera.axes.col(2).dot(stage.front) > 0.0);
}

/// In space, links cast shadows on the first plane of ground that is below them, or on the grid.
void Scene::Impl::buildFloor(const SymbolContext& context) {
    const std::vector<Frame> planes = groundPlanes(*model, stage.size);
    floor.build(context, planes);
    const auto below = std::ranges::find_if(
        planes, [this](const Frame& plane) { return plane.R.col(2).dot(stage.up) > 0.9; });
    onPlane = below != planes.end();
    const Frame plane =
        onPlane ? *below : frameAlong(stage.floor * stage.up, stage.up, stage.right);
    const bool casts = !stage.planar && !stage.crowded() && model->bodies.size() <= mostShadows;
    floorShadow.build(casts ? bodies.placed() : nullptr, plane, stage, context.palette);
}

void Scene::Impl::placeFloor() {
    floor.follow(camera.target);
    floorShadow.show(camera, onPlane || options.grid);
}

std::vector<int> Scene::Impl::selectedBodies() const {
    std::vector<int> chosen;
    for (const Picked& picked : selected)
        if (picked.kind == Picked::Kind::Body) chosen.push_back(picked.index);
    return chosen;
}

/// The outlines of a body in a flat picture, each with its frame in body axes and its height there;
/// none if its shape is not flat.
std::vector<Scene::Impl::FlatOutline> Scene::Impl::flatOutlines(const SymbolContext& context,
                                                                int body) const {
    std::vector<FlatOutline> found;
    if (!stage.planar) return found;
    const Form& form = stage.forms[static_cast<std::size_t>(body)];
    const Frame layer = layerFrame(stage, start, body);
    const bool wheel =
        form.disc > 0.0 && std::abs(form.discAxis.dot(layer.R.col(2))) > 0.999 &&
        std::ranges::all_of(form.points, [&](const Vector3d& p) { return p.norm() < form.disc; });
    if (auto outline = outlineOnPlane(*model, stage, start, body)) {
        found.push_back({layer, std::move(*outline), stage.thickness()});
    } else if (wheel) {
        const std::array centre{inLayer(layer, Vector3d::Zero())};
        found.push_back(
            {layer, roundedHull(centre, form.disc, 2 * stage.sides), stage.thickness()});
    }
    for (const JointElement& joint : model->joints)
        if (joint.A.body == body)
            if (auto cam = camOutline(joint))
                found.push_back(
                    {shownAt(context, joint, joint.A), std::move(*cam), 0.5 * stage.unit});
    return found;
}

void Scene::Impl::buildHalos() {
    haloPixel = pixelSize(camera, image.height) * options.scale;
    const double gap = outlineGap * haloPixel, width = outlineWidth * haloPixel;
    const Palette& palette = paletteOf(options.theme);
    const std::vector<int> chosen = selectedBodies();
    const std::vector<Color> colors = colorsOfLinks();
    const SymbolContext context{*model, stage, start, palette, colors, selected};
    std::vector<Mesh> flat(chosen.size()), solid(chosen.size());
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const auto outlines = flatOutlines(context, chosen[k]);
        for (const auto& [frame, outline, top] : outlines) {
            addHalo(flat[k], frame, outline, top, 0.0, gap, palette.halo, 1.0, 1.0);
            addHalo(flat[k], frame, outline, top, gap, gap + width, palette.selection, 1.0, 1.0);
        }
        if (outlines.empty()) {
            addLink(solid[k], *model, stage, start, chosen[k], palette.selection);
            solid[k] = grown(std::move(solid[k]), gap + width, palette.selection);
        }
    }
    halos.reshape(std::move(flat), renderer);
    halos.setFlat();
    hulls.reshape(std::move(solid), renderer);
    hulls.setInsideOut();
}

void Scene::Impl::placeHalos() {
    const std::vector<int> chosen = selectedBodies();
    if (chosen.empty()) return;
    constexpr double tolerance = 0.1;
    const double pixel = pixelSize(camera, image.height) * options.scale;
    if (std::abs(pixel - haloPixel) > tolerance * haloPixel) buildHalos();
    std::vector<Frame> frames;
    for (const int body : chosen) frames.push_back(poses[static_cast<std::size_t>(body)]);
    halos.place(frames);
    hulls.place(frames);
}

}  // namespace momentree::render
