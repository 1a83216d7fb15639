// SPDX-License-Identifier: Apache-2.0
// Motions as binary glTF, read back by its rules.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>

#include "core/session/recording.hpp"
#include "render/gltf.hpp"
#include "render/hand_models.hpp"
#include "support/test_main.hpp"

namespace momentree::test_gltf {

using namespace momentree::render;
using namespace momentree::test;

namespace {

/// Eleven rows, 0.1 s apart, of a mechanism moving along x by 2 m/s.
std::shared_ptr<const Recording> shifted(const Drawing& drawing) {
    const RowLayout layout(*drawing.model);
    auto recording = std::make_shared<Recording>(layout.width(), 11);
    for (int k = 0; k < 11; ++k) {
        std::vector<double> row = drawing.row(layout, 0.1 * k);
        for (int i = 0; i < static_cast<int>(drawing.poses.size()); ++i)
            row[static_cast<std::size_t>(layout.body(i))] += 0.2 * k;
        std::ranges::copy(row, recording->nextRow().begin());
        recording->commit();
    }
    return recording;
}

quint32 wordAt(const QByteArray& bytes, qsizetype at) {
    quint32 word = 0;
    std::memcpy(&word, bytes.constData() + at, sizeof word);
    return word;
}

}  // namespace

class TestGltf : public QObject {
    Q_OBJECT

    /// The numbers of an accessor.
    QList<float> floats(int accessor) const {
        const QJsonObject about = root_["accessors"].toArray()[accessor].toObject();
        const QJsonObject view =
            root_["bufferViews"].toArray()[about["bufferView"].toInt()].toObject();
        QList<float> values(view["byteLength"].toInt() / 4);
        std::memcpy(values.data(), data_.constData() + view["byteOffset"].toInt(),
                    static_cast<std::size_t>(view["byteLength"].toInt()));
        return values;
    }

private slots:
    void initTestCase() {
        const QString path = folder_.filePath("run.glb");
        const auto written =
            writeGltf(*four_.model, *shifted(four_), {path.toStdString(), 0.0, 1.0, 0.0});
        QVERIFY(written && *written);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray all = file.readAll();
        QCOMPARE(all.left(4), QByteArray("glTF"));
        QCOMPARE(wordAt(all, 4), 2U);
        QCOMPARE(wordAt(all, 8), static_cast<quint32>(all.size()));
        const auto json = static_cast<qsizetype>(wordAt(all, 12));
        QCOMPARE(all.mid(16, 4), QByteArray("JSON"));
        root_ = QJsonDocument::fromJson(all.mid(20, json)).object();
        QVERIFY(!root_.isEmpty());
        data_ = all.mid(28 + json);
        QCOMPARE(all.mid(24 + json, 4), QByteArray("BIN\0", 4));
        QCOMPARE(wordAt(all, 20 + json), static_cast<quint32>(data_.size()));
        QCOMPARE(root_["buffers"].toArray()[0].toObject()["byteLength"].toInt(), data_.size());
    }
    void linksAreWrittenOnce() {
        const int bodies = static_cast<int>(four_.model->bodies.size());
        QCOMPARE(root_["nodes"].toArray().size(), bodies);
        QCOMPARE(root_["meshes"].toArray().size(), bodies);
        for (const QJsonValue& value : root_["accessors"].toArray()) {
            const QJsonObject view =
                root_["bufferViews"].toArray()[value.toObject()["bufferView"].toInt()].toObject();
            QVERIFY(view["byteOffset"].toInt() % 4 == 0);
            QVERIFY(view["byteOffset"].toInt() + view["byteLength"].toInt() <= data_.size());
        }
    }
    void linksMoveWithTheRows() {
        const QJsonObject motion = root_["animations"].toArray()[0].toObject();
        const QJsonArray channels = motion["channels"].toArray(),
                         samplers = motion["samplers"].toArray();
        QCOMPARE(channels.size(), 2 * static_cast<qsizetype>(four_.model->bodies.size()));
        for (const QJsonValue& value : channels) {
            const QJsonObject target = value.toObject()["target"].toObject();
            const QJsonObject sampler = samplers[value.toObject()["sampler"].toInt()].toObject();
            const QList<float> times = floats(sampler["input"].toInt()),
                               values = floats(sampler["output"].toInt());
            QCOMPARE(times.size(), 11);
            QVERIFY(std::abs(times[10] - 1.0F) < 1e-6F);
            const auto body = static_cast<std::size_t>(target["node"].toInt());
            if (target["path"] == "translation") {
                QCOMPARE(values.size(), 33);
                const double x = four_.poses[body].r.x() + 2.0;
                QVERIFY(std::abs(static_cast<double>(values[30]) - x) < 1e-6);
            } else {
                QCOMPARE(values.size(), 44);
                const Eigen::Quaterniond q(four_.poses[body].R);
                const double dot = q.x() * static_cast<double>(values[40]) +
                                   q.y() * static_cast<double>(values[41]) +
                                   q.z() * static_cast<double>(values[42]) +
                                   q.w() * static_cast<double>(values[43]);
                QVERIFY(std::abs(std::abs(dot) - 1.0) < 1e-6);
            }
        }
    }
    void stoppedLeavesNothing() {
        const QString path = folder_.filePath("stopped.glb");
        const auto written =
            writeGltf(*four_.model, *shifted(four_), {path.toStdString(), 0.0, 1.0, 0.0},
                      [](std::size_t done, std::size_t) { return done < 3; });
        QVERIFY(written && !*written);
        QVERIFY(!QFile::exists(path));
    }

private:
    QTemporaryDir folder_;
    Drawing four_ = fourBar();
    QJsonObject root_;
    QByteArray data_;
};

MOMENTREE_TEST(TestGltf, Guiless)

}  // namespace momentree::test_gltf
#include "test_gltf.moc"
