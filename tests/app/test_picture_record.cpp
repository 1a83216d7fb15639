// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures carry the record of the runs that they show.
#include <QFile>
#include <QImageReader>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "app/base/picture_record.hpp"
#include "app/plots/energy_plot.hpp"
#include "support/test_main.hpp"
#include "tests/app/recorded_run.hpp"

namespace momentree::test_picture_record {
namespace {

using namespace momentree::app;

std::shared_ptr<const RunOrigin> originWith(double baumgarte) {
    RunSpec spec;
    spec.formulation = "hdca";
    spec.baumgarte = baumgarte;
    return std::make_shared<const RunOrigin>(RunOrigin{RecordedRun::pendulum(), spec, {}});
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString metadataOf(const QByteArray& svg) {
    QXmlStreamReader xml(svg);
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"metadata")
            return xml.readElementText();
    return {};
}

double baumgarteOf(const QString& record) {
    return QJsonDocument::fromJson(record.toUtf8())["settings"]["baumgarte"].toDouble(-1.0);
}

/// An energy plot of two runs.
struct Plot {
    RecordedRun run;
    EnergyPlot plot;
    Plot() {
        plot.resize(500, 300);
        plot.setComparison({}, {{recording(2.0), run.layout, "other", 1, true}});
        plot.setRun(recording(1.0), run.layout, 1.0);
    }
    std::shared_ptr<Recording> recording(double baumgarte) const {
        auto rows = std::make_shared<Recording>(run.layout.width(), 10, originWith(baumgarte));
        for (int k = 0; k < 10; ++k) {
            const auto row = rows->nextRow();
            std::ranges::fill(row, 0.1 * k);
            rows->commit();
        }
        return rows;
    }
};

}  // namespace

class TestPictureRecord : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

private slots:
    void oneRunOrSeveral() {
        QCOMPARE(baumgarteOf(pictureRecord({originWith(3.0)})), 3.0);
        QCOMPARE(baumgarteOf(pictureRecord({nullptr, originWith(3.0)})), 3.0);
        QVERIFY(pictureRecord({}).isEmpty());
        const auto list =
            QJsonDocument::fromJson(pictureRecord({originWith(1.0), originWith(2.0)}).toUtf8());
        QCOMPARE(list["runs"].toArray().size(), qsizetype{2});
        QCOMPARE(list["runs"][1]["settings"]["baumgarte"].toDouble(), 2.0);
        QVERIFY(list["runs"][0]["hash"] != list["runs"][1]["hash"]);
    }
    void plotsOfEveryFormat() {
        Plot shown;
        for (const char* suffix : {"png", "svg", "pdf"}) {
            const QString path = folder_.filePath(QString("plot.") + suffix);
            QVERIFY(shown.plot.exportTo(path));
        }
        const QString text = QImageReader(folder_.filePath("plot.png")).text(recordKey);
        QCOMPARE(QJsonDocument::fromJson(text.toUtf8())["runs"].toArray().size(), qsizetype{2});
        const QString metadata = metadataOf(contentOf(folder_.filePath("plot.svg")));
        QCOMPARE(QJsonDocument::fromJson(metadata.toUtf8()),
                 QJsonDocument::fromJson(text.toUtf8()));
        const QByteArray pdf = contentOf(folder_.filePath("plot.pdf"));
        QVERIFY(pdf.contains("momentree.json") && pdf.contains("&quot;baumgarte&quot;: 2"));
    }
    void spacesInTextsStay() {
        const QString record = QStringLiteral("{\n  \"a\": \" two  spaces\u00a0 \\\"  \"\n}");
        QImage image(4, 4, QImage::Format_RGB32);
        const QImage again = QImage::fromData(pngWith(image, record), "PNG");
        QCOMPARE(QJsonDocument::fromJson(again.text(recordKey).toUtf8()),
                 QJsonDocument::fromJson(record.toUtf8()));
    }
    void withoutARecordNothingIsAdded() {
        QImage image(4, 4, QImage::Format_RGB32);
        image.fill(Qt::white);
        QVERIFY(!pngWith(image, {}).contains(recordKey));
        QVERIFY(pngWith(image, "{}").contains(recordKey));
        QCOMPARE(svgWith("<svg></svg>", {}), QByteArray("<svg></svg>"));
        QCOMPARE(svgWith("<svg a=\"1\"></svg>", "<&>"),
                 QByteArray("<svg a=\"1\">\n<metadata>&lt;&amp;&gt;</metadata></svg>"));
    }
};

MOMENTREE_TEST(TestPictureRecord, Gui)

}  // namespace momentree::test_picture_record
#include "test_picture_record.moc"
