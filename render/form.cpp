// SPDX-License-Identifier: Apache-2.0
#include "render/form.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/model/plate_outline.hpp"
#include "render/parts.hpp"

namespace momentree::render {
namespace {

void addDistinct(std::vector<Vector3d>& points, const Vector3d& p) {
    double scale = p.norm();
    for (const Vector3d& q : points) scale = std::max(scale, q.norm());
    const auto same = [&](const Vector3d& q) { return (q - p).norm() <= 1e-6 * scale; };
    if (std::none_of(points.begin(), points.end(), same)) points.push_back(p);
}

void addMarker(std::vector<Form>& forms, const Marker& marker) {
    if (marker.body == ground) return;
    addDistinct(forms[static_cast<std::size_t>(marker.body)].points, marker.frame.r);
}

/// Whether a point is on the bar between two others, as wide as bars are drawn.
bool isOnBar(const std::vector<Vector3d>& points, const Vector3d& p) {
    constexpr double half = 0.1;  // relative to the length
    for (const Vector3d& a : points)
        for (const Vector3d& b : points) {
            const Vector3d along = b - a;
            const double length = along.norm(), part = along.dot(p - a);
            if (part <= 0.0 || part >= length * length) continue;
            if ((p - a - part / (length * length) * along).norm() < half * length) return true;
        }
    return false;
}

void addLoadMarker(std::vector<Form>& forms, const Marker& marker) {
    if (marker.body == ground) return;
    if (!isOnBar(forms[static_cast<std::size_t>(marker.body)].points, marker.frame.r))
        addMarker(forms, marker);
}

void addLoadMarkers(std::vector<Form>& forms, const Model& model) {
    for (const SpringDamper& s : model.springs) {
        addLoadMarker(forms, s.A);
        addLoadMarker(forms, s.B);
    }
    for (const Bushing& b : model.bushings) {
        addLoadMarker(forms, b.A);
        addLoadMarker(forms, b.B);
    }
    for (const AppliedLoad& load : model.appliedLoads)
        if (!load.torque) addLoadMarker(forms, load.at);
}

/// A body without any point: the box of equal mass and inertia.
void takeBox(Form& form, const Body& body) {
    const Eigen::SelfAdjointEigenSolver<Matrix3d> principal(body.J_C);
    const Vector3d& J = principal.eigenvalues();
    form.boxAxes = principal.eigenvectors();
    if (form.boxAxes.determinant() < 0.0) form.boxAxes.col(0) *= -1.0;
    for (int k = 0; k < 3; ++k) {
        const double square = 6.0 * (J.sum() - 2.0 * J[k]) / std::max(body.mass, 1e-300);
        form.box[k] = std::sqrt(std::max(square, 0.0));
    }
    const double least = 0.08 * form.box.maxCoeff();
    form.box = form.box.cwiseMax(least);
}

/// A body held at one point p: the cylinder of equal inertia about the line from p to the centre of
/// mass distinguishes a bar from a flywheel and from a bob.
void takeCylinder(Form& form, const Body& body) {
    const Vector3d p = form.points.front();
    const double d = p.norm();
    const Vector3d axis = -p / d;
    const double mass = std::max(body.mass, 1e-300);
    const double along = axis.dot(body.J_C * axis);
    const double across = 0.5 * (body.J_C.trace() - along);
    const double radius = std::sqrt(2.0 * along / mass);
    const double square = 12.0 * (across / mass - 0.25 * radius * radius);
    const double length = std::sqrt(std::max(square, 0.0));
    if (radius > 0.9 * d || length > 2.8 * d) {  // no such cylinder: a plain bar
        form.points.push_back(-p);
    } else if (radius > 0.15 * d) {
        form.points.push_back(Vector3d::Zero());
        form.disc = radius;
        form.discLength = length;
        form.discAxis = axis;
    } else if (length > 0.5 * d) {
        form.points.push_back(axis * std::min(0.5 * length, 1.2 * d));
    } else {
        form.points.push_back(Vector3d::Zero());
        form.ball = 1.0;
    }
}

/// The extent of the solid, given by the file or taken from the inertia.
void takeExtent(Form& form, const Body& body) {
    const ShapeDescription& shape = body.shape;
    using Kind = ShapeDescription::Kind;
    const Vector3d size(shape.size[0].value, shape.size[1].value, shape.size[2].value);
    const Frame centre;
    if (shape.kind == Kind::Parts)
        addExtentOfParts(form, body);
    else if (shape.kind == Kind::Box)
        addCornersOfBox(form.corners, centre, size);
    else if (shape.kind == Kind::Sphere)
        form.balls.push_back({Vector3d::Zero(), size.x()});
    else if (shape.kind == Kind::Cylinder)
        addRimsOfCylinder(form.corners, centre, size.x(), size.y());
    if (form.disc > 0.0)
        addRimsOfCylinder(form.corners, frameAlong(Vector3d::Zero(), form.discAxis), form.disc,
                          form.discLength);
    if (form.box.maxCoeff() > 0.0)
        addCornersOfBox(form.corners, {form.boxAxes, Vector3d::Zero()}, form.box);
}

bool onOneLine(const std::vector<Vector3d>& points, const Vector3d& p) {
    const Vector3d along = points[1] - points[0];
    const auto isOn = [&](const Vector3d& q) {
        return along.cross(q - points[0]).norm() <= 1e-6 * along.squaredNorm();
    };
    return isOn(p) && std::ranges::all_of(points, isOn);
}

/// Links extend to their free ends: to all markers if joints do not determine the body, and for a
/// bar to those on its line.
void addFreeEnds(Form& form, const Body& body, const Model& model) {
    const bool all = form.points.size() < 2;
    for (const int m : body.markers) {
        const Vector3d& p = model.markers[static_cast<std::size_t>(m)].frame.r;
        if (all || onOneLine(form.points, p)) addDistinct(form.points, p);
    }
}

void takeForm(Form& form, const Body& body) {
    if (form.points.size() > 1) return;
    const double inertia = body.J_C.trace();
    const bool atCentre = form.points.empty() || form.points.front().norm() < 1e-9;
    if (!atCentre)
        takeCylinder(form, body);
    else if (inertia <= 1e-12 * body.mass)
        form.ball = 1.0;
    else if (form.points.empty())
        takeBox(form, body);
    if (form.points.empty()) form.points.push_back(Vector3d::Zero());
}

}  // namespace

void Form::addReached(const Frame& pose, const Matrix3d& axes, std::vector<Vector3d>& to) const {
    for (const Vector3d& p : points) to.push_back(pose.r + pose.R * p);
    for (const Vector3d& p : corners) to.push_back(pose.r + pose.R * p);
    for (const Ball& one : balls)
        for (int k = 0; k < 3; ++k)
            for (const double side : {-one.radius, one.radius})
                to.push_back(pose.r + pose.R * one.at + side * axes.col(k));
}

std::vector<Form> makeForms(const Model& model) {
    std::vector<Form> forms(model.bodies.size());
    for (const JointElement& joint : model.joints) {
        addMarker(forms, joint.A);
        addMarker(forms, joint.B);
    }
    for (std::size_t i = 0; i < forms.size(); ++i) addFreeEnds(forms[i], model.bodies[i], model);
    addLoadMarkers(forms, model);
    for (std::size_t i = 0; i < forms.size(); ++i) {
        forms[i].outline = outlineOf(model, model.bodies[i]);
        for (const Vector3d& corner : forms[i].outline) addDistinct(forms[i].points, corner);
        takeForm(forms[i], model.bodies[i]);
        takeExtent(forms[i], model.bodies[i]);
    }
    return forms;
}

}  // namespace momentree::render
