// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/io/xml_reader.hpp"

namespace momentree {

/// Parses the file at `path`, which messages call `name`. A file that is missing or no XML is an
/// error of the element that names it.
Result<void> parseNamedFile(const std::string& path, const std::string& name,
                            const XmlElement& naming, const XmlProblems& problems,
                            tinyxml2::XMLDocument& document);

/// Files that an XML file includes, which stay open as long as this.
class XmlIncludes {
public:
    /// @param first path of the file that includes the others
    explicit XmlIncludes(const std::string& first);
    /// Opens `path`, which messages call `name`, inside the files that are open, and registers it
    /// in `problems`. Files that include themselves and more than 200 files are errors of the
    /// element that names them, as are those that are missing or no XML.
    Result<const XmlElement*> open(const std::string& path, const std::string& name,
                                   const XmlElement& naming, XmlProblems& problems);
    /// Ends what the last `open` that succeeded has begun.
    void close() { open_.pop_back(); }

private:
    std::vector<std::unique_ptr<tinyxml2::XMLDocument>> documents_;
    std::vector<std::string> open_;  ///< paths of the files around
};

}  // namespace momentree
