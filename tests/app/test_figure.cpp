// SPDX-License-Identifier: GPL-3.0-or-later
// Figures for print: sizes, texts and metadata of the files, and the code for other tools.
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "app/plots/figure_dialog.hpp"
#include "support/test_main.hpp"
#include "tests/app/pictures.hpp"
#include "tests/app/recorded_run.hpp"

namespace momentree::test_figure {

using namespace momentree::app;

namespace {

/// The streams of a PDF file, unpacked.
QList<QByteArray> streamsOf(const QByteArray& pdf) {
    QList<QByteArray> streams;
    for (qsizetype at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at + 1)) {
        if (pdf.mid(at - 3, 3) == "end") continue;
        const qsizetype begin = at + 7, end = pdf.indexOf("endstream", begin);
        const QByteArray packed = pdf.mid(begin, end - begin);
        // qUncompress wants the size first, which is only a hint.
        const QByteArray raw = qUncompress(QByteArray("\0\1\0\0", 4) + packed);
        streams << (raw.isEmpty() ? packed : raw);
    }
    return streams;
}

struct TextSize {
    double points = 0.0;
    double x = 0.0, y = 0.0;  ///< of its origin [pt]
};

/// Sizes and places of all texts of a page, from its operators: cm, q, Q, Tm and Tf.
std::vector<TextSize> textsOf(const QByteArray& page) {
    std::vector<TextSize> texts;
    QTransform now;
    QList<QTransform> saved;
    QList<double> numbers;
    double size = 0.0;
    for (const QByteArray& token : page.simplified().split(' ')) {
        bool isNumber = false;
        const double value = token.toDouble(&isNumber);
        if (isNumber) {
            numbers << value;
            continue;
        }
        const auto matrix = [&] {
            const auto n = numbers.mid(numbers.size() - 6);
            return QTransform(n[0], n[1], n[2], n[3], n[4], n[5]);
        };
        if (token == "q") saved << now;
        if (token == "Q" && !saved.isEmpty()) now = saved.takeLast();
        if (token == "cm" && numbers.size() >= 6) now = matrix() * now;
        if (token == "Tf" && !numbers.isEmpty()) size = numbers.last();
        if (token == "Tm" && numbers.size() >= 6) {
            const QTransform all = matrix() * now;
            const QPointF origin = all.map(QPointF());
            texts.push_back(
                {size * std::sqrt(std::abs(all.determinant())), origin.x(), origin.y()});
        }
        numbers.clear();
    }
    return texts;
}

/// Two runs, one value a hundred times the other.
struct Shown {
    RecordedRun one, other;
    FigureSource source;
    Shown() {
        const auto fill = [](RecordedRun& run, double factor) {
            run.append(201, 0.01, [&](double time, std::span<double> row) {
                row[static_cast<std::size_t>(run.column("tip.x"))] =
                    factor * (1.2 + std::sin(9.0 * time));
            });
        };
        fill(one, 1e-6);
        fill(other, 1e-4);
        source.settings.log = true;
        source.settings.valueLabel = QStringLiteral("drift [m]");
        source.settings.series = {{one.column("tip.x"), QStringLiteral("x"), {}, 0}};
        source.settings.time = ValueRange{0.0, 2.0};
        source.settings.namesAtEnds = true;
        source.runs = {{one.recording, one.layout, QStringLiteral("hdca"), 0, true},
                       {other.recording, other.layout, QStringLiteral("aba & co"), 1, true}};
    }
};

}  // namespace

class TestFigure : public QObject {
    Q_OBJECT

private slots:
    void textsHaveTheAskedSizeAndStayOnThePage() {
        const Shown shown;
        for (const double text : {6.0, 7.0, 9.5}) {
            const FigureSettings figure{.width = 85.0, .height = 55.0, .text = text};
            const QByteArray pdf = figurePdf(shown.source, figure);
            static const QRegularExpression box(
                R"(/MediaBox \[([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)\])");
            const auto media = box.match(QString::fromLatin1(pdf));
            QVERIFY(media.hasMatch());
            const double width = media.captured(3).toDouble(),
                         height = media.captured(4).toDouble();
            QVERIFY2(std::abs(width - 85.0 * 72.0 / 25.4) < 0.6, qPrintable(media.captured(0)));
            QVERIFY2(std::abs(height - 55.0 * 72.0 / 25.4) < 0.6, qPrintable(media.captured(0)));
            int exact = 0;
            for (const QByteArray& stream : streamsOf(pdf)) {
                if (!stream.contains(" Tf")) continue;
                for (const TextSize& one : textsOf(stream)) {
                    // Exponents of powers of ten are smaller.
                    QVERIFY2(one.points < 1.02 * text, qPrintable(QString::number(one.points)));
                    exact += std::abs(one.points / text - 1.0) < 0.02;
                    QVERIFY(one.x >= 0.0 && one.x <= width && one.y >= 0.0 && one.y <= height);
                }
            }
            QVERIFY2(exact >= 6, qPrintable(QString::number(exact)));
        }
    }

    /// The ink of the picture ends before its edges: no text or line is cut off.
    void nothingIsCutOff() {
        const Shown shown;
        for (const QSizeF size : {QSizeF(85, 55), QSizeF(174, 80), QSizeF(160, 90)}) {
            const FigureSettings figure{.width = size.width(), .height = size.height()};
            const QImage image = figureImage(shown.source, figure, 8.0);
            QCOMPARE(image.size(), (8.0 * size).toSize());
            const QRgb ground = image.pixel(0, 0);
            for (int y = 0; y < image.height(); ++y)
                QVERIFY(image.pixel(0, y) == ground && image.pixel(image.width() - 1, y) == ground);
            for (int x = 0; x < image.width(); ++x)
                QVERIFY(image.pixel(x, 0) == ground &&
                        image.pixel(x, image.height() - 1) == ground);
            keepPicture(image, QStringLiteral("figure-%1").arg(size.width()));
        }
    }

    /// Names that have no room at the ends of the curves take the lines that they need above.
    void manyNamesAreNotSqueezed() {
        Shown shown;
        const PlotSource one = shown.source.runs.front();
        shown.source.runs.clear();
        for (int k = 0; k < 15; ++k) {
            shown.source.runs.push_back(one);
            shown.source.runs.back().name = QStringLiteral("lagrange-index%1").arg(k);
            shown.source.runs.back().style = k;
        }
        const FigureSettings figure{.width = 85.0, .height = 55.0};
        const QImage image = figureImage(shown.source, figure, 8.0);
        keepPicture(image, QStringLiteral("figure-many"));
        // Lines with ink at the right, above the curves.
        int lines = 0;
        bool inked = false;
        for (int y = 0; y < image.height() / 2; ++y) {
            bool ink = false;
            for (int x = 65 * image.width() / 100; x < image.width(); ++x)
                ink = ink || qGray(image.pixel(x, y)) < 100;
            lines += ink && !inked;
            inked = ink;
        }
        QVERIFY2(lines >= 5, qPrintable(QString::number(lines)));
    }

    void linesAreAsWideAsAsked() {
        const Shown shown;
        const auto ink = [&](double lines) {
            const FigureSettings figure{.lines = lines, .grid = false};
            const QImage image = figureImage(shown.source, figure, 20.0);
            int count = 0;
            const QColor colour = themeColors(false).style(0).colour;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width() / 2; ++x)
                    count += image.pixelColor(x, y) == colour;
            return static_cast<double>(count);
        };
        const double ratio = ink(3.0) / ink(1.5);
        QVERIFY2(ratio > 1.7 && ratio < 2.4, qPrintable(QString::number(ratio)));
    }

    void codeHasTheValues() {
        const Shown shown;
        const QString python = matplotlibCode(shown.source, {});
        QVERIFY(python.contains("set_yscale(\"log\")") && python.contains("figsize=(85 / 25.4"));
        QVERIFY(python.contains("\nhdca,0,1.2e-06\n") || python.contains("\nhdca,0,1.2e-6\n"));
        const QString tex = pgfplotsCode(shown.source, {});
        QVERIFY(tex.contains("ymode=log") && tex.contains("aba \\& co"));
        QCOMPARE(tex.count("\\addplot"), 2);
    }

    /// Many names stand above the curves, which keep their height.
    void manyRunsMakeAHigherFigure() {
        Shown shown;
        const auto height = [&] {
            FigureDialog dialog(shown.source, "drift");
            dialog.setAttribute(Qt::WA_DeleteOnClose, false);
            return dialog.figure().height;
        };
        QCOMPARE(height(), 55.0);
        while (shown.source.runs.size() < 15) shown.source.runs.push_back(shown.source.runs[0]);
        QVERIFY(height() > 70.0);
        for (std::size_t k = 2; k < 15; ++k) shown.source.runs[k].visible = false;
        QCOMPARE(height(), 55.0);
    }

    void theDialogWritesWhatItShows() {
        const Shown shown;
        auto* dialog = new FigureDialog(shown.source, "drift");
        dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        dialog->findChild<QTabBar*>("figureSizes")->setCurrentIndex(1);
        QCOMPARE(dialog->figure().width, 174.0);
        for (const auto* widget : dialog->findChildren<QDoubleSpinBox*>())
            QVERIFY(!widget->accessibleName().isEmpty());
        QTemporaryDir folder;
        QString problem;
        for (const char* kind : {"pdf", "svg", "png"}) {
            const QString path = folder.filePath(QStringLiteral("figure.") + kind);
            QVERIFY2(dialog->write(path, &problem), qPrintable(problem));
            QFile file(path);
            QVERIFY(file.open(QFile::ReadOnly));
            const QByteArray bytes = file.readAll();
            if (QByteArray(kind) == "svg") QVERIFY(bytes.contains("width=\"174mm\""));
            if (QByteArray(kind) == "png")
                QCOMPARE(QImage::fromData(bytes).width(), qRound(174.0 / 25.4 * 600.0));
        }
        QVERIFY(!dialog->write(folder.filePath("figure.gif"), &problem));
        QVERIFY(problem.contains(".pdf"));
        dialog->findChild<QPushButton*>("copyMatplotlib")->click();
        QVERIFY(QApplication::clipboard()->text().startsWith("import csv"));
        keepPicture(*dialog, "figure-dialog");
        dialog->close();
    }
};

MOMENTREE_TEST(TestFigure, Gui)

}  // namespace momentree::test_figure
#include "test_figure.moc"
