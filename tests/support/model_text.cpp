// SPDX-License-Identifier: Apache-2.0
#include "support/model_text.hpp"

#include <algorithm>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"

namespace momentree::test {

QString said(const Diagnostics& problems) {
    QString all;
    for (const Diagnostic& d : problems) all += QString::fromStdString(toString(d)) + '\n';
    return all;
}

QString refusalOf(const std::string& text) {
    const auto description = readModelText(text, "m");
    if (!description) return said(description.error());
    const auto model = buildModel(*description);
    return model ? QString() : said(model.error());
}

std::shared_ptr<const Model> built(const std::string& text) {
    if (const QString refusal = refusalOf(text); !refusal.isEmpty())
        qFatal("%s", qPrintable(refusal));
    return *buildModel(*readModelText(text, "m"));
}

QString assemblyRefusal(const std::string& text) {
    if (const QString refusal = refusalOf(text); !refusal.isEmpty()) return refusal;
    const auto start = assemble(*built(text));
    return start ? QString() : said(start.error());
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    if (at == std::string::npos) qFatal("no '%s'", from.c_str());
    return text.replace(at, from.size(), to);
}

std::size_t jointOf(const Model& model, const char* name) {
    const auto found = std::ranges::find(model.joints, name, &JointElement::name);
    return static_cast<std::size_t>(found - model.joints.begin());
}

std::shared_ptr<const Model> referenceModel(const std::string& name) {
    const auto description =
        readModelFile(MOMENTREE_SOURCE_DIR "/tests/data/reference/" + name + ".json");
    if (!description) qFatal("%s", qPrintable(said(description.error())));
    return *buildModel(*description);
}

}  // namespace momentree::test
