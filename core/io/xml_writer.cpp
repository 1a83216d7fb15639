// SPDX-License-Identifier: Apache-2.0
#include "core/io/xml_writer.hpp"

#include <cmath>

#include "core/number_text.hpp"

namespace momentree {

std::string xmlText(double value) {
    constexpr double roundedAway = 1e-15;
    return numberText(std::abs(value) < roundedAway ? 0.0 : value);
}
std::string xmlText(const Vector3d& v) {
    return xmlText(v.x()) + " " + xmlText(v.y()) + " " + xmlText(v.z());
}

std::string rgbaText(const std::string& color) {
    std::string text;
    for (std::size_t k = 1; k < 7; k += 2)
        text += numberText(std::stoi(color.substr(k, 2), nullptr, 16) / 255.0, 6) + " ";
    return text + "1";
}

XmlElement& addChild(XmlElement& parent, const char* tag) {
    return *parent.InsertNewChildElement(tag);
}
void setText(XmlElement& element, const char* attribute, const std::string& value) {
    element.SetAttribute(attribute, value.c_str());
}

std::string printed(const tinyxml2::XMLDocument& document) {
    tinyxml2::XMLPrinter printer;
    document.Print(&printer);
    return printer.CStr();
}

}  // namespace momentree
