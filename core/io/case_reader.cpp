// SPDX-License-Identifier: Apache-2.0
#include "core/io/case_reader.hpp"

#include <algorithm>
#include <cmath>

#include "core/io/model_format.hpp"
#include "core/math/quaternion.hpp"
#include "core/model/nearest_name.hpp"

namespace momentree {
namespace {

using namespace format;

/// Tolerance for directions that must be orthogonal or parallel.
constexpr double angularTolerance = 1e-9;
/// Limit for bodies, joints, forces and outputs: each marker lookup is a linear search.
constexpr std::size_t mostElements = 20'000;
constexpr int mostSamples = 10'000'000;

/// Maps body axes to world axes at the start; ground has the world's axes.
Matrix3d startAxes(const CaseModel& model, const std::string& body) {
    if (body == "ground") return Matrix3d::Identity();
    const BodyStart& start = model.description.bodyStarts[model.bodyOf.at(body)];
    Quat<double> e;
    for (std::size_t k = 0; k < 4; ++k)
        e[static_cast<Eigen::Index>(k)] = (*start.orientation)[k].value;
    return e.norm() > 0.0 ? rotationOf(e) : Matrix3d::Identity();
}

BodyStart readInitial(const JsonNode& node, const std::string& body, Problems& problems) {
    ObjectReader reader(node, Place::body(body).part("initial"), problems);
    BodyStart start;
    start.body = body;
    start.line = node.line();
    std::array<double, 4> e{1.0, 0.0, 0.0, 0.0};
    Vector3d r = Vector3d::Zero(), v = Vector3d::Zero(), w = Vector3d::Zero();
    reader.numbers("com_position", r.data(), 3);
    reader.numbers("orientation_quaternion_wxyz", e.data(), 4);
    reader.numbers("com_velocity", v.data(), 3);
    reader.numbers("angular_velocity_world", w.data(), 3);
    reader.finish();
    start.position = scalarsOf(r);
    start.orientation = {Scalar(e[0]), Scalar(e[1]), Scalar(e[2]), Scalar(e[3])};
    start.velocity = scalarsOf(v);
    start.angularVelocity = scalarsOf(w);
    return start;
}

void readMarkers(CaseReader& reader, BodyDescription& body) {
    for (const auto& [name, node] : reader.members("markers", mostMarkers)) {
        MarkerDescription& marker = body.markers.emplace_back();
        marker.name = name;
        marker.line = node.line();
        const Place place = markerOf(reader.place(), name);
        if (const auto wrong = nameProblem(name)) reader.problems().add(place, *wrong, node.line());
        if (!node.isArray() || node.size() != 3) {
            reader.problems().add(
                place,
                MOMENTREE_TEXT("position-needs-three-numbers", "a position is a list of 3 numbers"),
                node.line());
            continue;
        }
        std::size_t k = 0;
        for (const JsonNode& item : node.items())
            readScalar(item, place, MOMENTREE_TEXT("each-coordinate", "each coordinate"),
                       reader.problems(), marker.position[k++]);
    }
}

void readInertia(CaseReader& reader, BodyDescription& body) {
    const auto node = reader.find("inertia_com", required);
    if (!node) return;
    const auto rows = node->isArray() ? node->items() : std::vector<JsonNode>{};
    const bool square = rows.size() == 3 && std::ranges::all_of(rows, [](const JsonNode& row) {
                            return row.isArray() && row.size() == 3;
                        });
    if (!square) {
        return reader.problems().add(
            reader.place(),
            MOMENTREE_TEXT("case-inertia-shape", "'inertia_com' must be three rows of three"),
            node->line());
    }
    for (std::size_t i = 0; i < 3; ++i) {
        std::size_t j = 0;
        for (const JsonNode& item : rows[i].items())
            readScalar(item, reader.place(),
                       MOMENTREE_TEXT("each-number", "each number of %1")("'inertia_com'"),
                       reader.problems(), body.inertia[i][j++]);
    }
}

void readBody(const JsonNode& node, std::size_t number, Problems& problems, CaseModel& model) {
    CaseReader reader(node, listed(Place::Kind::Body, number), problems, model);
    if (!reader.valid()) return;
    BodyDescription body;
    body.line = node.line();
    if (reader.name("name", body.name)) reader.rename(Place::body(body.name));
    if (body.name == "ground")
        reader.problem(MOMENTREE_TEXT("body-called-ground",
                                      "'ground' is the world; give the body another name"));
    reader.scalar("mass", body.mass, required);
    readInertia(reader, body);
    readMarkers(reader, body);
    const auto initial = reader.find("initial", required);
    reader.finish();
    if (!initial) return;
    if (!model.bodyOf.emplace(body.name, model.description.bodies.size()).second)
        return reader.problem(
            MOMENTREE_TEXT("body-name-twice", "another body has this name; rename one"));
    model.description.bodyStarts.push_back(readInitial(*initial, body.name, problems));
    model.description.bodies.push_back(std::move(body));
}

/// The frames of both sides of a joint, or nothing if something is missing.
struct Sides {
    CaseFrame a, b;
};

std::optional<Sides> readSides(CaseReader& reader, const std::string& type) {
    Sides s;
    Vector3d axisA = Vector3d::UnitZ(), axisB = Vector3d::UnitZ();
    bool good = reader.point("point_a", s.a.point);
    good = reader.point("point_b", s.b.point) && good;
    if (type == "spherical" || type == "distance") return good ? std::optional(s) : std::nullopt;
    good = reader.direction("axis_a", axisA) && good;
    good = reader.direction("axis_b", axisB) && good;
    if (type == "universal") {
        if (good) s = {frameAboutX(s.a.point, axisA), frameAboutY(s.b.point, axisB)};
    } else if (type == "prismatic") {
        Vector3d normalA, normalB;
        good = reader.direction("normal_a", normalA) && good;
        good = reader.direction("normal_b", normalB) && good;
        if (good && (normalA.cross(axisA).norm() < angularTolerance ||
                     normalB.cross(axisB).norm() < angularTolerance)) {
            reader.problem(MOMENTREE_TEXT("case-normal-parallel",
                                          "a normal must not be parallel to the axis"));
            good = false;
        }
        if (good)
            s = {frameFromZX(s.a.point, axisA, normalA), frameFromZX(s.b.point, axisB, normalB)};
    } else if (good) {
        s = {frameAboutZ(s.a.point, axisA), frameAboutZ(s.b.point, axisB)};
    }
    return good ? std::optional(s) : std::nullopt;
}

/// z and x of the driven marker: x is `direction`, z the axis of rotation seen from b at the start.
CaseFrame drivenFrame(const CaseModel& model, const std::string& a, const std::string& b,
                      const Vector3d& axis, const Vector3d& direction, const Vector3d& point) {
    Vector3d z = startAxes(model, b).transpose() * startAxes(model, a) * axis;
    for (Eigen::Index k = 0; k < 3; ++k) {
        if (std::abs(z[k] - 1.0) < angularTolerance) z = Vector3d::Unit(k);
    }
    z -= direction * direction.dot(z);
    if (z.norm() < angularTolerance) z = frameAboutX(point, direction).z;
    return {point, z.normalized(), direction};
}

void readPrescribedRotation(CaseReader& reader, const std::string& name, CaseModel& model) {
    MotionDescription motion;
    motion.name = name;
    motion.line = reader.line();
    std::string a, b;
    CaseFrame frameA, frameB;
    Vector3d direction;
    double angle = 0.0, rate = 0.0, acceleration = 0.0;
    bool good = reader.body("body_a", a);
    good = reader.body("body_b", b) && good;
    good = reader.angleFrame(frameA) && good;
    good = reader.direction("direction_b", direction) && good;
    reader.number("angle_0", angle, required);
    reader.number("rate", rate, required);
    reader.number("acceleration", acceleration, required);
    std::string formula;
    if (reader.string("formula", formula) &&
        formula != "angle(t) = angle_0 + rate t + acceleration t^2/2")
        reader.problem(MOMENTREE_TEXT(
            "case-unknown-formula",
            "unknown 'formula'; known is angle(t) = angle_0 + rate t + acceleration t^2/2"));
    if (!good) return;
    motion.law.kind = "polynomial";
    motion.law.coefficients = {Scalar(angle), Scalar(rate), Scalar(acceleration / 2)};
    frameB = drivenFrame(model, a, b, frameA.z, direction, frameB.point);
    motion.a = markerFor(model, a, frameA, name + "_a", motion.line);
    motion.b = markerFor(model, b, frameB, name + "_b", motion.line);
    model.description.motions.push_back(std::move(motion));
}

void readJoint(const JsonNode& node, std::size_t number, Problems& problems, CaseModel& model) {
    CaseReader reader(node, listed(Place::Kind::Joint, number), problems, model);
    if (!reader.valid()) return;
    JointDescription joint;
    joint.line = node.line();
    if (reader.name("name", joint.name)) reader.rename(Place::joint(joint.name));
    if (!reader.choice("type", joint.type,
                       {"revolute", "prismatic", "universal", "cylindrical", "spherical",
                        "distance", "prescribed_rotation"}))
        return;
    if (joint.type == "prescribed_rotation") {
        readPrescribedRotation(reader, joint.name, model);
        return reader.finish();
    }
    std::string a, b;
    const bool bodies = reader.body("body_a", a) && reader.body("body_b", b);
    const auto sides = readSides(reader, joint.type);
    if (joint.type == "distance") reader.oneOf({"distance"}, joint.length.emplace());
    reader.finish();
    if (!bodies || !sides) return;
    joint.a = markerFor(model, a, sides->a, joint.name + "_a", joint.line);
    joint.b = markerFor(model, b, sides->b, joint.name + "_b", joint.line);
    model.description.joints.push_back(std::move(joint));
}

template <typename Read>
void readEach(ObjectReader& root, std::string_view key, std::size_t most, CaseModel& model,
              Read read) {
    std::size_t number = 0;
    for (const JsonNode& item : root.items(key, most)) {
        if (root.problems().full()) return;
        read(item, number++, root.problems(), model);
    }
}

void readTimes(ObjectReader& reader, RunSettings& run) {
    double end = 0.0;
    int samples = 0;
    const bool both = reader.number("end_time", end, required) &&
                      reader.integer("samples", samples, 1, mostSamples, required);
    if (both && !(end > 0.0))
        reader.problem(MOMENTREE_TEXT("case-end-time", "'end_time' must be greater than 0"));
    if (!both) return;
    run.duration = end;
    run.sample = end / samples;
    // the tighter of the limits used to compare cases
    run.integrator = "dopri5";
    run.relativeTolerance = 1e-10;
    run.absoluteTolerance = 1e-11;
}

}  // namespace

CaseReader::CaseReader(const JsonNode& node, Place place, Problems& problems,
                       const CaseModel& model)
    : ObjectReader(node, std::move(place), problems), model_(model) {
    for (const char* remark : {"note", "notes", "comment", "description", "unit"}) ignore(remark);
}

bool CaseReader::body(std::string_view key, std::string& out, bool groundAllowed) {
    if (!name(key, out)) return false;
    if (groundAllowed && out == "ground") return true;
    if (model_.bodyOf.contains(out)) return true;
    std::vector<std::string> known;
    for (const auto& [name, index] : model_.bodyOf) known.push_back(name);
    problem(MOMENTREE_TEXT("case-unknown-body", "'%1': there is no body '%2'%3")(
        key, out, didYouMean(out, known)));
    return false;
}

bool CaseReader::point(std::string_view key, Vector3d& out, Need need) {
    return numbers(key, out.data(), 3, need);
}

bool CaseReader::direction(std::string_view key, Vector3d& out) {
    if (!numbers(key, out.data(), 3)) return false;
    const double length = out.norm();
    if (!(length > 0.0) || !std::isfinite(length)) {
        problem(length > 0.0
                    ? MOMENTREE_TEXT("case-direction-too-long", "'%1' must not be so long")(key)
                    : MOMENTREE_TEXT("case-direction-zero", "'%1' must not be zero")(key));
        return false;
    }
    // Unit vectors keep their digits to the last bit.
    if (std::abs(length - 1.0) > 1e-15) out /= length;
    return true;
}

bool CaseReader::angleFrame(CaseFrame& out) {
    Vector3d zero, third, axis;
    bool good = direction("zero_direction_a", zero);
    good = direction("third_direction_a", third) && good;
    if (!good) return false;
    if (std::abs(zero.dot(third)) > angularTolerance) {
        problem(
            MOMENTREE_TEXT("case-directions-not-normal",
                           "'zero_direction_a' and 'third_direction_a' must be at right angles"));
        return false;
    }
    const Vector3d z = zero.cross(third);
    if (direction("axis_a", axis) && (axis - z).norm() > angularTolerance) {
        problem(
            MOMENTREE_TEXT("case-axis", "'axis_a' must be zero_direction_a x third_direction_a"));
        return false;
    }
    out.z = z;
    out.x = zero;
    return true;
}

bool CaseReader::oneOf(std::initializer_list<std::string_view> names, Scalar& out, Need need) {
    bool found = false;
    for (const std::string_view name : names) {
        double value = 0.0;
        if (!number(name, value)) continue;
        if (found)
            problem(MOMENTREE_TEXT("case-given-twice",
                                   "'%1' is given twice, under different names")(name));
        out = Scalar(value);
        found = true;
    }
    if (!found && need == required)
        problem(MOMENTREE_TEXT("key-missing", "'%1' is missing")(*names.begin()));
    return found;
}

bool isReferenceCase(const JsonNode& root) {
    return root.isObject() && !root.has("version") &&
           (root.has("samples") || root.has("end_time") || root.has("outputs"));
}

ModelDescription readReferenceCase(const JsonNode& root, Problems& problems) {
    CaseModel model;
    ModelDescription& d = model.description;
    ObjectReader reader(root, {}, problems);
    for (const char* remark : {"notes", "reference_csv", "accuracy", "sensitivity", "comparison",
                               "exact", "paper_reported", "period", "singular_passages"})
        reader.ignore(remark);
    reader.string("name", d.name, required);
    reader.string("title", d.title, optional, longestTitle);
    reader.string("provenance", d.text, optional, longestText);
    Vector3d gravity = Vector3d::Zero();
    reader.numbers("gravity", gravity.data(), 3);
    d.gravity = scalarsOf(gravity);
    d.exactStart = true;
    readTimes(reader, d.run);
    readEach(reader, "bodies", mostElements, model, readBody);
    readEach(reader, "joints", mostElements, model, readJoint);
    readEach(reader, "forces", mostElements, model, readCaseForce);
    readEach(reader, "outputs", mostElements, model, readCaseOutput);
    reader.finish();
    return std::move(model.description);
}

}  // namespace momentree
