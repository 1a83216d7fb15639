// SPDX-License-Identifier: Apache-2.0
// Elements of MJCF: attributes with defaults, orientations, inertias of geoms.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/io/xml_include.hpp"
#include "core/model/link_mass.hpp"

namespace momentree {

/// A file in MJCF with the files that it includes.
class MjcfFiles {
public:
    /// @param file path of the first file, next to which the others are
    Result<void> load(const XmlElement& root, const std::string& file, XmlProblems& problems);
    /// The children of an element; those of included files in place of each <include>.
    std::vector<const XmlElement*> childrenOf(const XmlElement& element,
                                              std::string_view tag = {}) const;

private:
    struct Opening;
    Result<void> loadInside(const XmlElement& element, Opening& opening);

    std::unique_ptr<XmlIncludes> includes_;
    std::map<const XmlElement*, const XmlElement*> roots_;  ///< by <include>
};

inline constexpr double degree = 0.017453292519943295;  ///< [rad]

/// The settings of <compiler>.
struct MjcfCompiler {
    double angle = degree;  ///< the unit of angles [rad]
    std::string eulerSequence = "xyz";
    bool autoLimits = true;
    std::string inertiaFromGeom = "auto";  ///< false, true or auto
    double firstGroup = 0, lastGroup = 5;  ///< of geoms with mass
    double boundMass = 0.0, boundInertia = 0.0, totalMass = -1.0;
    bool balanceInertia = false;
    std::string meshFolder;  ///< next to the first file
};

/// Attributes of elements with the defaults of their class.
class MjcfDefaults {
public:
    MjcfDefaults() { classes_["main"]; }
    /// Reads <default> with the classes inside; every class begins with those around it.
    void read(const XmlElement& element, const std::string& parent, const MjcfFiles& files,
              XmlProblems& problems);
    bool has(const std::string& name) const { return classes_.contains(name); }
    /// The attribute of the element, of its class, or of `childClass` if it names none.
    std::optional<std::string> find(const XmlElement& element, const char* attribute,
                                    const std::string& childClass) const;

private:
    using Attributes = std::map<std::string, std::string>;
    std::map<std::string, std::map<std::string, Attributes>> classes_;  ///< by class, then tag
};

/// Reads the attributes of one element.
struct MjcfElement {
    const XmlElement& element;
    const MjcfDefaults& defaults;
    const MjcfCompiler& compiler;
    std::string childClass;
    XmlProblems& problems;

    std::optional<std::string> text(const char* name) const;
    std::string word(const char* name, const std::string& fallback) const;
    double number(const char* name, double fallback) const;
    Vector3d vector(const char* name, const Vector3d& fallback) const;
    /// Whether the attribute is "true"; anything but true, false and `other` is an error.
    bool flag(const char* name, bool fallback, const char* other = nullptr) const;
    std::vector<double> numbers(const char* name, std::size_t least, std::size_t most) const;
    /// Position and orientation (quat, axisangle, xyaxes, zaxis or euler).
    Frame frame() const;
};

/// The rotation by three successive angles; upper-case axes are fixed, lower-case ones turn along.
Matrix3d eulerRotation(const Vector3d& angles, const std::string& sequence);

/// A geom in the axes of its body, with `fromto` and defaults applied.
struct MjcfGeom {
    std::string type;
    Frame at = {};
    std::vector<double> size;  ///< three numbers, 0 if not given
};
MjcfGeom placed(const MjcfElement& geom);
/// Mass, centre and inertia of a geom in the axes of its body; empty if they follow from a mesh.
std::optional<MassProperties> massOfGeom(const MjcfElement& geom);

}  // namespace momentree
