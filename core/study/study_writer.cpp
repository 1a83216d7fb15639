// SPDX-License-Identifier: Apache-2.0
#include "core/io/model_writer.hpp"
#include "core/io/text_file.hpp"
#include "core/study/study.hpp"

namespace momentree {
namespace {

void addText(JsonItem& object, std::string_view key, const std::string& text) {
    if (!text.empty()) object.add(key, JsonItem::text(text));
}
void addNonEmpty(JsonItem& object, std::string_view key, JsonItem item) {
    if (!item.empty()) object.add(key, std::move(item));
}

JsonItem item(const Scalar& scalar) {
    return scalar.text.empty() ? JsonItem::number(scalar.value) : JsonItem::text(scalar.text);
}

JsonItem item(const StudyParameters& parameters) {
    JsonItem object = JsonItem::object();
    for (const StudyParameter& parameter : parameters)
        object.add(parameter.name, item(parameter.value));
    return object;
}

JsonItem item(const StudyRun& run) {
    JsonItem object = JsonItem::object();
    addText(object, "name", run.name);
    addNonEmpty(object, "run", runItem(run.run));
    addNonEmpty(object, "parameters", item(run.parameters));
    return object;
}

JsonItem item(const StudyAxis& axis) {
    JsonItem object = JsonItem::object();
    object.add(axis.isParameter ? "parameter" : "setting", JsonItem::text(axis.name));
    if (axis.range)
        return object.add("from", JsonItem::number(axis.range->from))
            .add("to", JsonItem::number(axis.range->to))
            .add("count", JsonItem::integer(axis.range->count))
            .add("spacing", JsonItem::text(axis.range->logarithmic ? "logarithmic" : "linear"));
    JsonItem values = JsonItem::list();
    for (const Scalar& value : axis.values) {
        const bool isSwitch = !axis.isParameter && (value.text == "true" || value.text == "false");
        values.add(isSwitch ? JsonItem::boolean(value.text == "true") : item(value));
    }
    return object.add("values", std::move(values));
}

template <typename Range>
JsonItem itemsOf(const Range& elements) {
    JsonItem list = JsonItem::list();
    for (const auto& element : elements) list.add(item(element));
    return list;
}

}  // namespace

std::string writeStudyText(const Study& study) {
    JsonItem object = JsonItem::object();
    addText(object, "$schema", study.schema);
    object.add("version", JsonItem::integer(1)).add("name", JsonItem::text(study.name));
    addText(object, "title", study.title);
    addText(object, "text", study.text);
    object.add("model", JsonItem::text(study.model));
    addNonEmpty(object, "run", runItem(study.run));
    addNonEmpty(object, "parameters", item(study.parameters));
    addNonEmpty(object, "runs", itemsOf(study.runs));
    addNonEmpty(object, "sweep", itemsOf(study.sweep));
    addText(object, "reference", study.reference);
    if (study.computedReference)
        object.add("reference", JsonItem::object().add("run", runItem(*study.computedReference)));
    return object.print();
}

Result<void> saveStudyFile(const Study& study, const std::string& path) {
    const std::string text = writeStudyText(study);
    const auto again = readStudyText(text, path);
    return writeIfReadable(text, path, again ? Diagnostics() : again.error());
}

}  // namespace momentree
