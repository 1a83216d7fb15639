// SPDX-License-Identifier: Apache-2.0
#include "render/dxf.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "core/joints/joint_type.hpp"
#include "core/model/plate_outline.hpp"
#include "core/model/rolling.hpp"
#include "core/number_text.hpp"
#include "render/parts.hpp"
#include "render/shapes.hpp"

namespace momentree::render {
namespace {

constexpr double mm = 1000.0;
constexpr int circleSides = 360;   ///< of rounded corners
constexpr double holeShare = 0.4;  ///< radius of a hole in half widths of bars

/// Entities of a drawing, by layer.
class Drawing {
public:
    void pair(int code, std::string_view value) {
        text_ += std::to_string(code);
        text_ += '\n';
        text_ += value;
        text_ += '\n';
    }
    void pair(int code, double value) { pair(code, numberText(value, 10)); }
    void point(int code, const Vector2d& p) {
        pair(code, p.x());
        pair(code + 10, p.y());
    }
    void begin(std::string_view entity, std::string_view layer) {
        pair(0, entity);
        pair(8, layer);
    }
    void polyline(std::string_view layer, std::span<const Vector2d> points, bool closed) {
        begin("POLYLINE", layer);
        pair(66, "1");
        pair(70, closed ? "1" : "0");
        for (const Vector2d& p : points) {
            begin("VERTEX", layer);
            point(10, p);
        }
        begin("SEQEND", layer);
    }
    void circle(std::string_view layer, const Vector2d& middle, double radius) {
        begin("CIRCLE", layer);
        point(10, middle);
        pair(40, radius);
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

/// Names as release 12 allows them: letters, digits, $, - and _, at most 31.
std::vector<std::string> layersOf(const Model& model) {
    std::vector<std::string> layers;
    for (const Body& body : model.bodies) {
        std::string name;
        for (const char c : body.name.substr(0, 24))
            name += std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '$' ? c : '_';
        std::string layer = name;
        for (int k = 2; layer == "ground" || std::ranges::find(layers, layer) != layers.end(); ++k)
            layer = name + '_' + std::to_string(k);
        layers.push_back(layer);
    }
    return layers;
}

struct Draftsman {
    const Model& model;
    Stage stage;
    std::span<const Frame> poses;
    std::vector<std::string> layers;
    Drawing& drawing;

    Vector2d flat(const Vector3d& p) const {
        return mm * Vector2d(stage.gridRight.dot(p), stage.gridUp.dot(p));
    }
    std::string_view layer(int body) const {
        return body == ground ? std::string_view("ground") : layers[static_cast<std::size_t>(body)];
    }
    void hull(int body, const Frame& at, std::span<const Vector3d> points) const {
        std::vector<Vector2d> corners;
        for (const Vector3d& p : points) corners.push_back(flat(at.r + at.R * p));
        drawing.polyline(layer(body), convexHull(std::move(corners)), true);
    }
    void box(int body, const Frame& at, const Vector3d& edges) const {
        hull(body, at, cornersOfBox(edges));
    }
    void ball(int body, const Vector3d& middle, double radius) const {
        drawing.circle(layer(body), flat(middle), mm * radius);
    }
    /// A cylinder about z of `at`, seen from its end or from its side.
    void disc(int body, const Frame& at, double radius, double length) const {
        const Vector3d z = at.R.col(2), side = z.cross(stage.front);
        if (side.norm() < 1e-9) return ball(body, at.r, radius);
        const Vector3d x = at.R.transpose() * side.normalized(), up = Vector3d::UnitZ();
        hull(body, at,
             std::array<Vector3d, 4>{0.5 * length * up + radius * x, 0.5 * length * up - radius * x,
                                     -0.5 * length * up + radius * x,
                                     -0.5 * length * up - radius * x});
    }
    void part(int body, const PartDescription& part, Diagnostics* notes) const;
    void link(int body, Diagnostics* notes) const;
    void joint(const JointElement& joint) const;
};

void Draftsman::part(int body, const PartDescription& part, Diagnostics* notes) const {
    const Body& owner = model.bodies[static_cast<std::size_t>(body)];
    const Frame at = poseOf(poses, body) * frameOf(part, owner);
    const Vector3d size = sizeOf(part);
    using Kind = PartDescription::Kind;
    if (part.kind == Kind::Box) box(body, at, size);
    if (part.kind == Kind::Sphere) ball(body, at.r, size.x());
    if (part.kind == Kind::Cylinder) disc(body, at, size.x(), size.y());
    if (part.kind == Kind::Mesh && notes)
        notes->push_back(
            warning(Place::body(owner.name),
                    MOMENTREE_TEXT("dxf-mesh", "the mesh '%1' is not drawn in DXF")(part.mesh)));
}

void Draftsman::link(int body, Diagnostics* notes) const {
    const auto index = static_cast<std::size_t>(body);
    const Body& owner = model.bodies[index];
    const Form& form = stage.forms[index];
    const Vector3d size(owner.shape.size[0].value, owner.shape.size[1].value,
                        owner.shape.size[2].value);
    using Kind = ShapeDescription::Kind;
    if (owner.shape.kind == Kind::None) return;
    if (owner.shape.kind == Kind::Parts) {
        for (const PartDescription& one : owner.shape.parts) part(body, one, notes);
        return;
    }
    const Frame& pose = poseOf(poses, body);
    if (const auto outline = outlineOnPlane(model, stage, poses, body)) {
        const Frame at = pose * layerFrame(stage, poses, body);
        std::vector<Vector2d> ring;
        for (const Vector2d& p : outline->points)
            ring.push_back(flat(at.r + at.R * Vector3d(p.x(), p.y(), 0.0)));
        drawing.polyline(layer(body), ring, true);
    } else if (owner.shape.kind == Kind::Box) {
        box(body, pose, size);
    } else if (owner.shape.kind == Kind::Cylinder) {
        disc(body, pose, size.x(), size.y());
    } else if (owner.shape.kind == Kind::Sphere) {
        ball(body, pose.r, size.x());
    } else if (form.box.maxCoeff() > 0.0) {
        box(body, {pose.R * form.boxAxes, pose.r}, form.box);
    } else if (form.disc > 0.0) {
        disc(body, pose * frameAlong(Vector3d::Zero(), form.discAxis), form.disc, form.discLength);
    }
}

/// Holes where links turn on each other, the guides of sliders, curves and rollers.
void Draftsman::joint(const JointElement& joint) const {
    const Frame a = worldFrame(poses, joint.A), b = worldFrame(poses, joint.B);
    if (joint.curve) {
        std::vector<Vector2d> curve;
        for (const PlaneCurve::Point& p : joint.curve->outline())
            curve.push_back(flat(a.r + a.R * Vector3d(p[0], p[1], 0.0)));
        drawing.polyline(layer(joint.A.body), curve, joint.curve->closed());
        if (joint.length > 0.0) drawing.circle(layer(joint.B.body), flat(b.r), mm * joint.length);
        return;
    }
    if (rolls(joint.type)) return drawing.circle(layer(joint.B.body), flat(b.r), mm * joint.length);
    if (jointType(joint.type).slides()) {
        const Vector3d along = 0.24 * stage.size * a.R.col(2);
        const std::array<Vector2d, 2> guide{flat(a.r - along), flat(a.r + along)};
        return drawing.polyline(layer(joint.A.body), guide, false);
    }
    if (joint.type == "fixed" || joint.type == "free" || joint.type == "planar") return;
    const double hole = mm * holeShare * stage.unit;
    drawing.circle(layer(joint.A.body), flat(a.r), hole);
    drawing.circle(layer(joint.B.body), flat(b.r), hole);
}

void writeHead(Drawing& drawing, const std::vector<std::string>& layers) {
    drawing.pair(0, "SECTION");
    drawing.pair(2, "HEADER");
    drawing.pair(9, "$ACADVER");
    drawing.pair(1, "AC1009");
    drawing.pair(9, "$INSUNITS");
    drawing.pair(70, "4");  // mm
    drawing.pair(0, "ENDSEC");
    drawing.pair(0, "SECTION");
    drawing.pair(2, "TABLES");
    drawing.pair(0, "TABLE");
    drawing.pair(2, "LAYER");
    drawing.pair(70, std::to_string(layers.size() + 1));
    constexpr int colors = 6;  // the first of the palette, without white
    for (std::size_t k = 0; k <= layers.size(); ++k) {
        drawing.pair(0, "LAYER");
        drawing.pair(2, k == 0 ? std::string_view("ground") : std::string_view(layers[k - 1]));
        drawing.pair(70, "0");
        drawing.pair(62, std::to_string(k == 0 ? 8 : static_cast<int>((k - 1) % colors) + 1));
        drawing.pair(6, "CONTINUOUS");
    }
    drawing.pair(0, "ENDTAB");
    drawing.pair(0, "ENDSEC");
}

}  // namespace

Result<std::string> dxfText(const Model& model, std::span<const Frame> poses, Diagnostics* notes) {
    Stage stage = makeStage(model, poses);
    if (!stage.planar)
        return fail(error({}, MOMENTREE_TEXT("dxf-space",
                                             "the mechanism moves in space; drawings in DXF are "
                                             "flat. Export .glb or .png instead")));
    stage.sides = circleSides;
    Drawing drawing;
    const Draftsman draftsman{model, stage, poses, layersOf(model), drawing};
    writeHead(drawing, draftsman.layers);
    drawing.pair(0, "SECTION");
    drawing.pair(2, "ENTITIES");
    for (int body = 0; body < static_cast<int>(model.bodies.size()); ++body)
        draftsman.link(body, notes);
    for (const JointElement& joint : model.joints) draftsman.joint(joint);
    drawing.pair(0, "ENDSEC");
    drawing.pair(0, "EOF");
    return drawing.take();
}

}  // namespace momentree::render
