// SPDX-License-Identifier: Apache-2.0
#include "core/io/mjcf_elements.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "core/math/shortest_turn.hpp"

namespace momentree {
namespace {

/// Per unit of mass, about the centre, in the axes of the geom.
struct UnitSolid {
    double volume = 0.0;                  ///< [m^3]
    Vector3d moments = Vector3d::Zero();  ///< [m^2]
};

UnitSolid solidOf(const std::string& type, const Vector3d& s) {
    constexpr double pi = std::numbers::pi;
    if (type == "sphere")
        return {4.0 / 3.0 * pi * s[0] * s[0] * s[0], Vector3d::Constant(0.4 * s[0] * s[0])};
    if (type == "ellipsoid") {
        const Vector3d q = s.cwiseAbs2();
        return {4.0 / 3.0 * pi * s.prod(), 0.2 * Vector3d(q[1] + q[2], q[0] + q[2], q[0] + q[1])};
    }
    if (type == "box") {
        const Vector3d q = s.cwiseAbs2();
        return {8.0 * s.prod(), Vector3d(q[1] + q[2], q[0] + q[2], q[0] + q[1]) / 3.0};
    }
    const double r = s[0], h = s[1];  // h: half the length of the cylindrical part
    const double cylinder = 2.0 * pi * r * r * h, axial = 0.5 * r * r;
    const double across = r * r / 4.0 + h * h / 3.0;
    if (type == "cylinder") return {cylinder, {across, across, axial}};
    // A capsule is a cylinder with two half balls, whose centres of mass are 3/8 r from their flat
    // sides.
    const double balls = 4.0 / 3.0 * pi * r * r * r, volume = cylinder + balls;
    const double c = cylinder / volume, b = balls / volume;
    const double ballAcross = 0.4 * r * r + h * h + 0.75 * h * r;
    return {
        volume,
        {c * across + b * ballAcross, c * across + b * ballAcross, c * axial + b * 0.4 * r * r}};
}

}  // namespace

Matrix3d eulerRotation(const Vector3d& angles, const std::string& sequence) {
    Matrix3d R = Matrix3d::Identity();
    for (int k = 0; k < 3; ++k) {
        const char axis = sequence[static_cast<std::size_t>(k)];
        const int along = (axis | 0x20) - 'x';
        const Matrix3d turn =
            Eigen::AngleAxisd(angles[k], Vector3d::Unit(along)).toRotationMatrix();
        R = axis >= 'x' ? Matrix3d(R * turn) : Matrix3d(turn * R);
    }
    return R;
}

/// The files that are being read.
struct MjcfFiles::Opening {
    std::filesystem::path folder;  ///< of the first file
    XmlProblems& problems;
};

Result<void> MjcfFiles::load(const XmlElement& root, const std::string& file,
                             XmlProblems& problems) {
    const std::filesystem::path path(file);
    includes_ = std::make_unique<XmlIncludes>(file);
    Opening opening{path.parent_path(), problems};
    return loadInside(root, opening);
}

Result<void> MjcfFiles::loadInside(const XmlElement& element, Opening& opening) {
    for (const XmlElement* child : momentree::childrenOf(element)) {
        if (child->Name() != std::string_view("include")) {
            if (auto done = loadInside(*child, opening); !done) return done;
            continue;
        }
        const std::string name = textOf(*child, "file");
        if (name.empty())
            return fail(opening.problems.errorAt(
                *child,
                MOMENTREE_TEXT("mjcf-include-nothing", "names no file: <include file=\"...\"/>")));
        const auto root =
            includes_->open((opening.folder / name).string(), name, *child, opening.problems);
        if (!root) return tl::unexpected(root.error());
        roots_[child] = *root;
        auto done = loadInside(**root, opening);
        includes_->close();
        if (!done) return done;
    }
    return {};
}

std::vector<const XmlElement*> MjcfFiles::childrenOf(const XmlElement& element,
                                                     std::string_view tag) const {
    std::vector<const XmlElement*> children;
    for (const XmlElement* child : momentree::childrenOf(element)) {
        if (const auto root = roots_.find(child); root != roots_.end()) {
            const auto inside = childrenOf(*root->second, tag);
            children.insert(children.end(), inside.begin(), inside.end());
        } else if (tag.empty() || child->Name() == tag) {
            children.push_back(child);
        }
    }
    return children;
}

void MjcfDefaults::read(const XmlElement& element, const std::string& parent,
                        const MjcfFiles& files, XmlProblems& problems) {
    std::string name = textOf(element, "class");
    if (name.empty()) name = "main";
    if (name != "main" && parent.empty()) {
        // The outermost class may have any name; elements without a class use it.
        classes_[name] = classes_["main"];
    } else if (!parent.empty() && parent != name) {
        classes_[name] = classes_[parent];
    }
    for (const XmlElement* child : files.childrenOf(element)) {
        if (child->Name() == std::string_view("default")) continue;
        Attributes& attributes = classes_[name][child->Name()];
        for (const auto* a = child->FirstAttribute(); a; a = a->Next())
            attributes[a->Name()] = a->Value();
    }
    if (parent.empty()) classes_["main"] = classes_[name];
    for (const XmlElement* child : files.childrenOf(element, "default")) {
        if (textOf(*child, "class").empty()) {
            problems.add(*child, MOMENTREE_TEXT("mjcf-class-unnamed",
                                                "a class inside another needs a name"));
            continue;
        }
        read(*child, name, files, problems);
    }
}

std::optional<std::string> MjcfDefaults::find(const XmlElement& element, const char* attribute,
                                              const std::string& childClass) const {
    if (const char* own = element.Attribute(attribute)) return own;
    std::string name = textOf(element, "class");
    if (name.empty()) name = childClass;
    const auto found = classes_.find(name);
    if (found == classes_.end()) return std::nullopt;
    const std::string tag = element.Name() == std::string_view("freejoint") ? "" : element.Name();
    const auto tags = found->second.find(tag);
    if (tags == found->second.end()) return std::nullopt;
    const auto value = tags->second.find(attribute);
    return value == tags->second.end() ? std::nullopt : std::optional(value->second);
}

std::optional<std::string> MjcfElement::text(const char* name) const {
    return defaults.find(element, name, childClass);
}

std::string MjcfElement::word(const char* name, const std::string& fallback) const {
    return text(name).value_or(fallback);
}

std::vector<double> MjcfElement::numbers(const char* name, std::size_t least,
                                         std::size_t most) const {
    const auto given = text(name);
    if (!given) return {};
    return problems.numbers(element, name, *given, least, most);
}

double MjcfElement::number(const char* name, double fallback) const {
    const auto values = numbers(name, 1, 1);
    return values.empty() ? fallback : values[0];
}

Vector3d MjcfElement::vector(const char* name, const Vector3d& fallback) const {
    const auto values = numbers(name, 3, 3);
    return values.empty() ? fallback : Vector3d(values[0], values[1], values[2]);
}

bool MjcfElement::flag(const char* name, bool fallback, const char* other) const {
    const auto given = text(name);
    if (!given || (other && *given == other)) return fallback;
    if (*given != "true" && *given != "false")
        problems.add(element,
                     MOMENTREE_TEXT("mjcf-flag", "'%1' must be \"true\" or \"false\"")(name));
    return *given == "true";
}

Frame MjcfElement::frame() const {
    Frame at;
    at.r = vector("pos", Vector3d::Zero());
    const auto direction = [&](const Vector3d& v, const char* name) {
        if (v.norm() > 0.0) return true;
        problems.add(element, MOMENTREE_TEXT("mjcf-no-direction", "'%1' has no direction")(name));
        return false;
    };
    if (const auto q = numbers("quat", 4, 4); !q.empty()) {
        const Eigen::Quaterniond quaternion(q[0], q[1], q[2], q[3]);
        if (direction(q[0] != 0.0 ? Vector3d(Vector3d::UnitX()) : Vector3d(q[1], q[2], q[3]),
                      "quat"))
            at.R = quaternion.normalized().toRotationMatrix();
    } else if (const auto a = numbers("axisangle", 4, 4); !a.empty()) {
        const Vector3d axis(a[0], a[1], a[2]);
        if (direction(axis, "axisangle"))
            at.R = Eigen::AngleAxisd(compiler.angle * a[3], axis.stableNormalized())
                       .toRotationMatrix();
    } else if (const auto xy = numbers("xyaxes", 6, 6); !xy.empty()) {
        const Vector3d x(xy[0], xy[1], xy[2]), y(xy[3], xy[4], xy[5]);
        if (direction(x.cross(y), "xyaxes")) {
            at.R.col(0) = x.normalized();
            at.R.col(2) = x.cross(y).normalized();
            at.R.col(1) = at.R.col(2).cross(at.R.col(0));
        }
    } else if (const auto z = numbers("zaxis", 3, 3); !z.empty()) {
        const Vector3d axis(z[0], z[1], z[2]);
        if (direction(axis, "zaxis"))
            at.R = shortestTurn(Vector3d::UnitZ(), axis).toRotationMatrix();
    } else if (const auto e = numbers("euler", 3, 3); !e.empty()) {
        at.R = eulerRotation(compiler.angle * Vector3d(e[0], e[1], e[2]), compiler.eulerSequence);
    }
    return at;
}

MjcfGeom placed(const MjcfElement& geom) {
    MjcfGeom made{geom.word("type", geom.text("mesh") ? "mesh" : "sphere"), geom.frame(),
                  geom.numbers("size", 1, 3)};
    made.size.resize(3, 0.0);
    if (const auto ends = geom.numbers("fromto", 6, 6); !ends.empty()) {
        const std::string& type = made.type;
        const Vector3d from(ends[0], ends[1], ends[2]), to(ends[3], ends[4], ends[5]);
        made.at = {shortestTurn(Vector3d::UnitZ(), to - from).toRotationMatrix(),
                   0.5 * (from + to)};
        if ((to - from).isZero(0.0)) made.at.R = Matrix3d::Identity();
        made.size[type == "capsule" || type == "cylinder" ? 1 : 2] = 0.5 * (to - from).norm();
        if (type == "box" || type == "ellipsoid")
            if (made.size[1] == 0.0) made.size[1] = made.size[0];
    }
    return made;
}

std::optional<MassProperties> massOfGeom(const MjcfElement& geom) {
    const auto& [type, at, size] = placed(geom);
    if (type == "plane" || type == "hfield") return MassProperties();
    const auto given = geom.numbers("mass", 1, 1);
    const double density = geom.number("density", 1000.0);
    if (given.empty() ? density == 0.0 : given[0] == 0.0) return MassProperties();
    const bool known = type == "sphere" || type == "capsule" || type == "cylinder" ||
                       type == "ellipsoid" || type == "box";
    const bool hollow = geom.flag("shellinertia", false);
    if (!known || hollow || geom.text("mesh")) return std::nullopt;
    const std::size_t needed = type == "sphere"                          ? 1
                               : type == "capsule" || type == "cylinder" ? 2
                                                                         : 3;
    for (std::size_t k = 0; k < needed; ++k) {
        if (size[k] > 0.0) continue;
        geom.problems.add(
            geom.element,
            MOMENTREE_TEXT("mjcf-size", "a %1 needs %2 positive numbers in 'size'")(type, needed));
        return MassProperties();
    }
    const UnitSolid solid = solidOf(type, {size[0], size[1], size[2]});
    MassProperties mass;
    mass.mass = given.empty() ? density * solid.volume : given[0];
    mass.com = at.r;
    mass.J_C = at.R * (mass.mass * solid.moments).asDiagonal() * at.R.transpose();
    return mass;
}

}  // namespace momentree
