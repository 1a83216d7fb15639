// SPDX-License-Identifier: Apache-2.0
// The members of a scene, for the files that implement it.
#pragma once

#include <vtkNew.h>
#include <vtkRenderer.h>

#include <memory>
#include <vector>

#include "render/actor.hpp"
#include "render/backdrop.hpp"
#include "render/bodies.hpp"
#include "render/camera.hpp"
#include "render/coupling_symbols.hpp"
#include "render/floor.hpp"
#include "render/ghost.hpp"
#include "render/gizmo.hpp"
#include "render/grid.hpp"
#include "render/link_series.hpp"
#include "render/load_symbols.hpp"
#include "render/motion_symbols.hpp"
#include "render/offscreen.hpp"
#include "render/scene.hpp"
#include "render/text_layer.hpp"

namespace momentree::render {

struct Scene::Impl {
    BackdropSheet backdrop;
    vtkNew<vtkRenderer> renderer;
    Grid grid{renderer};
    Floor floor{renderer};
    FloorShadow floorShadow{renderer};
    TextLayer texts{renderer};
    Gizmo gizmo;
    DrawnBodies shadows, bodies, rings;
    DrawnBodies halos, hulls;  ///< around the selection: of flat links, of others
    Drawn ground;
    std::vector<LooseSymbol> symbols;  ///< not carried by a body
    std::vector<Drawn> loose;          ///< for each of them
    std::vector<DrawnGhost> ghosts;
    Offscreen offscreen;  // declared last: destroyed first, while the actors still exist

    std::shared_ptr<const Model> model;
    SceneOptions options;
    Stage stage;
    bool started = false;  ///< a first row was shown
    std::vector<Frame> start, poses;
    double time = 0.0;
    double strongest = 0.0;  ///< of the forces [N]
    Camera camera;
    std::vector<Vector3d> framed;   ///< points the view was fitted to; empty if moved by hand
    std::vector<int> framedBodies;  ///< bodies the view was fitted to; empty: all
    std::vector<Picked> selected;
    Framing framing;
    double haloPixel =
        0.0;  ///< size of a pixel for which the outlines of the selection are made [m]
    LinkSeries series;
    std::vector<int> inSeries;  ///< of each body
    Image image;
    bool onPlane = false;             ///< shadows fall on a plane of ground, not on the grid
    bool dirty = true, stale = true;  ///< picture; actors
    bool fine = false;

    Impl();
    void build();
    void buildBodies(const SymbolContext& context);
    std::vector<Color> colorsOfLinks() const;
    void makeSymbols();
    ForceScale forceScale() const;
    void place();
    void buildRings(const Color& color);
    void buildShadows(const Palette& palette);
    void placeShadows();
    void buildFloor(const SymbolContext& context);
    void placeFloor();
    void buildHalos();
    void placeHalos();
    std::vector<int> selectedBodies() const;
    struct FlatOutline {
        Frame frame;
        Outline outline;
        double top = 0.0;
    };
    std::vector<FlatOutline> flatOutlines(const SymbolContext& context, int body) const;
    void placeRings();
    std::vector<int> selectedJoints() const;
    bool known(const Picked& picked) const;
    void restage();
    void fitTo(std::vector<Vector3d> points);
    void addPointsOf(std::size_t body, std::vector<Vector3d>& points) const;
    std::vector<Vector3d> visiblePoints() const;
    std::vector<Vector3d> framedPoints() const;
    void takeCamera();
    std::vector<TextItem> makeTexts();
    void fillPlain();
};

}  // namespace momentree::render
