// SPDX-License-Identifier: Apache-2.0
#include "render/scene.hpp"

#include <vtkCamera.h>
#include <vtkLight.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/model/rolling.hpp"
#include "render/joint_symbols.hpp"
#include "render/poses.hpp"
#include "render/scene_impl.hpp"

namespace momentree::render {
namespace {

constexpr std::size_t mostMarked = 60;  ///< bodies that can have distinguishable marks

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

Scene::Impl::Impl() {
    setLights(renderer);
    setLights(gizmo.renderer());
    offscreen.add(backdrop.renderer(), 0);
    offscreen.add(renderer, 1);
    offscreen.add(gizmo.renderer(), 2);
    image.width = 640;
    image.height = 480;
}

void Scene::Impl::build() {
    stale = false;
    gizmo.clear();
    setBackground(backdrop.renderer(), paletteOf(options.theme));
    if (!model || !started) {
        shadows.clear();
        bodies.clear();
        rings.clear();
        halos.clear();
        hulls.clear();
        loose.clear();
        symbols.clear();
        ground = {};
        return;
    }
    const std::vector<Color> colors = colorsOfLinks();
    buildBodies({*model, stage, start, paletteOf(options.theme), colors, selected});
    makeSymbols();
    loose.resize(symbols.size());
    for (std::size_t k = 0; k < loose.size(); ++k) loose[k].reshape(symbols[k].mesh, renderer);
    gizmo.build(*model, options, stage.planar);
    for (DrawnGhost& ghost : ghosts) ghost.build(stage, framing.plane, renderer);
}

std::vector<Color> Scene::Impl::colorsOfLinks() const {
    std::vector<Color> colors;
    const int count = static_cast<int>(model->bodies.size());
    colors.reserve(model->bodies.size());
    for (int i = 0; i < count; ++i)
        colors.push_back(linkColor(model->bodies[static_cast<std::size_t>(i)].shape.color,
                                   inSeries[static_cast<std::size_t>(i)], count, options.theme));
    return colors;
}

void Scene::Impl::makeSymbols() {
    const std::vector<Color> colors = colorsOfLinks();
    const SymbolContext context{*model, stage, start, paletteOf(options.theme), colors, selected};
    symbols = makeRods(context);
    const auto add = [this](std::vector<LooseSymbol> more) {
        std::ranges::move(more, std::back_inserter(symbols));
    };
    if (options.joints) add(makeMotions(context));
    if (options.joints) add(makeCouplings(context));
    if (options.forces) add(makeLoads(context));
}

ForceScale Scene::Impl::forceScale() const {
    constexpr double longest = 0.3, usual = 10.0;  // of the picture; [N] without forces
    const double room = longest * std::min(image.width, image.height);
    const double pixel = pixelSize(camera, image.height);
    const double most = strongest > 0.0 ? strongest : usual;
    return {pixel / niceSpacing(most / room), 16.0 * options.scale * pixel};
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
    if (options.joints) addJoints(meshes, context);
    if (options.forces) addGroundEnds(meshes.ground, context);
    buildShadows(context.palette);
    bodies.reshape(std::move(meshes.bodies), renderer);
    ground.reshape(std::move(meshes.ground), renderer);
    buildFloor(context);
    buildRings(context.palette.selection);
    buildHalos();
}

void Scene::Impl::buildRings(const Color& color) {
    const std::size_t count = selectedJoints().size();
    const double radius = 1.7 * stage.unit, half = 0.12 * radius;
    const std::array<Turn, 2> flat{Turn{radius + half, 0.0}, Turn{radius - half, 0.0}};
    Mesh mesh;
    addTurned(mesh, {}, flat, color, count > 40 ? 16 : 48);
    rings.reshape(std::vector<Mesh>(count, mesh), renderer);
    rings.setFlat();
}

void Scene::Impl::place() {
    placeShadows();
    placeFloor();
    bodies.place(poses);
    placeHalos();
    const ForceScale forces = forceScale();
    for (std::size_t k = 0; k < loose.size(); ++k)
        loose[k].place(placement(symbols[k], stage, poses, time, forces));
    placeRings();
    for (DrawnGhost& ghost : ghosts) ghost.place();
}

std::vector<int> Scene::Impl::selectedJoints() const {
    std::vector<int> joints;
    for (const Picked& picked : selected)
        if (picked.kind == Picked::Kind::Joint) joints.push_back(picked.index);
    return joints;
}

bool Scene::Impl::known(const Picked& picked) const {
    const std::size_t count =
        !model                                  ? 0
        : picked.kind == Picked::Kind::Body     ? model->bodies.size()
        : picked.kind == Picked::Kind::Joint    ? model->joints.size()
        : picked.kind == Picked::Kind::Motion   ? model->motions.size()
        : picked.kind == Picked::Kind::Coupling ? model->description.couplings.size()
        : picked.kind == Picked::Kind::Force    ? model->description.forces.size()
                                                : 0;
    return picked.index >= 0 && static_cast<std::size_t>(picked.index) < count;
}

/// Computes sizes and directions from the first poses of a model; an edited model keeps the old
/// ones.
void Scene::Impl::restage() {
    const Stage before = stage;
    stage = makeStage(*model, start, framing.plane);
    stale = true;
    if (framing.keepView) {
        if (before.planar == stage.planar) {
            stage.unit = before.unit;
            stage.size = std::max(stage.size, before.size);
            keepGrounds(stage, before);
        }
        return;  // keeps the projection too, so that points do not move away from the pointer
    }
    camera.parallel = stage.planar;
    lookFrom(camera, stage, stage.planar ? StandardView::Front : StandardView::Isometric);
    std::vector<Vector3d> points = stage.reach;
    for (const Vector3d& p : visiblePoints()) points.push_back(p);
    if (points.empty()) points = {-0.35 * Vector3d::Ones(), 0.35 * Vector3d::Ones()};
    fitTo(std::move(points));
}

/// The rings around selected joints face the viewer in front of the joints.
void Scene::Impl::placeRings() {
    const double lift = (stage.planar ? stage.layerCount + 2.0 : 2.5) * stage.unit;
    std::vector<Frame> frames;
    for (const int joint : selectedJoints()) {
        const Marker& at = model->joints[static_cast<std::size_t>(joint)].A;
        frames.push_back({camera.axes, worldFrame(poses, at).r + lift * camera.axes.col(2)});
    }
    rings.place(frames);
}

void Scene::Impl::fitTo(std::vector<Vector3d> points) {
    framed = std::move(points);
    // A small picture has no room to spare.
    const auto strip = [this](double free, double most) {
        return std::min(free * options.scale, most);
    };
    const double low = 0.25 * image.height, narrow = 0.4 * image.width;
    render::fit(camera, framed, 2.8 * stage.unit, image.width, image.height,
                {.top = strip(options.freeTop, low),
                 .bottom = strip(options.freeBottom, low),
                 .right = strip(options.freeRight, narrow)});
}

void Scene::Impl::addPointsOf(std::size_t body, std::vector<Vector3d>& points) const {
    const Form& form = stage.forms[body];
    const Frame& pose = poses[body];
    form.addReached(pose, camera.axes, points);
    const double radius = form.ball > 0.0 ? 2.4 * stage.unit : 0.0;
    for (int k = 0; k < 3 && radius > 0.0; ++k)
        for (const double side : {-radius, radius})
            points.push_back(pose.r + side * camera.axes.col(k));
}

std::vector<Vector3d> Scene::Impl::framedPoints() const {
    if (framedBodies.empty()) return visiblePoints();
    std::vector<Vector3d> points;
    for (const int body : framedBodies) addPointsOf(static_cast<std::size_t>(body), points);
    return points;
}

std::vector<Vector3d> Scene::Impl::visiblePoints() const {
    std::vector<Vector3d> points;
    for (std::size_t i = 0; i < poses.size(); ++i) addPointsOf(i, points);
    for (const JointElement& joint : model->joints) {
        const Frame on = worldFrame(poses, joint.A), rolling = worldFrame(poses, joint.B);
        if (joint.curve)
            for (const PlaneCurve::Point& p : joint.curve->outline())
                points.push_back(on.r + on.R * Vector3d(p[0], p[1], 0.0));
        for (int k = 0; k < 3 && !joint.semiAxes.isZero(0.0); ++k)
            for (const double side : {-joint.semiAxes[k], joint.semiAxes[k]})
                points.push_back(rolling.r + side * rolling.R.col(k));
        if (joint.type != "prismatic") continue;
        // The rail of ground in a flat picture has no ends.
        const bool grounded = joint.B.body == momentree::ground;
        const Frame &rail = grounded ? rolling : on, &block = grounded ? on : rolling;
        const bool fixed = grounded || joint.A.body == momentree::ground;
        for (const double side : {-halfRail(stage), halfRail(stage)})
            if (!stage.planar || !fixed)
                points.push_back((stage.planar ? rail.r : block.r) + side * rail.R.col(2));
    }
    for (const JointElement& joint : model->joints)
        for (const Marker* m : {&joint.A, &joint.B})
            if (m->body == momentree::ground && joint.type != "free" && joint.type != "prismatic" &&
                !rolls(joint.type)) {
                points.push_back(m->frame.r);
                const double foot = (stage.hangsAt(m->frame.r) ? 3.5 : -3.5) * stage.unit;
                points.push_back(m->frame.r + foot * (stage.planar ? stage.gridUp : stage.up));
            }
    for (const Vector3d& p : contactPoints(*model, poses, stage.size)) points.push_back(p);
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
    backdrop.follow(view);
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
        // Names that would overlap earlier ones are omitted.
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
    s.strongest = s.model ? largestForce(*s.model) : 0.0;
    s.started = false;
    s.start.clear();
    s.poses.clear();
    if (!framing.keepView) s.framed.clear();
    s.framedBodies.clear();
    if (!framing.keepView) s.series = {};
    s.inSeries = s.model ? s.series.of(*s.model) : std::vector<int>{};
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
    Impl& s = *impl_;
    const bool refit = !s.framed.empty() && (options.freeTop != s.options.freeTop ||
                                             options.freeBottom != s.options.freeBottom ||
                                             options.freeRight != s.options.freeRight);
    s.options = options;
    if (refit) s.fitTo(std::move(s.framed));
    s.dirty = s.stale = true;
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
    s.offscreen.within([&s, ghosts] {
        std::vector<DrawnGhost> now;
        now.reserve(ghosts.size());
        for (const Ghost& ghost : ghosts) {
            const auto same = std::ranges::find(s.ghosts, ghost, &DrawnGhost::ghost);
            if (same != s.ghosts.end())
                now.push_back(std::move(*same));
            else
                now.emplace_back(ghost);
        }
        s.ghosts = std::move(now);
    });
    s.dirty = s.stale = true;
}

void Scene::showGhost(int id, std::span<const double> row) {
    for (DrawnGhost& ghost : impl_->ghosts)
        if (ghost.ghost().id == id) ghost.show(row);
    impl_->dirty = true;
}

void Scene::select(const Picked& picked) { select(std::span(&picked, 1)); }

void Scene::select(std::span<const Picked> picked) {
    impl_->selected.clear();
    for (const Picked& p : picked)
        if (impl_->known(p)) impl_->selected.push_back(p);
    impl_->dirty = impl_->stale = true;
}

std::span<const Picked> Scene::selected() const { return impl_->selected; }

void Scene::setFine(bool fine) {
    if (std::exchange(impl_->fine, fine) != fine) impl_->dirty = true;
}

bool Scene::fine() const { return impl_->fine; }

void Scene::setBackdrop(const Backdrop& picture) {
    impl_->backdrop.show(picture);
    impl_->dirty = true;
}

void Scene::placeBackdrop(const BackdropPlace& place) {
    impl_->backdrop.place(place);
    impl_->dirty = true;
}

const Stage& Scene::stage() const { return impl_->stage; }

void Scene::prepare() {
    Impl& s = *impl_;
    if (s.started && s.stage.takeDetail(pixelSize(s.camera, s.image.height))) s.stale = true;
    if (s.stale && problem().empty()) s.offscreen.within([&s] { s.build(); });
}

const Image& Scene::render() {
    Impl& s = *impl_;
    if (!s.dirty) return s.image;
    s.dirty = false;
    if (!problem().empty()) {
        s.fillPlain();
        return s.image;
    }
    prepare();
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
    s.offscreen.draw(s.image, s.fine);
    return s.image;
}

}  // namespace momentree::render
