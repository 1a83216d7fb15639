// SPDX-License-Identifier: Apache-2.0
#include "support/model_text.hpp"

#include "core/io/model_file.hpp"

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

std::shared_ptr<const Model> referenceModel(const std::string& name) {
    const auto description =
        readModelFile(MOMENTREE_SOURCE_DIR "/tests/data/reference/" + name + ".json");
    if (!description) qFatal("%s", qPrintable(said(description.error())));
    return *buildModel(*description);
}

}  // namespace momentree::test
