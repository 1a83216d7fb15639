// SPDX-License-Identifier: GPL-3.0-or-later
// A figure as a program for other plotting tools.
#include <qcustomplot.h>

#include "app/plots/figure.hpp"
#include "app/plots/plot_export.hpp"

namespace momentree::app {
namespace {

constexpr int columns = 400;  ///< of pixels, to which long recordings are reduced

/// One drawn curve: its points, and how it looks.
struct DrawnCurve {
    QString name;
    SeriesStyle style;
    std::vector<std::pair<double, double>> points;
};

std::vector<DrawnCurve> curvesOf(const FigureSource& source) {
    QCustomPlot plot;
    CurveChart chart(&plot);
    chart.show(source.runs, source.settings);
    chart.setColors(themeColors(false));
    chart.pull();
    plot.setViewport(QRect(0, 0, columns, columns / 2));
    chart.update();
    plot.replot();
    std::vector<DrawnCurve> all;
    for (const CurveChart::Shown& curve : chart.shown()) {
        DrawnCurve drawn{chart.name(curve), chart.style(curve, themeColors(false)), {}};
        for (const auto& [time, value] : chart.drawn(curve))
            if (std::isfinite(value)) drawn.points.emplace_back(time, value);
        all.push_back(std::move(drawn));
    }
    return all;
}

/// "curve,time,value" with one line for each point.
QString csvOf(const std::vector<DrawnCurve>& curves) {
    QByteArray text = "curve,time,value\n";
    for (const DrawnCurve& curve : curves)
        for (const auto& [time, value] : curve.points)
            text +=
                csvField(curve.name) + ',' + exactNumber(time) + ',' + exactNumber(value) + '\n';
    return QString::fromUtf8(text);
}

QString quoted(QString text) {
    return '"' + text.replace('\\', QStringLiteral("\\\\")).replace('"', QStringLiteral("\\\"")) +
           '"';
}

/// Special characters of TeX.
QString tex(const QString& text) {
    QString safe;
    for (const QChar c : text) {
        if (QStringLiteral("#$%&_{}").contains(c)) safe += '\\';
        safe += c;
    }
    return safe;
}

QString number(double value) { return QString::fromLatin1(exactNumber(value)); }

QStringList dashesOf(const DrawnCurve& curve, double width) {
    QStringList dashes;
    for (const qreal dash : curve.style.dashes) dashes << QString::number(width * dash, 'g', 4);
    return dashes;
}

}  // namespace

QString matplotlibCode(const FigureSource& source, const FigureSettings& figure) {
    const std::vector<DrawnCurve> curves = curvesOf(source);
    QString code =
        QStringLiteral(
            "import csv\nimport io\n\nimport matplotlib.pyplot as plt\n\n"
            "plt.rcParams[\"font.size\"] = %1\n"
            "values = {}\n"
            "data = \"\"\"\\\n%2\"\"\"\n"
            "for row in csv.DictReader(io.StringIO(data)):\n"
            "    x, y = values.setdefault(row[\"curve\"], ([], []))\n"
            "    x.append(float(row[\"time\"]))\n"
            "    y.append(float(row[\"value\"]))\n"
            "figure, axes = plt.subplots(figsize=(%3 / 25.4, %4 / 25.4), "
            "layout=\"constrained\")\n")
            .arg(number(figure.text), csvOf(curves), number(figure.width), number(figure.height));
    for (const DrawnCurve& curve : curves) {
        const QStringList dashes = figure.dashes ? dashesOf(curve, 1.0) : QStringList{};
        code += QStringLiteral("axes.plot(*values[%1], color=\"%2\", linewidth=%3%4, label=%1)\n")
                    .arg(quoted(curve.name), curve.style.colour.name(), number(figure.lines),
                         dashes.isEmpty() ? QString()
                                          : QStringLiteral(", dashes=(%1)").arg(dashes.join(", ")));
    }
    if (source.settings.log) code += QStringLiteral("axes.set_yscale(\"log\")\n");
    if (figure.grid) code += QStringLiteral("axes.grid(axis=\"y\", linewidth=0.4)\n");
    if (!figure.title.isEmpty())
        code += QStringLiteral("axes.set_title(%1)\n").arg(quoted(figure.title));
    return code + QStringLiteral(
                      "axes.set_xlabel(\"time in s\")\naxes.set_ylabel(%1)\naxes.legend()\n"
                      "figure.savefig(\"figure.pdf\")\n")
                      .arg(quoted(source.settings.valueLabel));
}

QString pgfplotsCode(const FigureSource& source, const FigureSettings& figure) {
    const std::vector<DrawnCurve> curves = curvesOf(source);
    QString code =
        QStringLiteral("% needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.16}\n");
    QString plots;
    for (std::size_t k = 0; k < curves.size(); ++k) {
        const DrawnCurve& curve = curves[k];
        code += QStringLiteral("\\begin{filecontents*}[overwrite]{figure-%1.csv}\ntime,value\n")
                    .arg(k + 1);
        for (const auto& [time, value] : curve.points)
            code += number(time) + ',' + number(value) + '\n';
        code += QStringLiteral("\\end{filecontents*}\n");
        code += QStringLiteral("\\definecolor{curve%1}{HTML}{%2}\n")
                    .arg(k + 1)
                    .arg(curve.style.colour.name().mid(1).toUpper());
        const QStringList dashes = figure.dashes ? dashesOf(curve, figure.lines) : QStringList{};
        QString pattern;
        for (qsizetype d = 0; d + 1 < dashes.size(); d += 2)
            pattern += QStringLiteral(" on %1pt off %2pt").arg(dashes[d], dashes[d + 1]);
        plots += QStringLiteral(
                     "  \\addplot [curve%1, line width=%2pt%3] table [col sep=comma, "
                     "x=time, y=value] {figure-%1.csv};\n"
                     "  \\addlegendentry{%4}\n")
                     .arg(QString::number(k + 1), number(figure.lines),
                          pattern.isEmpty() ? QString()
                                            : QStringLiteral(", dash pattern={%1}").arg(pattern),
                          tex(curve.name));
    }
    QString options =
        QStringLiteral("width=%1mm, height=%2mm, xlabel={time in s}, ylabel={%3}")
            .arg(number(figure.width), number(figure.height), tex(source.settings.valueLabel));
    if (source.settings.log) options += QStringLiteral(", ymode=log");
    if (figure.grid) options += QStringLiteral(", ymajorgrids");
    if (!figure.title.isEmpty()) options += QStringLiteral(", title={%1}").arg(tex(figure.title));
    return code + QStringLiteral(
                      "\\begin{tikzpicture}[font=\\fontsize{%1pt}{%2pt}\\selectfont]\n"
                      "\\begin{axis}[%3]\n%4\\end{axis}\n\\end{tikzpicture}\n")
                      .arg(number(figure.text), number(1.2 * figure.text), options, plots);
}

}  // namespace momentree::app
