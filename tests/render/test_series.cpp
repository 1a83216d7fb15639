// SPDX-License-Identifier: Apache-2.0
// Motions as series for ParaView, read back by VTK's readers and by a general XML parser.
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLDataParser.h>
#include <vtkXMLPolyDataReader.h>

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

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

vtkSmartPointer<vtkPolyData> read(const QString& file) {
    const vtkNew<vtkXMLPolyDataReader> reader;
    if (reader->CanReadFile(file.toUtf8()) == 0) return nullptr;
    reader->SetFileName(file.toUtf8());
    reader->Update();
    return reader->GetOutput();
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
        const QString file = path("run.pvd");
        const auto written = writeSeries(*four_.model, *rows_, every(file));
        QVERIFY2(written && *written, qPrintable(messageOf(written)));
        const auto first = read(path("run/links_000000.vtp")),
                   last = read(path("run/links_000010.vtp"));
        QVERIFY(first && last);
        QVERIFY(first->GetNumberOfPoints() > 100 && first->GetNumberOfPolys() > 100);
        QCOMPARE(last->GetNumberOfPoints(), first->GetNumberOfPoints());
        for (vtkIdType k = 0; k < first->GetNumberOfPoints(); ++k) {
            std::array<double, 3> a{}, b{};
            first->GetPoint(k, a.data());
            last->GetPoint(k, b.data());
            QVERIFY(std::abs(b[0] - a[0] - rate) < 1e-5);  // single precision
            QVERIFY(std::abs(b[1] - a[1]) < 1e-6);
        }
    }
    void linksCarryVelocitiesAndBodies() {
        QVERIFY(writeSeries(*four_.model, *rows_, every(path("run.pvd"))));
        const auto links = read(path("run/links_000003.vtp"));
        vtkDataArray* velocity = links->GetPointData()->GetArray("velocity");
        vtkDataArray* body = links->GetCellData()->GetArray("body");
        QVERIFY(velocity && body && links->GetPointData()->GetArray("Color"));
        for (vtkIdType k = 0; k < velocity->GetNumberOfTuples(); ++k)
            QVERIFY(std::abs(velocity->GetTuple(k)[0] - rate) < 1e-6);
        std::array<double, 2> range{};
        body->GetRange(range.data());
        QCOMPARE(range[0], 0.0);
        QCOMPARE(range[1], static_cast<double>(four_.model->bodies.size()) - 1.0);
    }
    void jointsCarryTheirReactions() {
        QVERIFY(writeSeries(*four_.model, *rows_, every(path("run.pvd"))));
        const auto joints = read(path("run/joints_000005.vtp"));
        QCOMPARE(joints->GetNumberOfPoints(), vtkIdType{4});
        vtkDataArray* force = joints->GetPointData()->GetArray("force");
        QVERIFY(force && joints->GetPointData()->GetArray("moment"));
        for (vtkIdType j = 0; j < 4; ++j)
            QCOMPARE(force->GetTuple(j)[1], static_cast<double>(j) + 1.0);
        std::array<double, 3> coupler{};
        joints->GetPoint(1, coupler.data());  // marker B lies on the coupler
        QVERIFY(std::abs(coupler[0] - 0.06 - 0.5 * rate) < 1e-5);
    }
    void theIndexNamesFilesAndTimes() {
        const QString file = path("a & b.pvd");
        QVERIFY(writeSeries(*four_.model, *rows_, every(file)));
        const vtkNew<vtkXMLDataParser> parser;
        parser->SetFileName(file.toUtf8());
        QVERIFY(parser->Parse() != 0);
        vtkXMLDataElement* list = parser->GetRootElement()->FindNestedElementWithName("Collection");
        QVERIFY(list);
        QCOMPARE(list->GetNumberOfNestedElements(), 22);
        for (int k = 0; k < 22; ++k) {
            vtkXMLDataElement* entry = list->GetNestedElement(k);
            double time = -1.0;
            QVERIFY(entry->GetScalarAttribute("timestep", time) != 0);
            QVERIFY(std::abs(time - 0.1 * (k / 2)) < 1e-12);
            QVERIFY(QFile::exists(path(QString::fromUtf8(entry->GetAttribute("file")))));
        }
    }
    void isWellFormed() {
        if (QStandardPaths::findExecutable("xmllint").isEmpty())
            QSKIP("xmllint (libxml2-utils) is not installed");
        QVERIFY(writeSeries(*four_.model, *rows_, every(path("a & b.pvd"))));
        QStringList files{path("a & b.pvd")};
        for (const QString& name : QDir(path("a & b")).entryList(QDir::Files))
            files << path("a & b/" + name);
        QCOMPARE(files.size(), 23);
        QCOMPARE(QProcess::execute("xmllint", QStringList{"--noout"} + files), 0);
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
        for (const std::size_t row : seriesRows(*rows_, {"x.pvd", begin, end, interval}))
            rows << static_cast<int>(row);
        QCOMPARE(rows, expected);
    }
    void stoppedLeavesNothing() {
        const auto written =
            writeSeries(*four_.model, *rows_, every(path("run.pvd")),
                        [](std::size_t done, std::size_t frames) { return done < frames / 2; });
        QVERIFY(written && !*written);
        QCOMPARE(QDir(folder_->path()).entryList(QDir::Files), QStringList());
        QCOMPARE(QDir(path("run")).entryList(QDir::Files), QStringList());
        QVERIFY(!QFile::exists(path("run.part")));
    }
    void stoppedKeepsTheSeriesOfBefore() {
        QVERIFY(writeSeries(*four_.model, *rows_, every(path("run.pvd"))));
        const auto written = writeSeries(*four_.model, *rows_, every(path("run.pvd")),
                                         [](std::size_t done, std::size_t) { return done < 2; });
        QVERIFY(written && !*written);
        QCOMPARE(QDir(path("run")).entryList(QDir::Files).size(), 22);
        QVERIFY(read(path("run/links_000010.vtp")));
    }
    void unwritablePlacesAreNamed() {
        const auto written = writeSeries(*four_.model, *rows_, every(path("no/run.pvd")));
        QVERIFY(!written);
        QVERIFY2(messageOf(written).contains("no such file or folder"),
                 qPrintable(messageOf(written)));
        QFile file(path("run"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto blocked = writeSeries(*four_.model, *rows_, every(path("run.pvd")));
        QVERIFY(!blocked);
        QVERIFY2(messageOf(blocked).contains("cannot make the folder"),
                 qPrintable(messageOf(blocked)));
    }

private:
    QString path(const QString& name) const { return folder_->filePath(name); }
    Drawing four_ = fourBar();
    std::shared_ptr<const Recording> rows_ = travelling(four_);
    std::unique_ptr<QTemporaryDir> folder_;
};

MOMENTREE_TEST(TestSeries, Guiless)

}  // namespace momentree::test_series
#include "test_series.moc"
