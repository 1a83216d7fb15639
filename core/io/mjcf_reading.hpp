// SPDX-License-Identifier: Apache-2.0
// Private to the reader of MJCF: the state of reading one model.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/io/mjcf_visuals.hpp"
#include "core/io/robot.hpp"
#include "core/io/robot_file.hpp"

namespace momentree {

class MjcfReading {
public:
    MjcfReading(const XmlElement& first, Diagnostics& found, const ImportOptions& import)
        : root(first), notes(found), options(import) {}
    void readAll(const std::string& file);

    const XmlElement& root;
    Diagnostics& notes;
    const ImportOptions& options;
    MjcfFiles files;
    XmlProblems problems;
    Robot robot;

private:
    MjcfDefaults defaults;
    MjcfCompiler compiler;
    bool passive = true;   ///< springs and dampers act
    bool friction = true;  ///< of joints acts
    std::map<std::string, int> bodies{{"world", -1}};
    std::map<std::string, std::pair<int, Frame>> sites;
    std::set<std::string> joints;
    bool contacts = false;  ///< noted
    MjcfAssets assets;

    std::vector<const XmlElement*> sections(std::string_view tag) const {
        return files.childrenOf(root, tag);
    }
    MjcfElement with(const XmlElement& element, const std::string& childClass = "main");
    void note(const XmlElement& of, Message text) {
        notes.push_back(warning(placeOf(of), std::move(text), problems.lineOf(of)));
    }
    void readCompiler(const XmlElement& element);
    void readOption(const XmlElement& element);
    void readAssets(const std::string& file);
    /// @param geoms collects the masses of geoms; nullptr if they do not count
    void readContents(const XmlElement& parent, int link, const Frame& offset,
                      const std::string& childClass, std::vector<MassProperties>* geoms);
    void readBody(const XmlElement& element, int parent, const Frame& offset,
                  const std::string& childClass);
    void readJoint(const MjcfElement& joint, const Frame& offset, RobotLink& link);
    void noteJoint(const MjcfElement& joint);
    void readGeom(const MjcfElement& geom, const Frame& offset, RobotLink& link,
                  std::vector<MassProperties>* geoms);
    void addMeshMass(const MjcfElement& geom, const Frame& offset, RobotLink& link,
                     std::vector<MassProperties>& geoms);
    void readInertial(const MjcfElement& inertial, RobotLink& link);
    void bound(MassProperties& mass) const;
    void readEquality(const XmlElement& element);
    std::optional<std::pair<int, Frame>> loopEnd(const MjcfElement& loop, const char* body,
                                                 const char* site);
    void readMimic(const MjcfElement& coupling);
    void readTendons();
    void readStart();
    void noteForeign();
};

}  // namespace momentree
