// SPDX-License-Identifier: Apache-2.0
#include "core/io/freecad_document.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "core/io/text_file.hpp"
#include "core/math/quaternion.hpp"

namespace momentree {
namespace {

constexpr double millimetre = 1e-3;

const ZipEntry* fileIn(const std::vector<ZipEntry>& files, std::string_view name) {
    const auto file = std::ranges::find(files, name, &ZipEntry::name);
    return file == files.end() ? nullptr : &*file;
}

/// The next line of a text, without its end.
std::string_view nextLine(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// Three numbers separated by blanks.
std::optional<Vector3d> pointIn(std::string_view line) {
    Vector3d point;
    for (double& x : point) {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        const auto [end, problem] = std::from_chars(line.data(), line.data() + line.size(), x);
        if (problem != std::errc() || !(std::abs(x) < 1e9)) return std::nullopt;
        line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    }
    return point;
}

}  // namespace

const XmlElement* FreecadObject::property(const char* wanted, const char* tag) const {
    if (properties == nullptr) return nullptr;
    for (const XmlElement* one = properties->FirstChildElement("Property"); one != nullptr;
         one = one->NextSiblingElement("Property"))
        if (textOf(*one, "name") == wanted) return one->FirstChildElement(tag);
    return nullptr;
}

std::string FreecadObject::text(const char* wanted) const {
    if (const XmlElement* string = property(wanted, "String")) return textOf(*string, "value");
    const XmlElement* number = property(wanted, "Integer");
    const XmlElement* names = property(wanted, "CustomEnumList");
    if (number == nullptr || names == nullptr) return {};
    int left = number->IntAttribute("value", -1);
    for (const XmlElement* one = names->FirstChildElement("Enum"); one != nullptr && left >= 0;
         one = one->NextSiblingElement("Enum"))
        if (left-- == 0) return textOf(*one, "value");
    return {};
}

bool FreecadObject::flag(const char* wanted, bool fallback) const {
    const XmlElement* value = property(wanted, "Bool");
    return value == nullptr ? fallback : textOf(*value, "value") == "true";
}

double FreecadObject::number(const char* wanted, XmlProblems& problems) const {
    const XmlElement* value = property(wanted, "Float");
    return value == nullptr ? 0.0 : problems.number(*value, "value", 0.0);
}

Frame FreecadObject::placement(const char* wanted, XmlProblems& problems) const {
    const XmlElement* value = property(wanted, "PropertyPlacement");
    if (value == nullptr) return {};
    const auto of = [&](const char* attribute, double fallback) {
        return problems.number(*value, attribute, fallback);
    };
    Frame frame;
    frame.r = millimetre * Vector3d(of("Px", 0.0), of("Py", 0.0), of("Pz", 0.0));
    Quat<double> e(of("Q3", 1.0), of("Q0", 0.0), of("Q1", 0.0), of("Q2", 0.0));
    if (!(e.norm() > 1e-6)) {
        problems.add(*value, MOMENTREE_TEXT("freecad-rotation", "the rotation is no rotation"));
        return {};
    }
    e.normalize();
    frame.R = rotationOf(e);
    return frame;
}

std::vector<std::string> FreecadObject::list(const char* wanted) const {
    std::vector<std::string> names;
    if (const XmlElement* list = property(wanted, "LinkList"))
        for (const XmlElement* one : childrenOf(*list, "Link"))
            names.push_back(textOf(*one, "value"));
    return names;
}

std::string FreecadObject::label() const {
    const std::string label = text("Label");
    return label.empty() ? name : label;
}

std::optional<FreecadReference> referenceIn(const FreecadObject& object, const char* name) {
    if (const XmlElement* link = object.property(name, "Link"))
        return FreecadReference{textOf(*link, "value"), {}, {}};
    const XmlElement* link = object.property(name, "XLink");
    if (link == nullptr) return std::nullopt;
    FreecadReference reference{textOf(*link, "name"), textOf(*link, "sub"), textOf(*link, "file")};
    if (reference.object.empty()) reference.object = textOf(*link, "value");
    if (const XmlElement* first = link->FirstChildElement("Sub"))
        reference.path = textOf(*first, "value");
    return reference;
}

bool isContainer(const FreecadObject& object) {
    return object.is("Assembly::AssemblyObject") ||
           (object.is("Assembly::AssemblyLink") && !object.flag("Rigid", true));
}

bool isLinkObject(const FreecadObject& object) {
    return object.is("App::Link") || object.is("App::LinkElement") ||
           object.is("Assembly::AssemblyLink");
}

bool isDatum(const FreecadObject& object) {
    return object.is("PartDesign::CoordinateSystem") || object.is("App::LocalCoordinateSystem") ||
           object.is("Part::LocalCoordinateSystem") || object.is("Sketcher::SketchObject") ||
           object.is("PartDesign::Plane") || object.is("PartDesign::Line") ||
           object.is("PartDesign::Point");
}

Result<std::unique_ptr<FreecadDocument>> FreecadDocument::read(const std::string& path) {
    auto files = readZip(path);
    if (!files) return tl::unexpected(std::move(files.error()));
    auto document = std::make_unique<FreecadDocument>();
    document->files_ = std::move(*files);
    const ZipEntry* text = fileIn(document->files_, "Document.xml");
    if (text == nullptr)
        return fail(error({}, MOMENTREE_TEXT("freecad-no-document",
                                             "this is no document of FreeCAD: Document.xml is "
                                             "missing in the archive")));
    if (text->bytes.size() > largestFile)
        return fail(error({}, MOMENTREE_TEXT("freecad-too-large",
                                             "Document.xml in the archive has more than %1 MB")(
                                  largestFile >> 20)));
    if (const auto parsed = parseXml(text->bytes, document->xml_); !parsed)
        return tl::unexpected(parsed.error());
    const XmlElement& root = *document->xml_.RootElement();
    const XmlElement* types = root.FirstChildElement("Objects");
    const XmlElement* data = root.FirstChildElement("ObjectData");
    if (std::strcmp(root.Name(), "Document") != 0 || types == nullptr || data == nullptr)
        return fail(error({},
                          MOMENTREE_TEXT("freecad-not-document",
                                         "this is no document of FreeCAD: <Document> with "
                                         "<Objects> and <ObjectData> is missing"),
                          root.GetLineNum()));
    std::map<std::string, std::string> typeOf;
    for (const XmlElement* one : childrenOf(*types, "Object"))
        typeOf[textOf(*one, "name")] = textOf(*one, "type");
    for (const XmlElement* one : childrenOf(*data, "Object")) {
        FreecadObject object{textOf(*one, "name"), typeOf[textOf(*one, "name")],
                             one->FirstChildElement("Properties"), one->GetLineNum()};
        document->numbers_.try_emplace(object.name, document->objects_.size());
        document->objects_.push_back(std::move(object));
    }
    return document;
}

const FreecadObject* FreecadDocument::find(const std::string& name) const {
    const auto number = numbers_.find(name);
    return number == numbers_.end() ? nullptr : &objects_[number->second];
}

std::optional<std::pair<Vector3d, Vector3d>> FreecadDocument::boxOf(
    const FreecadObject& object) const {
    const XmlElement* part = object.property("Shape", "Part");
    const ZipEntry* file = part == nullptr ? nullptr : fileIn(files_, textOf(*part, "file"));
    if (file == nullptr || !file->name.ends_with(".brp")) return std::nullopt;
    Vector3d low = Vector3d::Constant(1e300), high = -low;
    std::string_view text = file->bytes;
    while (!text.empty()) {
        if (nextLine(text) != "Ve") continue;  // a vertex: its tolerance, then its place
        nextLine(text);
        if (const auto point = pointIn(nextLine(text))) {
            low = low.cwiseMin(*point);
            high = high.cwiseMax(*point);
        }
    }
    if (!(high.x() >= low.x())) return std::nullopt;
    return std::pair(Vector3d(millimetre * low), Vector3d(millimetre * high));
}

}  // namespace momentree
