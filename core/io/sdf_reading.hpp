// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>

#include "core/io/robot.hpp"
#include "core/io/sdf.hpp"

namespace momentree {

/// A frame as written, in another one.
struct SdfFrame {
    const XmlElement* element = nullptr;
    std::string in;
    Frame at = {};
};

struct SdfJoint {
    const XmlElement* element = nullptr;
    std::string name, type;
    int parent = -1, child = -1;  ///< links in the order of the file, -1 for the world
    Frame frame = {};             ///< in the world
    bool inTree = false;
};

struct SdfReading {
    SdfReading(const XmlElement& rootElement, const std::string& path, Diagnostics& listed,
               const ImportOptions& chosen)
        : root(rootElement), file(path), notes(listed), options(chosen) {}

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
    std::optional<Frame> placeOfModel(const XmlElement& asks);
    void collectFrames();
    std::optional<Frame> placeOfFrame(const std::string& name, const XmlElement& asks,
                                      int depth = 0);
    void collectJoints();
    std::optional<int> attachedLink(std::string name) const;
    int linkOf(const XmlElement& joint, const char* tag);
    void growTree();
    void addTreeLink(int link, int parent, const SdfJoint* joint);
    std::vector<RobotJoint> jointsOf(const SdfJoint& joint, bool reversed, const Frame& link);
    std::optional<RobotJoint> axisOf(const SdfJoint& joint, const char* tag, double sign,
                                     const Frame& link);
    void addLoop(const SdfJoint& joint);
    void readMass(const XmlElement& element, RobotLink& link);
    void readVisual(const XmlElement& visual, RobotLink& link);
    std::optional<RobotVisual> readSolid(const XmlElement& owner, const std::string& link);
    void addMimic(const SdfJoint& joint, const XmlElement& axis);
    void readState();
    void noteForeign();

    const XmlElement* world_ = nullptr;
    const XmlElement* model_ = nullptr;
    std::vector<const XmlElement*> elements_ = {};  ///< of the links
    std::map<std::string, int> links_ = {};
    std::vector<Frame> places_ = {};  ///< of the links, in the world
    std::vector<int> inRobot_ = {};   ///< index of each link in the robot, -1 before
    std::map<std::string, SdfFrame> frames_ = {};
    std::vector<SdfJoint> joints_ = {};
};

/// The text of a child, "" if there is none.
std::string textIn(const XmlElement& owner, const char* tag);

}  // namespace momentree
