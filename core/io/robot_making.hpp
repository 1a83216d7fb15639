// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "core/io/robot.hpp"

namespace momentree {

/// A link seen from the body that it belongs to.
struct LinkPlace {
    int head = -1;  ///< the link whose axes are those of the body, or -1 for ground
    Frame at = {};  ///< in the axes of the head
    int body = -1;  ///< of the model, or -1 for ground
};

/// The joints between two bodies.
struct RobotChain {
    int link = -1;                   ///< the head of the outer body
    int parent = -1;                 ///< the head of the inner body, or -1 for ground
    Frame at = {};                   ///< of `link` in the axes of `parent`, all joints at 0
    std::vector<RobotJoint> joints;  ///< in the axes of `link`
    std::vector<int> massless = {};  ///< heads between them, outermost first
};

struct ModelMaking {
    Robot robot;
    Diagnostics& notes;
    ModelDescription model = {};
    Diagnostics problems = {};
    std::vector<LinkPlace> places = {};
    std::vector<MassProperties> masses = {};  ///< of every head with all that is attached to it
    std::vector<int> branches = {};           ///< of every head, the heads on its links
    std::set<std::string> names = {};         ///< taken, with a prefix for their kind

    void make();

private:
    const RobotLink& link(int k) const { return robot.links[static_cast<std::size_t>(k)]; }
    LinkPlace& place(int k) { return places[static_cast<std::size_t>(k)]; }
    const MassProperties& mass(int k) const { return masses[static_cast<std::size_t>(k)]; }
    Place placeOf(const RobotLink& link) const { return {robot.linkKind, link.name}; }
    void note(Place place, Message text, int line) {
        notes.push_back(warning(std::move(place), std::move(text), line));
    }
    std::string valid(const Place& place, int line);
    void holdMassless();
    void attach();
    void lump();
    void groundRoots();
    void tellOdd();
    bool isBody(int k) const;
    std::optional<RobotChain> chainTo(int k);
    void addBody(int k);
    void addShape(int k, BodyDescription& body);
    void addFrames();
    void raiseLightBodies();
    void addJoints(const RobotChain& chain);
    std::vector<int> addBetween(const RobotChain& chain);
    void addJoint(const RobotChain& chain, int inner, int outer);
    void addLoads(const RobotChain& chain, const JointDescription& made);
    void addLimits(const RobotChain& chain, JointDescription& made);
    void addStart(const RobotChain& chain, const JointDescription& made);
    void addLoop(const RobotLoop& loop);
    void addSpring(const RobotSpring& spring);
    MarkerReference addMarker(int body, const std::string& name, const Frame& frame);
};

}  // namespace momentree
