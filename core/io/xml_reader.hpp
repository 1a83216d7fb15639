// SPDX-License-Identifier: Apache-2.0
// XML from untrusted sources: every problem has a line.
#pragma once

#include <tinyxml2.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/spatial.hpp"
#include "core/result.hpp"

namespace momentree {

using XmlElement = tinyxml2::XMLElement;

/// Whether a text is XML, judged by its first character.
bool looksLikeXml(std::string_view text);

/// Parses a text into `document`; at most 100 nested elements.
Result<void> parseXml(std::string_view text, tinyxml2::XMLDocument& document);

/// The element's tag, and its name if it has one.
Place placeOf(const XmlElement& element);
/// The value of an attribute, "" if there is none.
std::string textOf(const XmlElement& element, const char* attribute);
/// The children of an element, or those with this tag.
std::vector<const XmlElement*> childrenOf(const XmlElement& element, const char* tag = nullptr);

/// Reads numbers and collects problems, at most 20.
class XmlProblems {
public:
    /// A file that another one includes.
    struct Included {
        std::string file;
        int line = 0;  ///< of the <include> in the first file
    };
    std::map<const tinyxml2::XMLDocument*, Included> included;

    /// The element's line in the first file.
    int lineOf(const XmlElement& element) const;
    /// The message, after file and line of an element that is in an included file.
    Message within(const XmlElement& element, Message message) const;
    /// An error or a warning about this element, at its place.
    Diagnostic errorAt(const XmlElement& element, Message message) const;
    Diagnostic warningAt(const XmlElement& element, Message message) const;
    void add(Place place, Message message, int line);
    /// Adds a problem of this element.
    void add(const XmlElement& element, Message message);
    /// Adds problems of other readers.
    void add(const Diagnostics& others);
    /// `least` to `most` finite numbers, separated by blanks; empty after a problem.
    /// @param text the value of attribute `name` of `element`, which may come from a default
    std::vector<double> numbers(const XmlElement& element, const char* name,
                                const std::string& text, std::size_t least, std::size_t most);
    /// The attribute's number, or `fallback` if there is no such attribute.
    double number(const XmlElement& element, const char* name, double fallback);
    /// The attribute's three numbers, or `fallback` if there is no such attribute.
    Vector3d vector(const XmlElement& element, const char* name, const Vector3d& fallback);

    bool empty() const { return list_.empty(); }
    Diagnostics take() { return std::move(list_); }

private:
    static constexpr std::size_t most_ = 20;
    Diagnostics list_;
};

}  // namespace momentree
