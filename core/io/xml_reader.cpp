// SPDX-License-Identifier: Apache-2.0
#include "core/io/xml_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace momentree {
namespace {

constexpr std::size_t shownText = 40;  ///< characters of a wrong value in messages
constexpr std::string_view blanks = " \t\r\n";

/// What the parser found wrong, in words.
Message faultOf(tinyxml2::XMLError fault) {
    switch (fault) {
        case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
            return MOMENTREE_TEXT("xml-too-deep", "elements are nested too deep");
        case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
            return MOMENTREE_TEXT("xml-mismatched", "an end tag does not match its start tag");
        case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
            return MOMENTREE_TEXT("xml-empty", "there is no element");
        case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
            return MOMENTREE_TEXT("xml-attribute", "an attribute has no value in quotes");
        default:
            return MOMENTREE_TEXT("xml-incomplete",
                                  "an element, a comment or a declaration is not complete");
    }
}

/// A locale-independent number; empty if `text` is none or is not finite.
std::optional<double> numberIn(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0.0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem == std::errc::result_out_of_range && text.find("e-") != std::string_view::npos)
        return 0.0;
    if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

}  // namespace

bool looksLikeXml(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return first != std::string_view::npos && text[first] == '<';
}

Result<void> parseXml(std::string_view text, tinyxml2::XMLDocument& document) {
    document.Parse(text.data(), text.size());
    if (document.Error())
        return fail(error(
            {},
            MOMENTREE_TEXT("xml-invalid", "not well-formed XML: %1")(faultOf(document.ErrorID())),
            std::max(1, document.ErrorLineNum())));
    if (!document.RootElement())
        return fail(error({},
                          MOMENTREE_TEXT("xml-invalid", "not well-formed XML: %1")(
                              faultOf(tinyxml2::XML_ERROR_EMPTY_DOCUMENT)),
                          1));
    return {};
}

Place placeOf(const XmlElement& element) {
    const std::string_view tag = element.Name();
    const std::string name = textOf(element, "name");
    if (name.empty()) return {Place::Kind::Tag, element.Name()};
    if (tag == "link") return Place::link(name);
    if (tag == "body") return Place::body(name);
    if (tag == "joint") return Place::joint(name);
    return {Place::Kind::Tag, element.Name(), name};
}

std::string textOf(const XmlElement& element, const char* attribute) {
    const char* text = element.Attribute(attribute);
    return text ? text : "";
}

std::vector<const XmlElement*> childrenOf(const XmlElement& element, const char* tag) {
    std::vector<const XmlElement*> children;
    for (const auto* e = element.FirstChildElement(tag); e; e = e->NextSiblingElement(tag))
        children.push_back(e);
    return children;
}

void XmlProblems::add(Place place, Message message, int line) {
    if (list_.size() < most_) list_.push_back(error(std::move(place), std::move(message), line));
}

void XmlProblems::add(const Diagnostics& others) {
    for (const Diagnostic& one : others) add(one.place, one.message, one.line);
}

int XmlProblems::lineOf(const XmlElement& element) const {
    const auto from = included.find(element.GetDocument());
    return from == included.end() ? element.GetLineNum() : from->second.line;
}

Message XmlProblems::within(const XmlElement& element, Message message) const {
    const auto from = included.find(element.GetDocument());
    if (from == included.end()) return message;
    return MOMENTREE_TEXT("xml-in-included", "file '%1', line %2: %3")(
        from->second.file, element.GetLineNum(), std::move(message));
}

Diagnostic XmlProblems::errorAt(const XmlElement& element, Message message) const {
    return error(placeOf(element), within(element, std::move(message)), lineOf(element));
}

Diagnostic XmlProblems::warningAt(const XmlElement& element, Message message) const {
    return warning(placeOf(element), within(element, std::move(message)), lineOf(element));
}

void XmlProblems::add(const XmlElement& element, Message message) {
    if (list_.size() < most_) list_.push_back(errorAt(element, std::move(message)));
}

std::vector<double> XmlProblems::numbers(const XmlElement& element, const char* name,
                                         const std::string& text, std::size_t least,
                                         std::size_t most) {
    std::vector<double> values;
    bool good = true;
    for (std::size_t at = text.find_first_not_of(blanks); good && at != std::string::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        const auto value = numberIn(std::string_view(text).substr(at, end - at));
        good = value.has_value() && values.size() < most;
        if (good) values.push_back(*value);
        at = text.find_first_not_of(blanks, end);
    }
    if (good && values.size() >= least) return values;
    const std::string shown = text.size() > shownText ? text.substr(0, shownText) + "..." : text;
    add(element,
        most == 1 ? MOMENTREE_TEXT("xml-number", "'%1' must be a finite number; it is \"%2\"")(
                        name, shown)
        : least == most
            ? MOMENTREE_TEXT("xml-numbers",
                             "'%1' must be %2 finite numbers, separated by blanks; it is \"%3\"")(
                  name, most, shown)
            : MOMENTREE_TEXT(
                  "xml-numbers-up-to",
                  "'%1' must be %2 to %3 finite numbers, separated by blanks; it is \"%4\"")(
                  name, least, most, shown));
    return {};
}

double XmlProblems::number(const XmlElement& element, const char* name, double fallback) {
    if (!element.Attribute(name)) return fallback;
    const auto values = numbers(element, name, textOf(element, name), 1, 1);
    return values.empty() ? fallback : values[0];
}

Vector3d XmlProblems::vector(const XmlElement& element, const char* name,
                             const Vector3d& fallback) {
    if (!element.Attribute(name)) return fallback;
    const auto values = numbers(element, name, textOf(element, name), 3, 3);
    return values.empty() ? fallback : Vector3d(values[0], values[1], values[2]);
}

}  // namespace momentree
