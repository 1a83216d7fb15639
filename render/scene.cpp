// SPDX-License-Identifier: Apache-2.0
#include "render/scene.hpp"

#include <vtkCamera.h>
#include <vtkFXAAOptions.h>
#include <vtkLight.h>
#include <vtkNew.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "render/actor.hpp"
#include "render/camera.hpp"
#include "render/ghost.hpp"
#include "render/gizmo.hpp"
#include "render/grid.hpp"
#include "render/joint_symbols.hpp"
#include "render/load_symbols.hpp"
#include "render/offscreen.hpp"
#include "render/picking.hpp"
#include "render/poses.hpp"
#include "render/text_layer.hpp"

namespace momentree::render {
namespace {

constexpr std::size_t mostMarked = 60;  ///< bodies with marks that can be told apart

struct Loose {
    LooseSymbol symbol;
    Drawn drawn;
};

void setBackground(vtkRenderer* renderer, const Palette& palette) {
    const auto& [r1, g1, b1] = palette.bottom;
    const auto& [r2, g2, b2] = palette.top;
    renderer->SetBackground(r1 / 255.0, g1 / 255.0, b1 / 255.0);
    renderer->SetBackground2(r2 / 255.0, g2 / 255.0, b2 / 255.0);
    renderer->GradientBackgroundOn();
}

/// A key light over the viewer's left shoulder and a weaker one from the right.
void setLights(vtkRenderer* renderer) {
    renderer->AutomaticLightCreationOff();
    const auto add = [&](double x, double y, double z, double intensity) {
        const vtkNew<vtkLight> light;
        light->SetLightTypeToCameraLight();
        light->SetPosition(x, y, z);
        light->SetFocalPoint(0.0, 0.0, 0.0);
        light->SetIntensity(intensity);
        renderer->AddLight(light);
    };
    add(-0.5, 0.8, 1.0, 1.0);
    add(0.9, -0.1, 0.5, 0.25);
}

}  // namespace

struct Scene::Impl {
    vtkNew<vtkRenderer> renderer;
    Grid grid{renderer};
    TextLayer texts{renderer};
    Gizmo gizmo;
    std::vector<Drawn> bodies;
    Drawn ground, ring;
    std::vector<Loose> loose;
    std::vector<DrawnGhost> ghosts;
    Offscreen offscreen;  // last: goes first, while what it drew is still there

    std::shared_ptr<const Model> model;
    SceneOptions options;
    Stage stage;
    bool started = false;  ///< a first row was shown
    std::vector<Frame> start, poses;
    double time = 0.0;
    Camera camera;
    std::vector<Vector3d> framed;  ///< what the view was fitted to; empty once it was moved by hand
    std::vector<Picked> selected;
    Framing framing;
    Image image;
    bool dirty = true, stale = true;  ///< picture; actors

    Impl();
    void build();
    void buildBodies(const SymbolContext& context);
    void place();
    void placeRing();
    const Picked* selectedJoint() const;
    bool known(const Picked& picked) const;
    void restage();
    void fitTo(std::vector<Vector3d> points);
    std::vector<Vector3d> visiblePoints() const;
    void takeCamera();
    std::vector<TextItem> makeTexts();
    void fillPlain();
};

Scene::Impl::Impl() {
    setLights(renderer);
    setLights(gizmo.renderer());
    renderer->UseFXAAOn();
    // The quicker of the two searches along edges.
    renderer->GetFXAAOptions()->UseHighQualityEndpointsOff();
    offscreen.add(renderer, 0);
    offscreen.add(gizmo.renderer(), 1);
    image.width = 640;
    image.height = 480;
}

void Scene::Impl::build() {
    stale = false;
    bodies.clear();
    loose.clear();
    ground = {};
    ring = {};
    gizmo.clear();
    setBackground(renderer, paletteOf(options.theme));
    if (!model || !started) return;
    std::vector<Color> colors;
    const int count = static_cast<int>(model->bodies.size());
    for (int i = 0; i < count; ++i)
        colors.push_back(linkColor(model->bodies[static_cast<std::size_t>(i)].shape.color, i, count,
                                   options.theme));
    const Palette& palette = paletteOf(options.theme);
    for (const Picked& picked : selected)
        if (picked.kind == Picked::Kind::Body)
            colors[static_cast<std::size_t>(picked.index)] = palette.selection;
    const SymbolContext context{*model, stage, start, palette, colors};
    buildBodies(context);
    std::vector<LooseSymbol> symbols = makeRods(context);
    if (options.forces)
        for (LooseSymbol& load : makeLoads(context)) symbols.push_back(std::move(load));
    for (LooseSymbol& symbol : symbols) {
        Drawn drawn(symbol.mesh, renderer);
        loose.push_back({std::move(symbol), std::move(drawn)});
    }
    gizmo.build(*model, options);
    for (DrawnGhost& ghost : ghosts) ghost.build(stage, framing.plane, renderer);
}

void Scene::Impl::buildBodies(const SymbolContext& context) {
    Meshes meshes;
    meshes.bodies.resize(context.model.bodies.size());
    for (std::size_t i = 0; i < meshes.bodies.size(); ++i) {
        const int body = static_cast<int>(i);
        addLink(meshes.bodies[i], *model, stage, start, body, context.colors[i]);
        if (options.centresOfMass && meshes.bodies.size() <= mostMarked)
            addCentreOfMass(meshes.bodies[i], stage, start, body, context.palette);
    }
    if (options.joints) {
        addJoints(meshes, context);
        addMotions(meshes, context);
    }
    for (const Mesh& mesh : meshes.bodies) bodies.emplace_back(mesh, renderer);
    ground = Drawn(meshes.ground, renderer);
    if (!selectedJoint()) return;
    Mesh mesh;
    std::vector<Vector3d> circle;
    for (int k = 0; k <= 48; ++k) {
        const double angle = 2.0 * 3.14159265358979 * k / 48;
        circle.emplace_back(std::cos(angle), std::sin(angle), 0.0);
    }
    addWire(mesh, circle, 0.12, context.palette.selection, 10);
    ring = Drawn(mesh, renderer);
    ring.setFlat();
}

void Scene::Impl::place() {
    for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i].place(poses[i]);
    for (Loose& l : loose) l.drawn.place(placement(l.symbol, stage, poses, time));
    placeRing();
    for (DrawnGhost& ghost : ghosts) ghost.place();
}

const Picked* Scene::Impl::selectedJoint() const {
    const auto found = std::find_if(selected.rbegin(), selected.rend(),
                                    [](const Picked& p) { return p.kind == Picked::Kind::Joint; });
    return found == selected.rend() ? nullptr : &*found;
}

bool Scene::Impl::known(const Picked& picked) const {
    const std::size_t count = !model                               ? 0
                              : picked.kind == Picked::Kind::Body  ? model->bodies.size()
                              : picked.kind == Picked::Kind::Joint ? model->joints.size()
                                                                   : 0;
    return picked.index >= 0 && static_cast<std::size_t>(picked.index) < count;
}

/// Sizes and directions for the first poses of a model; an edited model keeps those that it had.
void Scene::Impl::restage() {
    const Stage before = stage;
    stage = makeStage(*model, start, framing.plane);
    stale = true;
    if (framing.keepView) {
        if (before.planar == stage.planar) {
            stage.unit = before.unit;
            stage.size = std::max(stage.size, before.size);
        }
        camera.parallel = stage.planar;
        return;
    }
    camera.parallel = stage.planar;
    lookFrom(camera, stage, stage.planar ? StandardView::Front : StandardView::Isometric);
    std::vector<Vector3d> points = stage.reach;
    for (const Vector3d& p : visiblePoints()) points.push_back(p);
    if (points.empty()) points = {-0.35 * Vector3d::Ones(), 0.35 * Vector3d::Ones()};
    fitTo(std::move(points));
}

/// The ring round a selected joint faces the viewer and lies in front of the joint.
void Scene::Impl::placeRing() {
    const Picked* joint = selectedJoint();
    if (!joint) return;
    const Marker& at = model->joints[static_cast<std::size_t>(joint->index)].A;
    const double lift = (stage.planar ? stage.layerCount + 2.0 : 2.5) * stage.unit;
    Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
    matrix.topLeftCorner<3, 3>() = 1.7 * stage.unit * camera.axes;
    matrix.topRightCorner<3, 1>() = worldFrame(poses, at).r + lift * camera.axes.col(2);
    ring.place(matrix);
}

void Scene::Impl::fitTo(std::vector<Vector3d> points) {
    framed = std::move(points);
    render::fit(camera, framed, 2.8 * stage.unit, image.width, image.height);
}

std::vector<Vector3d> Scene::Impl::visiblePoints() const {
    std::vector<Vector3d> points;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const Form& form = stage.forms[i];
        for (const Vector3d& p : form.points) points.push_back(poses[i].r + poses[i].R * p);
        const double radius = std::max(form.radius, form.ball > 0.0 ? 2.4 * stage.unit : 0.0);
        for (int k = 0; k < 3 && radius > 0.0; ++k)
            for (const double side : {-radius, radius})
                points.push_back(poses[i].r + side * camera.axes.col(k));
    }
    const double foot = (stage.hanging ? 3.5 : -3.5) * stage.unit;
    for (const JointElement& joint : model->joints)
        for (const Marker* m : {&joint.A, &joint.B})
            if (m->body == momentree::ground && joint.type != "free" && joint.type != "prismatic") {
                points.push_back(m->frame.r);
                points.push_back(m->frame.r + foot * stage.up);
            }
    for (const SpringDamper& spring : model->springs)
        for (const Marker* m : {&spring.A, &spring.B}) points.push_back(worldFrame(poses, *m).r);
    return points;
}

void Scene::Impl::takeCamera() {
    vtkCamera* view = renderer->GetActiveCamera();
    const Vector3d position = camera.position();
    view->SetParallelProjection(camera.parallel);
    view->SetViewAngle(Camera::angle * 180.0 / 3.14159265358979);
    view->SetParallelScale(0.5 * camera.height);
    view->SetFocalPoint(camera.target.data());
    view->SetPosition(position.data());
    view->SetViewUp(camera.axes.col(1).data());
    renderer->ResetCameraClippingRange();
}

std::vector<TextItem> Scene::Impl::makeTexts() {
    std::vector<TextItem> items;
    gizmo.update(camera, options, image.width, image.height, items);
    if (!options.labels) return items;
    const std::size_t first = items.size();
    const Color color = paletteOf(options.theme).text;
    const double room = 16.0 * options.scale;
    const auto add = [&](const std::string& text, const Vector3d& at, double dy) {
        const Projected p = project(camera, at, image.width, image.height);
        if (p.depth <= 0.0) return;
        const double y = p.y + dy;
        // Names that would cover each other are left out, first come first served.
        for (std::size_t k = first; k < items.size(); ++k) {
            const double width =
                3.5 * options.scale * static_cast<double>(text.size() + items[k].text.size());
            if (std::abs(items[k].y - y) < room && std::abs(items[k].x - p.x) < width) return;
        }
        items.push_back({text, p.x, y, color, true});
    };
    const double off = 1.2 * stage.unit / pixelSize(camera, image.height) + room;
    for (const JointElement& joint : model->joints)
        add(joint.name, worldFrame(poses, joint.A).r, -off);
    for (std::size_t i = 0; i < poses.size(); ++i) add(model->bodies[i].name, poses[i].r, off);
    return items;
}

void Scene::Impl::fillPlain() {
    const Palette& palette = paletteOf(options.theme);
    const auto rows = static_cast<std::size_t>(image.height);
    const auto columns = static_cast<std::size_t>(image.width);
    image.pixels.resize(3 * rows * columns);
    auto out = image.pixels.begin();
    for (std::size_t y = 0; y < rows; ++y) {
        const Color color =
            mix(palette.top, palette.bottom, static_cast<double>(y) / static_cast<double>(rows));
        for (std::size_t x = 0; x < columns; ++x) out = std::copy(color.begin(), color.end(), out);
    }
}

Scene::Scene() : impl_(std::make_unique<Impl>()) {}
Scene::~Scene() = default;

std::string Scene::problem() const { return impl_->offscreen.problem(); }

void Scene::setModel(std::shared_ptr<const Model> model, const Framing& framing) {
    Impl& s = *impl_;
    s.model = std::move(model);
    s.framing = framing;
    s.started = false;
    s.start.clear();
    s.poses.clear();
    if (!framing.keepView) s.framed.clear();
    std::erase_if(s.selected, [&](const Picked& picked) { return !s.known(picked); });
    if (!framing.keepView) s.selected.clear();
    s.dirty = s.stale = true;
}

std::optional<Vector3d> Scene::plane() const {
    if (!impl_->stage.planar || !impl_->started) return std::nullopt;
    return impl_->stage.front;
}

bool Scene::facesPlane() const {
    return plane() && impl_->camera.axes.col(2).dot(*plane()) > 0.985;
}

void Scene::setOptions(const SceneOptions& options) {
    impl_->options = options;
    impl_->dirty = impl_->stale = true;
}

const SceneOptions& Scene::options() const { return impl_->options; }

void Scene::show(const RowLayout& layout, std::span<const double> row) {
    Impl& s = *impl_;
    if (!s.model) return;
    s.poses.resize(s.model->bodies.size());
    readPoses(layout, row, s.poses);
    if (std::isfinite(row[0])) s.time = row[0];
    s.dirty = true;
    if (s.started) return;
    s.started = true;
    s.start = s.poses;
    s.restage();
}

void Scene::setGhosts(std::span<const Ghost> ghosts) {
    Impl& s = *impl_;
    if (s.ghosts.empty() && ghosts.empty()) return;
    s.offscreen.within([&s] { s.ghosts.clear(); });
    s.ghosts.reserve(ghosts.size());
    for (const Ghost& ghost : ghosts) s.ghosts.emplace_back(ghost);
    s.dirty = s.stale = true;
}

void Scene::showGhost(int id, std::span<const double> row) {
    for (DrawnGhost& ghost : impl_->ghosts)
        if (ghost.id() == id) ghost.show(row);
    impl_->dirty = true;
}

void Scene::select(const Picked& picked) { select(std::span(&picked, 1)); }

void Scene::select(std::span<const Picked> picked) {
    impl_->selected.clear();
    for (const Picked& p : picked)
        if (impl_->known(p)) impl_->selected.push_back(p);
    impl_->dirty = impl_->stale = true;
}

void Scene::setSmooth(bool smooth) {
    if (impl_->renderer->GetUseFXAA() == smooth) return;
    impl_->renderer->SetUseFXAA(smooth);
    impl_->dirty = true;
}

void Scene::resize(int width, int height) {
    impl_->image.width = std::max(width, 1);
    impl_->image.height = std::max(height, 1);
    if (!impl_->framed.empty()) impl_->fitTo(std::move(impl_->framed));
    impl_->dirty = true;
}

void Scene::orbit(double dx, double dy) {
    render::orbit(impl_->camera, dx, dy, impl_->image.height);
    impl_->framed.clear();
    impl_->dirty = true;
}

void Scene::pan(double dx, double dy) {
    render::pan(impl_->camera, dx, dy, impl_->image.height);
    impl_->framed.clear();
    impl_->dirty = true;
}

void Scene::zoom(double factor, double x, double y) {
    const Impl& s = *impl_;
    // Neither into a single point nor out until nothing is left to see.
    const double wanted =
        std::clamp(s.camera.height / factor, 1e-4 * s.stage.size, 1e3 * s.stage.size);
    impl_->framed.clear();
    render::zoom(impl_->camera, s.camera.height / wanted, x, y, s.image.width, s.image.height);
    impl_->dirty = true;
}

void Scene::fit() {
    if (!impl_->started) return;
    impl_->fitTo(impl_->visiblePoints());
    impl_->dirty = true;
}

void Scene::view(StandardView view) {
    if (!impl_->started) return;
    lookFrom(impl_->camera, impl_->stage, view);
    fit();
}

void Scene::look(const Matrix3d& axes) {
    if (!impl_->started) return;
    impl_->camera.axes = axes;
    impl_->framed.clear();
    impl_->dirty = true;
}

Picked Scene::pick(double x, double y) const {
    const Impl& s = *impl_;
    if (!s.started) return {};
    return pickAt(*s.model, s.stage, s.poses, s.camera, s.image.width, s.image.height, x, y,
                  8.0 * s.options.scale);
}

Vector3d Scene::pointOn(double x, double y, const Vector3d& origin, const Vector3d& normal) const {
    const Camera& camera = impl_->camera;
    const double pixel = render::pixelSize(camera, impl_->image.height);
    const Vector3d seen =
        camera.target + pixel * ((x - 0.5 * impl_->image.width) * camera.axes.col(0) +
                                 (0.5 * impl_->image.height - y) * camera.axes.col(1));
    Vector3d ray = camera.parallel ? Vector3d(camera.axes.col(2))
                                   : Vector3d((camera.position() - seen).normalized());
    const double slope = ray.dot(normal);
    if (std::abs(slope) < 0.05) return seen - normal * normal.dot(seen - origin);
    return seen + ray * (normal.dot(origin - seen) / slope);
}

std::array<double, 2> Scene::toPicture(const Vector3d& point) const {
    const Projected p =
        render::project(impl_->camera, point, impl_->image.width, impl_->image.height);
    return {p.x, p.y};
}

Vector3d Scene::towardsViewer() const { return impl_->camera.axes.col(2); }

Matrix3d Scene::viewAxes() const { return impl_->camera.axes; }

std::optional<std::array<double, 4>> Scene::gravityArrow() const {
    const Impl& s = *impl_;
    return s.gizmo.gravity(s.camera, s.options, s.image.width, s.image.height);
}

double Scene::metresPerPixel() const {
    return render::pixelSize(impl_->camera, impl_->image.height);
}

const Image& Scene::render() {
    Impl& s = *impl_;
    if (!s.dirty) return s.image;
    s.dirty = false;
    if (!problem().empty()) {
        s.fillPlain();
        return s.image;
    }
    if (s.stale) s.offscreen.within([&s] { s.build(); });
    std::vector<TextItem> texts;
    s.grid.hide();
    if (s.started) {
        s.place();
        if (s.options.grid)
            s.grid.update(s.stage, s.camera, s.options, s.image.width, s.image.height);
        texts = s.makeTexts();
    }
    s.texts.show(texts, s.options, s.image.height);
    s.takeCamera();
    s.offscreen.draw(s.image);
    return s.image;
}

}  // namespace momentree::render
