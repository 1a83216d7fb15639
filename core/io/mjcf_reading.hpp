// SPDX-License-Identifier: Apache-2.0
// Private to the reader of MJCF: the state of reading one model.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/io/mjcf_visuals.hpp"
#include "core/io/robot.hpp"
#include "core/io/robot_file.hpp"

namespace momentree {

/// The replicates around an element, outermost first, and which copies of them it is in.
using MjcfCopy = std::vector<std::pair<const XmlElement*, int>>;

class MjcfReading {
public:
    MjcfReading(const XmlElement& first, Diagnostics& found, const ImportOptions& import)
        : root(first), notes(found), options(import) {}
    void readAll(const std::string& path);

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
    std::string file;        ///< path of the first file
    MjcfCopy copy;           ///< that is being read
    std::string suffix;      ///< of names in it
    std::size_t copied = 0;  ///< elements in copies
    /// The copies of an element by its kind ('b'ody, 'j'oint, 's'ite) and the name in the file.
    std::map<std::pair<char, std::string>, std::vector<std::pair<MjcfCopy, std::string>>> copies;
    std::map<const XmlElement*, int> chosen;  ///< copies that names stand for, by replicate
    std::string chosenSuffix;                 ///< of names of what refers to them
    /// Models in other files, of <asset>.
    struct Asset {
        std::string path;
        const XmlElement* root = nullptr;
        bool noted = false;  ///< what is lost of it
    };
    std::map<std::string, Asset> models;
    std::shared_ptr<XmlIncludes> modelFiles;
    int depth = 0;          ///< models around that this one is attached to
    bool partial = false;   ///< only a part is attached, which may not have all that is referred to
    bool contacts = false;  ///< noted
    MjcfAssets assets;

    std::vector<const XmlElement*> sections(std::string_view tag) const {
        return files.childrenOf(root, tag);
    }
    MjcfElement with(const XmlElement& element, const std::string& childClass = "main");
    void note(const XmlElement& of, Message text) {
        notes.push_back(problems.warningAt(of, std::move(text)));
    }
    void readCompiler(const XmlElement& element);
    void readOption(const XmlElement& element);
    void readAssets();
    /// @param geoms collects the masses of geoms; nullptr if they do not count
    void readContents(const XmlElement& parent, int link, const Frame& offset,
                      const std::string& childClass, std::vector<MassProperties>* geoms);
    void readReplicate(const MjcfElement& replicate, int link, const Frame& offset,
                       const std::string& childClass, std::vector<MassProperties>* geoms);
    std::string named(char kind, const std::string& name);
    std::string meant(char kind, const std::string& name) const;
    void eachCopy(const std::vector<std::pair<char, std::string>>& names,
                  const std::function<void()>& read);
    void addModel(const XmlElement& element);
    void readAttach(const MjcfElement& attach, int link, const Frame& offset);
    bool readPart(const Asset& source, const char* tag, const std::string& name, bool onBody);
    void graft(MjcfReading& part, int link, const Frame& offset, const std::string& prefix);
    void readSettings();
    void readRelations();
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
    void readTendon(const XmlElement& element);
    void readStart();
    void noteForeign();
    void noteLost();
};

/// Says that an element is a soft body.
Message softBody();

}  // namespace momentree
