// SPDX-License-Identifier: Apache-2.0
#include "support/reference_case.hpp"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>
#include <limits>

namespace momentree::test {

namespace {

QDir folder() { return QDir(QStringLiteral(MOMENTREE_SOURCE_DIR "/tests/data/reference")); }

QByteArray contents(const QString& name) {
    QFile file(folder().filePath(name));
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read %s", qPrintable(file.fileName()));
    return file.readAll();
}

/// An empty field means that the reference has no value.
double number(const QByteArray& field) {
    bool ok = false;
    const double value = field.trimmed().toDouble(&ok);
    return ok ? value : std::numeric_limits<double>::quiet_NaN();
}

void readTable(const QByteArray& csv, ReferenceCase& c) {
    QList<QByteArray> lines = csv.split('\n');
    lines.removeAll(QByteArray());
    const QList<QByteArray> names = lines.takeFirst().trimmed().split(',');
    if (names.first() != "time") qFatal("%s: the first column is not time", c.name.c_str());
    for (const QByteArray& name : names.sliced(1))
        c.columns.push_back(name.trimmed().toStdString());
    c.times.resize(lines.size());
    c.values.resize(lines.size(), names.size() - 1);
    for (Eigen::Index row = 0; row < c.times.size(); ++row) {
        const QList<QByteArray> fields = lines[row].split(',');
        if (fields.size() != names.size()) qFatal("%s: ragged row", c.name.c_str());
        c.times[row] = number(fields.first());
        for (Eigen::Index k = 1; k < fields.size(); ++k) c.values(row, k - 1) = number(fields[k]);
    }
}

}  // namespace

std::vector<std::string> referenceCases() {
    std::vector<std::string> names;
    for (const QString& file :
         folder().entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
        names.push_back(file.chopped(5).toStdString());
    return names;
}

ReferenceCase readReferenceCase(const std::string& name) {
    ReferenceCase c;
    c.name = name;
    const QString file = QString::fromStdString(name) + QStringLiteral(".json");
    c.file = folder().filePath(file).toStdString();
    const QJsonObject definition = QJsonDocument::fromJson(contents(file)).object();
    const QJsonObject comparison = definition[QLatin1String("comparison")].toObject();
    c.endTime = definition[QLatin1String("end_time")].toDouble();
    c.standard = comparison[QLatin1String("standard")].toDouble();
    c.tight = comparison[QLatin1String("tight")].toDouble();
    readTable(contents(definition[QLatin1String("reference_csv")].toString()), c);
    const QJsonObject scales = comparison[QLatin1String("scale")].toObject();
    c.scales.resize(static_cast<Eigen::Index>(c.columns.size()));
    for (std::size_t k = 0; k < c.columns.size(); ++k)
        c.scales[static_cast<Eigen::Index>(k)] =
            scales[QString::fromStdString(c.columns[k])].toDouble(1.0);
    return c;
}

ScaledError worstError(const ReferenceCase& reference, const Run& run, double until,
                       const LeftOut& leftOut) {
    const Recording& recording = *run.recording();
    const double infinite = std::numeric_limits<double>::infinity();
    ScaledError worst;
    for (Eigen::Index row = 0; row < reference.times.size(); ++row) {
        const double t = reference.times[row];
        if (t > until + 1e-9) break;
        const std::size_t at = recording.rowAt(t + 1e-9);
        const bool missing = std::abs(recording.at(at, 0) - t) > 1e-9;
        for (std::size_t k = 0; k < reference.columns.size(); ++k) {
            const double expected = reference.values(row, static_cast<Eigen::Index>(k));
            if (std::isnan(expected)) continue;
            if (leftOut && leftOut(row, static_cast<Eigen::Index>(k))) continue;
            const int column = run.layout().column(reference.columns[k]);
            double error = infinite;
            if (!missing && column >= 0)
                error = std::abs(recording.at(at, column) - expected) /
                        reference.scales[static_cast<Eigen::Index>(k)];
            if (!(error <= worst.value))
                worst = {std::isnan(error) ? infinite : error, reference.columns[k], t};
        }
    }
    return worst;
}

}  // namespace momentree::test
