// SPDX-License-Identifier: Apache-2.0
// Models and reference values of tests/data/analyses.
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"
#include "core/model/model.hpp"

namespace momentree::test {

inline const std::string analyses = MOMENTREE_SOURCE_DIR "/tests/data/analyses/";

inline QJsonObject reference(const char* name) {
    QFile file(QString::fromStdString(analyses + name + ".json"));
    if (!file.open(QIODevice::ReadOnly)) qFatal("no reference %s", name);
    return QJsonDocument::fromJson(file.readAll()).object();
}

inline Model builtFrom(const Result<ModelDescription>& description) {
    if (!description) qFatal("%s", toString(description.error().front()).c_str());
    const auto model = buildModel(*description);
    if (!model) qFatal("%s", toString(model.error().front()).c_str());
    return **model;
}

/// A model of tests/data/analyses, with its parameter "start" set.
inline Model model(const std::string& name, const std::string& start = {}) {
    auto description = readModelFile(analyses + name + ".momentree.json");
    if (description && !start.empty()) {
        Scalar value;
        value.text = start;
        if (!giveParameter(*description, "start", value)) qFatal("no parameter start");
    }
    return builtFrom(description);
}

inline Model example(const std::string& name) {
    return builtFrom(
        readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" + name + ".momentree.json"));
}

/// Whether two numbers agree; prints them if not.
inline bool close(double a, double b, double tolerance) {
    if (std::abs(a - b) <= tolerance) return true;
    qWarning("%.17g instead of %.17g", a, b);
    return false;
}

/// The result of an analysis; ends the test program on an error.
template <typename T>
T got(const Result<T>& result) {
    if (!result) qFatal("%s", toString(result.error().front()).c_str());
    return *result;
}

}  // namespace momentree::test
