// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <utility>

#include "core/io/robot.hpp"
#include "core/io/sdf.hpp"
#include "core/io/xml_include.hpp"

namespace momentree {

/// A model, or one inside it. Names in it are seen from outside with `prefix` in front.
struct SdfScope {
    const XmlElement* element = nullptr;
    std::string prefix;  ///< "arm::", empty for the model itself and those merged with it
    std::string frame;   ///< full name of its frame "__model__"

    /// The full name of what elements in this model call `name`.
    std::string named(const std::string& name) const;
};

/// A frame as written, in another one. Names are full ones.
struct SdfFrame {
    const XmlElement* element = nullptr;
    std::string in;
    Frame at = {};
    std::string attached;  ///< a link or a frame that moves with the same link
};

struct SdfLink {
    const XmlElement* element = nullptr;
    std::string name;  ///< the full one
    int scope = 0;
};

struct SdfJoint {
    const XmlElement* element = nullptr;
    std::string name, type;  ///< the full name
    const SdfScope* scope = nullptr;
    int parent = -1, child = -1;  ///< links in the order of the file, -1 for the world
    Frame frame = {};             ///< in the world
    bool inTree = false;
};

struct SdfReading {
    SdfReading(const XmlElement& rootElement, const std::string& path, Diagnostics& listed,
               const ImportOptions& chosen)
        : root(rootElement), file(path), notes(listed), options(chosen), includes_(path) {}

    const XmlElement& root;
    const std::string& file;
    Diagnostics& notes;
    const ImportOptions& options;
    Robot robot = {};
    XmlProblems problems = {};

    void readAll();

private:
    void note(const XmlElement& of, Message text);
    double number(const XmlElement& owner, const char* tag, double fallback);
    double limitIn(const XmlElement& limit, const char* tag, double none);
    std::vector<double> numbersIn(const XmlElement& element, std::size_t least, std::size_t most);
    Vector3d vectorIn(const XmlElement& owner, const char* tag, const Vector3d& fallback);
    Frame poseOf(const XmlElement& owner);
    const XmlElement* findModel();
    const std::string& fileOf(const XmlElement& element) const;
    Result<std::string> includedFile(const XmlElement& include) const;
    Result<const XmlElement*> includedModel(const XmlElement& include);
    void collectWorld();
    void addScope(const XmlElement& model, const XmlElement& placing, const SdfScope& scope,
                  const SdfScope& outer, int depth);
    void addInside(const XmlElement& model, const XmlElement& placing, const SdfScope& outer,
                   int depth);
    void placeScope(const XmlElement& model, const XmlElement& placing, const SdfScope& scope,
                    const SdfScope& outer, const std::string& canonical);
    void addFrame(const XmlElement& element, const SdfScope& scope, const std::string& attached);
    void addFrame(const XmlElement& element, const std::string& name, SdfFrame frame);
    std::optional<Frame> placeOfFrame(const std::string& name, const XmlElement& asks,
                                      int depth = 0);
    void collectJoints();
    std::optional<int> attachedLink(std::string name) const;
    int linkOf(const XmlElement& joint, const SdfScope& scope, const char* tag);
    void growTree();
    void addTreeLink(int link, int parent, const SdfJoint* joint);
    std::vector<RobotJoint> jointsOf(const SdfJoint& joint, bool reversed, const Frame& link);
    std::optional<RobotJoint> axisOf(const SdfJoint& joint, const char* tag, double sign,
                                     const Frame& link);
    std::optional<Vector3d> directionOf(const SdfJoint& joint, const char* tag);
    void addLimits(const SdfJoint& joint, const XmlElement& axis, RobotJoint& made);
    double leadOf(const XmlElement& joint);
    void addLoop(const SdfJoint& joint);
    void addGearboxes();
    void addGearbox(const SdfJoint& gearbox);
    int rigid(int link) const { return rigid_[static_cast<std::size_t>(link + 1)]; }
    std::optional<std::pair<const SdfJoint*, double>> bearing(int carrier, int link,
                                                              const Vector3d& axis);
    void readMass(const XmlElement& element, RobotLink& link);
    void readVisual(const XmlElement& visual, const SdfLink& given, RobotLink& link);
    std::optional<RobotVisual> readSolid(const XmlElement& owner, const SdfLink& link);
    void readVelocities(const XmlElement& model, const std::string& prefix,
                        std::map<std::string, std::array<Vector3d, 2>>& velocities);
    void addMimic(const SdfJoint& joint, const XmlElement& axis);
    void readState();
    void noteForeign();

    XmlIncludes includes_;
    std::map<const tinyxml2::XMLDocument*, std::string> files_ = {};  ///< paths of included ones
    const XmlElement* world_ = nullptr;
    const XmlElement* placing_ = nullptr;  ///< the model, or the <include> that names it
    std::vector<SdfScope> scopes_ = {};    ///< the model, then those inside
    std::vector<SdfLink> links_ = {};
    std::map<std::string, int> linkNamed_ = {};
    std::vector<Frame> places_ = {};  ///< of the links, in the world
    std::vector<int> inRobot_ = {};   ///< index of each link in the robot, -1 before
    std::vector<int> rigid_ = {};     ///< of the world and each link, what it is fixed to
    std::map<std::string, SdfFrame> frames_ = {};
    std::vector<SdfJoint> joints_ = {}, gearboxes_ = {};
};

/// What is around a model: frames of the world.
inline const SdfScope worldScope{nullptr, "world::", "world"};

/// The frame that an element's <pose> is given in, "" for the usual one.
std::string givenIn(const XmlElement& element);
/// The text of a child without blanks around it, "" if there is none.
std::string textIn(const XmlElement& owner, const char* tag);
/// Whether a child says so: "true" and "1" mean the same.
bool saysYes(const XmlElement& owner, const char* tag);

}  // namespace momentree
