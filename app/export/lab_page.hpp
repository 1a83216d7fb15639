// SPDX-License-Identifier: GPL-3.0-or-later
// A page to hand in, on one sheet of A4: HTML with its pictures inside and without scripts, or PDF.
// A long page is written smaller, at most by a quarter.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <memory>
#include <vector>

#include "core/result.hpp"
#include "core/session/run_origin.hpp"

class QCustomPlot;
class QWidget;

namespace momentree::app {

struct FigureSource;
class Viewport;

/// A picture on the page.
struct LabPicture {
    QByteArray file;  ///< for HTML
    const char* kind = "image/png";
    QImage image;        ///< for PDF
    double width = 0.0;  ///< [mm]
    QString name;        ///< for those who do not see it
};

/// A run on the page, for its origin.
struct LabRun {
    QString name;
    std::shared_ptr<const RunOrigin> origin;
};

struct LabPage {
    QString title;
    QString body;  ///< HTML below the title
    std::vector<LabPicture> pictures;
    std::vector<LabRun> runs;
};

/// Adds the picture to the page.
/// @return its element for the body
QString labImage(LabPage& page, LabPicture picture);
/// Half as wide as the page, or as wide as the page, which has room for the names of several runs.
enum class LabWidth { Half, Whole };
LabPicture labFigure(const FigureSource& source, const QString& name, LabWidth width);
LabPicture labFigure(QCustomPlot& plot, const QString& name, LabWidth width);
/// A picture of the mechanism, half the page wide.
LabPicture labScene(const QImage& scene);
/// The scene in the colours of paper, whatever those of the window are.
QImage paperPicture(Viewport& viewport);

using Cells = std::vector<QString>;  ///< of a row, as HTML
/// @param rows the first one has the headings
/// @param texts columns from the left that hold texts; the others hold numbers
QString labTable(const std::vector<Cells>& rows, std::size_t texts = 1);
/// Two parts of the page beside each other.
QString labBeside(const QString& left, const QString& right);
QString labHeading(const QString& text);
QString labParagraph(const QString& html);
/// Lines to write on by hand, across the page.
QString labLines(int count);

QByteArray labHtml(const LabPage& page);
QByteArray labPdf(const LabPage& page);
/// Asks where to write; empty if the user cancels.
/// @param name of the file, as a suggestion
QString askForLabFile(QWidget* parent, const QString& title, const QString& name);
/// Writes one of both, by the ending of the path.
Result<void> writeLabPage(const LabPage& page, const std::string& path);

}  // namespace momentree::app
