// SPDX-License-Identifier: GPL-3.0-or-later
// Movies without a window. If ffmpeg is installed, ffprobe checks the files; a substitute program
// shows the arguments and simulates failures.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "app/export/encoder.hpp"
#include "app/export/movie_writer.hpp"
#include "support/test_main.hpp"

namespace momentree::test_media {

using namespace momentree::app;

namespace {

QImage picture(double time) {
    QImage image(64, 48, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter(&image).fillRect(static_cast<int>(32.0 * time), 10, 10, 10, Qt::red);
    return image;
}

MoviePlan shortPlan(const QString& file, MoviePlan::Kind kind) {
    MoviePlan plan;
    plan.kind = kind;
    plan.end = 1.0;
    plan.framesPerSecond = 10.0;
    plan.size = QSize(64, 48);
    plan.file = file;
    return plan;
}

QByteArray readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Puts a substitute program called ffmpeg first on the PATH during its lifetime.
class StandIn {
public:
    explicit StandIn(const QByteArray& script) : path_(qgetenv("PATH")) {
        QFile file(folder_.filePath("ffmpeg"));
        if (file.open(QIODevice::WriteOnly)) file.write("#!/bin/sh\n" + script);
        file.setPermissions(file.permissions() | QFile::ExeOwner);
        qputenv("PATH", folder_.path().toUtf8() + ":" + path_);
    }
    ~StandIn() { qputenv("PATH", path_); }

private:
    QTemporaryDir folder_;
    QByteArray path_;
};

}  // namespace

class TestMedia : public QObject {
    Q_OBJECT

private slots:
    void framesCoverTheSpan() {
        MoviePlan plan = shortPlan({}, MoviePlan::Kind::Pictures);
        QCOMPARE(frameCount(plan), 11);
        QCOMPARE(frameTime(plan, 10), 1.0);
        plan.speed = 0.5;
        QCOMPARE(frameCount(plan), 21);
        QCOMPARE(frameTime(plan, 1), 0.05);
        plan.end = plan.begin;
        QCOMPARE(frameCount(plan), 0);
        plan.end = 1e9;
        QCOMPARE(frameCount(plan), 0);
    }

    void picturesAreNumbered() {
        const QTemporaryDir folder;
        MovieWriter writer(shortPlan(folder.filePath("run.png"), MoviePlan::Kind::Pictures),
                           picture);
        QSignalSpy finished(&writer, &MovieWriter::finished);
        QSignalSpy progressed(&writer, &MovieWriter::progressed);
        writer.start();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY2(finished[0][0].toBool(), qPrintable(finished[0][1].toString()));
        QCOMPARE(progressed.count(), 11);
        const QStringList files = QDir(folder.path()).entryList({"*.png"}, QDir::Files, QDir::Name);
        QCOMPARE(files.size(), 11);
        QCOMPARE(files.first(), QString("run_00001.png"));
        QCOMPARE(QImage(folder.filePath("run_00011.png")).pixelColor(40, 15), QColor(Qt::red));
    }

    void theEncoderGetsEveryFrameAndTheFileAppearsWhole() {
        // Copies its input to the file given as the last argument.
        const StandIn encoder("for last; do :; done\ncat > \"$last\"\n");
        const QTemporaryDir folder;
        const QString file = folder.filePath("run.mp4");
        MovieWriter writer(shortPlan(file, MoviePlan::Kind::Mp4), picture);
        QSignalSpy finished(&writer, &MovieWriter::finished);
        writer.start();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY2(finished[0][0].toBool(), qPrintable(finished[0][1].toString()));
        const QByteArray bytes = readAll(file);
        QCOMPARE(bytes.size(), qsizetype(11 * 64 * 48 * 4));
        // Red, green, blue, alpha of a pixel of the first frame.
        QCOMPARE(bytes.mid(4 * (15 * 64 + 5), 4), QByteArray("\xff\x00\x00\xff", 4));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    void whatTheEncoderSaysIsTold() {
        const StandIn encoder("echo 'no room on the disk' >&2\nexit 1\n");
        const QTemporaryDir folder;
        MovieWriter writer(shortPlan(folder.filePath("run.webm"), MoviePlan::Kind::WebM), picture);
        QSignalSpy finished(&writer, &MovieWriter::finished);
        writer.start();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(!finished[0][0].toBool());
        QVERIFY(finished[0][1].toString().contains("no room on the disk"));
        QVERIFY(!QFile::exists(folder.filePath("run.webm")));
    }

    void aShortWriteIsSaid() {
        const QString real = encoderProgram();
        if (real.isEmpty() || counterProgram().isEmpty()) QSKIP("ffmpeg is not installed");
        // As on a full disk: fewer frames, a complaint and no error.
        const StandIn encoder("for last; do :; done\ncat > /dev/null\n" + real.toUtf8() +
                              " -v quiet -y -f lavfi -i testsrc=d=0.7:r=10:s=64x48 \"$last\"\n"
                              "echo 'No space left on device' >&2\n");
        const QTemporaryDir folder;
        MovieWriter writer(shortPlan(folder.filePath("run.webm"), MoviePlan::Kind::WebM), picture);
        QSignalSpy finished(&writer, &MovieWriter::finished);
        writer.start();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(!finished[0][0].toBool());
        QVERIFY2(finished[0][1].toString().contains("7 of 11"),
                 qPrintable(finished[0][1].toString()));
        QVERIFY(finished[0][1].toString().contains("No space left on device"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 0);
    }

    void stoppingLeavesNothingHalf() {
        const StandIn encoder("for last; do :; done\ncat > \"$last\"\n");
        const QTemporaryDir folder;
        MoviePlan plan = shortPlan(folder.filePath("run.mp4"), MoviePlan::Kind::Mp4);
        plan.end = 100.0;
        MovieWriter writer(plan, picture);
        QSignalSpy finished(&writer, &MovieWriter::finished);
        QSignalSpy progressed(&writer, &MovieWriter::progressed);
        writer.start();
        QTRY_VERIFY(progressed.count() > 3);
        writer.cancel();
        QCOMPARE(finished.count(), 1);
        QVERIFY(!finished[0][0].toBool());
        QVERIFY(finished[0][1].toString().startsWith("stopped after"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 0);
        const int done = writer.framesDone();
        QTest::qWait(20);
        QCOMPARE(writer.framesDone(), done);
    }

    void aFolderThatIsNotThereIsNamed() {
        MovieWriter writer(shortPlan("/no/such/folder/run.png", MoviePlan::Kind::Pictures),
                           picture);
        QSignalSpy finished(&writer, &MovieWriter::finished);
        writer.start();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(finished[0][1].toString().contains("/no/such/folder"));
        // Before anything is drawn, for every format.
        int drawn = 0;
        MovieWriter movie(shortPlan("/no/such/folder/run.mp4", MoviePlan::Kind::Mp4),
                          [&](double time) {
                              ++drawn;
                              return picture(time);
                          });
        QSignalSpy ended(&movie, &MovieWriter::finished);
        movie.start();
        QCOMPARE(ended.count(), 1);
        QVERIFY(ended[0][1].toString().contains("/no/such/folder"));
        QCOMPARE(drawn, 0);
    }

    void withoutEncoderTheWayOutIsSaid() {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", "/no/such/folder");
        MovieWriter writer(shortPlan("/tmp/run.gif", MoviePlan::Kind::Gif), picture);
        QSignalSpy finished(&writer, &MovieWriter::finished);
        writer.start();
        qputenv("PATH", path);
        QCOMPARE(finished.count(), 1);
        QVERIFY(finished[0][1].toString().contains("ffmpeg"));
        QVERIFY(finished[0][1].toString().contains("pictures"));
    }

    void filesOfTheRealEncoderPlay_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("codec");
        QTest::newRow("mp4") << static_cast<int>(MoviePlan::Kind::Mp4) << "h264";
        QTest::newRow("webm") << static_cast<int>(MoviePlan::Kind::WebM) << "vp9";
        QTest::newRow("gif") << static_cast<int>(MoviePlan::Kind::Gif) << "gif";
    }
    void filesOfTheRealEncoderPlay() {
        QFETCH(int, kind);
        QFETCH(QString, codec);
        const QString probe = QStandardPaths::findExecutable("ffprobe");
        if (encoderProgram().isEmpty() || probe.isEmpty()) QSKIP("ffmpeg is not installed");
        const QTemporaryDir folder;
        const auto format = static_cast<MoviePlan::Kind>(kind);
        const QString file = folder.filePath("run" + movieSuffix(format));
        MovieWriter writer(shortPlan(file, format), picture);
        QSignalSpy finished(&writer, &MovieWriter::finished);
        writer.start();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY2(finished[0][0].toBool(), qPrintable(finished[0][1].toString()));
        QProcess ask;
        ask.start(probe, {"-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                          "stream=codec_name,width,height,nb_read_frames", "-of", "csv=p=0", file});
        QVERIFY(ask.waitForFinished(test::patience));
        QCOMPARE(QString::fromUtf8(ask.readAllStandardOutput()).trimmed(),
                 QStringLiteral("%1,64,48,11").arg(codec));
    }
};

MOMENTREE_TEST(TestMedia, Guiless)

}  // namespace momentree::test_media
#include "test_media.moc"
