// SPDX-License-Identifier: Apache-2.0
// Motions as series for ParaView: the index read by a general XML parser, the numbers by HDF5.
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>

#include "core/io/hdf5_handle.hpp"
#include "core/session/recording.hpp"
#include "render/hand_models.hpp"
#include "render/series.hpp"
#include "support/test_main.hpp"

namespace momentree::test_series {

using namespace momentree::render;
using namespace momentree::test;

namespace {

constexpr double rate = 2.0;  // [m/s] of every body along x

/// Eleven rows, 0.1 s apart, of a mechanism moving along x; each joint has its number as reaction.
std::shared_ptr<const Recording> travelling(const Drawing& drawing) {
    const RowLayout layout(*drawing.model);
    auto recording = std::make_shared<Recording>(layout.width(), 11);
    for (int k = 0; k < 11; ++k) {
        std::vector<double> row = drawing.row(layout, 0.1 * k);
        for (int i = 0; i < static_cast<int>(drawing.poses.size()); ++i) {
            row[static_cast<std::size_t>(layout.body(i))] += rate * 0.1 * k;
            row[static_cast<std::size_t>(layout.body(i)) + 7] = rate;
        }
        for (int j = 0; j < static_cast<int>(drawing.model->joints.size()); ++j)
            row[static_cast<std::size_t>(layout.jointReaction(j)) + 1] = j + 1.0;
        std::ranges::copy(row, recording->nextRow().begin());
        recording->commit();
    }
    return recording;
}

SeriesPlan every(const QString& file) { return {file.toStdString(), 0.0, 1.0, 0.0}; }

/// A table of numbers; without sizes if it cannot be read.
struct Table {
    std::vector<hsize_t> size;
    std::vector<double> values;
    double at(std::size_t frame, std::size_t row, std::size_t column) const {
        return values[(frame * size[1] + row) * size[2] + column];
    }
};

Table read(const QString& file, const QString& name) {
    const Hdf5Lock lock;
    const Handle opened(H5Fopen(file.toUtf8(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!opened.valid()) return {};
    const Handle set(H5Dopen2(opened.id(), name.toUtf8(), H5P_DEFAULT), H5Dclose);
    if (!set.valid()) return {};
    const Handle space(H5Dget_space(set.id()), H5Sclose);
    Table table;
    table.size.resize(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space.id())));
    H5Sget_simple_extent_dims(space.id(), table.size.data(), nullptr);
    table.values.resize(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.id())));
    const auto code =
        H5Dread(set.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, table.values.data());
    return code < 0 ? Table{} : table;
}

/// What an index says: times, and the tables with their sizes and, if they change, their frames.
struct Listed {
    struct Item {
        QString file, table, size;
        int frame = -1;
    };
    QList<double> times;
    QList<Item> items;
    QString problem;
};

Listed list(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {{}, {}, "not there"};
    QXmlStreamReader xml(&file);
    Listed listed;
    int frame = -1;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const auto attributes = xml.attributes();
        if (xml.name() == QLatin1String("Time"))
            listed.times << attributes.value("Value").toDouble();
        if (xml.name() != QLatin1String("DataItem")) continue;
        const auto format = attributes.value("Format").toString();
        const auto size = attributes.value("Dimensions").toString();
        if (format == "XML") frame = xml.readElementText().section(' ', 0, 0).toInt();
        if (format != "HDF") continue;
        const QStringList place = xml.readElementText().split(":/");
        listed.items << Listed::Item{place.value(0), place.value(1), size, frame};
        frame = -1;
    }
    listed.problem = xml.errorString();
    return listed;
}

QString sizeOf(const Table& table) {
    QStringList sizes;
    for (const hsize_t size : table.size) sizes << QString::number(size);
    return sizes.join(' ');
}

QString messageOf(const Result<bool>& result) {
    return result ? QString("written") : QString::fromStdString(toString(result.error()[0]));
}

}  // namespace

class TestSeries : public QObject {
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void framesMoveWithTheRows() {
        const auto written = writeSeries(*four_.model, *rows_, every(path("run.xdmf")));
        QVERIFY2(written && *written, qPrintable(messageOf(written)));
        const Table points = table("links/points");
        QCOMPARE(points.size.size(), std::size_t{3});
        QCOMPARE(points.size[0], hsize_t{11});
        QVERIFY(points.size[1] > 100);
        for (std::size_t k = 0; k < points.size[1]; ++k) {
            QVERIFY(std::abs(points.at(10, k, 0) - points.at(0, k, 0) - rate) < 1e-5);  // float
            QVERIFY(std::abs(points.at(10, k, 1) - points.at(0, k, 1)) < 1e-6);
        }
    }
    void trianglesAreWrittenOnce() {
        QVERIFY(writeSeries(*four_.model, *rows_, every(path("run.xdmf"))));
        const Table triangles = table("links/triangles"), points = table("links/points");
        QCOMPARE(triangles.size.size(), std::size_t{2});
        QVERIFY(triangles.size[0] > 100 && triangles.size[1] == 3);
        std::vector<bool> used(points.size[1]);
        for (const double corner : triangles.values)
            used.at(static_cast<std::size_t>(corner)) = true;
        QVERIFY(std::ranges::all_of(used, [](bool is) { return is; }));
    }
    void linksCarryVelocitiesAndBodies() {
        QVERIFY(writeSeries(*four_.model, *rows_, every(path("run.xdmf"))));
        const Table velocity = table("links/velocity"), body = table("links/body");
        QCOMPARE(velocity.size, table("links/points").size);
        for (std::size_t k = 0; k < velocity.size[1]; ++k)
            QVERIFY(std::abs(velocity.at(3, k, 0) - rate) < 1e-6);
        QCOMPARE(body.size[0], table("links/triangles").size[0]);
        QCOMPARE(std::ranges::min(body.values), 0.0);
        QCOMPARE(std::ranges::max(body.values),
                 static_cast<double>(four_.model->bodies.size()) - 1.0);
        QCOMPARE(table("links/Color").size[0], velocity.size[1]);
    }
    void jointsCarryTheirReactions() {
        QVERIFY(writeSeries(*four_.model, *rows_, every(path("run.xdmf"))));
        const Table joints = table("joints/points"), force = table("joints/force");
        QCOMPARE(joints.size, (std::vector<hsize_t>{11, 4, 3}));
        QCOMPARE(force.size, joints.size);
        QCOMPARE(table("joints/moment").size, joints.size);
        for (std::size_t j = 0; j < 4; ++j)
            QCOMPARE(force.at(5, j, 1), static_cast<double>(j) + 1.0);
        // marker B lies on the coupler
        QVERIFY(std::abs(joints.at(5, 1, 0) - 0.06 - 0.5 * rate) < 1e-5);
    }
    void theIndexNamesTablesAndTimes() {
        QVERIFY(writeSeries(*four_.model, *rows_, every(path("a & b.xdmf"))));
        const Listed listed = list(path("a & b.xdmf"));
        QCOMPARE(listed.problem, QString());
        QCOMPARE(listed.times.size(), 11);
        for (int k = 0; k < 11; ++k) QVERIFY(std::abs(listed.times[k] - 0.1 * k) < 1e-12);
        QCOMPARE(listed.items.size(), 11 * 9);
        int changing = 0;
        for (const Listed::Item& item : listed.items) {
            QCOMPARE(item.file, QString("a & b.frames.h5"));
            const Table table = read(path(item.file), item.table);
            QCOMPARE(item.size, sizeOf(table));
            if (table.size.size() != 3) continue;
            QCOMPARE(item.frame, changing++ / 5);
        }
        QCOMPARE(changing, 55);
    }
    void framesLieApart_data() {
        QTest::addColumn<double>("begin");
        QTest::addColumn<double>("end");
        QTest::addColumn<double>("interval");
        QTest::addColumn<QList<int>>("expected");
        QTest::newRow("all") << 0.0 << 1.0 << 0.0 << QList<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        QTest::newRow("a part") << 0.3 << 0.6 << 0.0 << QList<int>{3, 4, 5, 6};
        QTest::newRow("every third") << 0.0 << 1.0 << 0.3 << QList<int>{0, 3, 6, 9};
        QTest::newRow("between rows") << 0.0 << 1.0 << 0.25 << QList<int>{0, 3, 5, 8, 10};
        QTest::newRow("nothing") << 0.31 << 0.39 << 0.0 << QList<int>{};
    }
    void framesLieApart() {
        QFETCH(double, begin);
        QFETCH(double, end);
        QFETCH(double, interval);
        QFETCH(QList<int>, expected);
        QList<int> rows;
        for (const std::size_t row : seriesRows(*rows_, {"x.xdmf", begin, end, interval}))
            rows << static_cast<int>(row);
        QCOMPARE(rows, expected);
    }
    void stoppedLeavesNothing() {
        const auto written =
            writeSeries(*four_.model, *rows_, every(path("run.xdmf")),
                        [](std::size_t done, std::size_t frames) { return done < frames / 2; });
        QVERIFY(written && !*written);
        QCOMPARE(QDir(folder_->path()).entryList(QDir::Files | QDir::Hidden), QStringList());
    }
    void stoppedKeepsTheSeriesOfBefore() {
        QVERIFY(writeSeries(*four_.model, *rows_, every(path("run.xdmf"))));
        const auto written = writeSeries(*four_.model, *rows_, every(path("run.xdmf")),
                                         [](std::size_t done, std::size_t) { return done < 2; });
        QVERIFY(written && !*written);
        QCOMPARE(table("links/points").size[0], hsize_t{11});
        QCOMPARE(list(path("run.xdmf")).times.size(), 11);
    }
    void noInstantsAreAnEmptySeries() {
        const auto written =
            writeSeries(*four_.model, *rows_, {path("run.xdmf").toStdString(), 0.31, 0.39, 0.0});
        QVERIFY2(written && *written, qPrintable(messageOf(written)));
        QCOMPARE(list(path("run.xdmf")).times.size(), 0);
    }
    void unwritablePlacesAreNamed() {
        const auto written = writeSeries(*four_.model, *rows_, every(path("no/run.xdmf")));
        QVERIFY(!written);
        QVERIFY2(messageOf(written).contains("no such file or folder"),
                 qPrintable(messageOf(written)));
        QVERIFY(QDir().mkpath(path("run.frames.h5/in the way")));
        const auto blocked = writeSeries(*four_.model, *rows_, every(path("run.xdmf")));
        QVERIFY(!blocked);
        QVERIFY2(messageOf(blocked).contains("run.frames.h5"), qPrintable(messageOf(blocked)));
        QVERIFY(!QFile::exists(path("run.xdmf")));
    }

private:
    QString path(const QString& name) const { return folder_->filePath(name); }
    Table table(const QString& name) const { return read(path("run.frames.h5"), name); }
    Drawing four_ = fourBar();
    std::shared_ptr<const Recording> rows_ = travelling(four_);
    std::unique_ptr<QTemporaryDir> folder_;
};

MOMENTREE_TEST(TestSeries, Guiless)

}  // namespace momentree::test_series
#include "test_series.moc"
