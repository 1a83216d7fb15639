// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/xml_reader.hpp"
#include "core/io/zip.hpp"

namespace momentree {

/// An object of a document and its properties, which it does not own.
struct FreecadObject {
    std::string name, type;  ///< name: unique in its document; type: "PartDesign::Body"
    const XmlElement* properties = nullptr;
    int line = 0;

    /// The element in a property, or nullptr.
    const XmlElement* property(const char* name, const char* tag) const;
    std::string text(const char* name) const;  ///< of a string or an enumeration
    bool flag(const char* name, bool fallback) const;
    double number(const char* name, XmlProblems& problems) const;
    /// A placement [m]; the identity if there is none.
    Frame placement(const char* name, XmlProblems& problems) const;
    std::vector<std::string> list(const char* name) const;  ///< names of objects
    std::string label() const;                              ///< what users see; the name without
    bool is(std::string_view kind) const { return type == kind; }
};

/// A reference: an object, or a path of names from it, in this file or in another one.
struct FreecadReference {
    std::string object, path, file;
};
std::optional<FreecadReference> referenceIn(const FreecadObject& object, const char* name);

/// An assembly whose parts move, not a rigid one.
bool isContainer(const FreecadObject& object);
/// A link to another object in its place.
bool isLinkObject(const FreecadObject& object);
/// A datum within a part, which has a placement of its own.
bool isDatum(const FreecadObject& object);

/// A document, read completely.
class FreecadDocument {
public:
    static Result<std::unique_ptr<FreecadDocument>> read(const std::string& path);

    const FreecadObject* find(const std::string& name) const;
    const std::vector<FreecadObject>& objects() const { return objects_; }
    /// The box around the corners of an object's shape, in its own axes [m]; nothing without one.
    std::optional<std::pair<Vector3d, Vector3d>> boxOf(const FreecadObject& object) const;

private:
    std::vector<ZipEntry> files_;
    tinyxml2::XMLDocument xml_;
    std::vector<FreecadObject> objects_;
    std::map<std::string, std::size_t> numbers_;
};

}  // namespace momentree
