// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/figure_dialog.hpp"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/theme/theme.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/plots/plot_export.hpp"

namespace momentree::app {
namespace {

struct PageSize {
    const char* name;
    double width, height;  ///< [mm]
};
constexpr std::array<PageSize, 3> pageSizes{{{QT_TR_NOOP("One column"), 85.0, 55.0},
                                             {QT_TR_NOOP("Two columns"), 174.0, 80.0},
                                             {QT_TR_NOOP("16 : 9"), 160.0, 90.0}}};
/// Names above the curves, if there is no room at their ends, and what is left for the curves [mm].
constexpr double nameWidth = 42.0, nameHeight = 3.7, curvesHeight = 42.0;
constexpr std::array<const char*, 3> formats{"PDF", "SVG", "PNG"};
constexpr double readableText = 6.0;  ///< [pt]
constexpr int previewMargin = 40, fieldsWidth = 310;

/// High enough for the names of the curves; slides have a height of their own.
double heightOf(const PageSize& size, const FigureSource& source) {
    const bool slide = size.name == pageSizes.back().name;
    const auto runs = std::ranges::count_if(source.runs, &PlotSource::visible);
    const auto series = std::ranges::count_if(source.settings.series, &PlotSeries::visible);
    const double rows = std::ceil(static_cast<double>(runs > 1 ? series + runs : series) /
                                  std::floor(size.width / nameWidth));
    return slide ? size.height : std::max(size.height, curvesHeight + rows * nameHeight);
}

}  // namespace

/// The figure at the largest whole zoom that fits, on the ground of a desk.
class FigurePreview final : public QWidget {
public:
    using QWidget::QWidget;

    void show(const FigureSource& source, const FigureSettings& figure) {
        source_ = source;
        figure_ = figure;
        update();
    }
    /// Times the printed size, at the resolution of the screen.
    double zoom() const {
        const double dots = logicalDpiX() / 25.4;
        const double fits = std::min((width() - previewMargin) / (dots * figure_.width),
                                     (height() - 2 * previewMargin) / (dots * figure_.height));
        return fits >= 1.0 ? std::floor(2.0 * fits) / 2.0 : std::max(0.1, fits);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const ThemeColors& colors = themeColors(isDark(palette()));
        painter.fillRect(rect(), colors.sunk);
        const double scale = zoom() * logicalDpiX() / 25.4, ratio = devicePixelRatioF();
        QImage page = figureImage(source_, figure_, scale * ratio);
        page.setDevicePixelRatio(ratio);
        const QSizeF size = page.deviceIndependentSize();
        const QPointF corner((width() - size.width()) / 2.0,
                             (height() - previewMargin / 2.0 - size.height()) / 2.0);
        painter.drawImage(corner, page);
        painter.setPen(colors.mutedText);
        painter.drawText(QRectF(0.0, corner.y() + size.height() + 8.0, width(), previewMargin),
                         Qt::AlignHCenter | Qt::AlignTop,
                         FigureDialog::tr("%1 × %2 mm, shown at %3 %; text %4 pt, as printed")
                             .arg(figure_.width)
                             .arg(figure_.height)
                             .arg(std::lround(100.0 * zoom()))
                             .arg(figure_.text));
    }

private:
    FigureSource source_;
    FigureSettings figure_;
};

FigureDialog::FigureDialog(FigureSource source, const QString& fileName, QWidget* parent)
    : QDialog(parent), source_(std::move(source)), fileName_(fileName) {
    setObjectName("figureDialog");
    setWindowTitle(tr("Make a figure"));
    setAttribute(Qt::WA_DeleteOnClose);
    preview_ = new FigurePreview(this);
    preview_->setObjectName("figurePreview");
    preview_->setAccessibleName(tr("The figure as printed"));
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(preview_, 1);
    middle->addWidget(makeFields());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(middle, 1);
    layout->addWidget(makeFoot());
    resize(1100, 680);
    refresh();
}

QDoubleSpinBox* FigureDialog::number(const QString& name, const QString& unit, double value,
                                     double low, double high, double step) {
    auto* field = new QDoubleSpinBox(this);
    field->setAccessibleName(name);
    field->setObjectName("figure " + name);
    field->setSuffix(' ' + unit);
    field->setRange(low, high);
    field->setSingleStep(step);
    field->setDecimals(unit == "s" ? 4 : 1);
    field->setKeyboardTracking(false);
    field->setValue(value);
    connect(field, &QDoubleSpinBox::valueChanged, this, &FigureDialog::refresh);
    return field;
}

void FigureDialog::addSize(QFormLayout& form) {
    sizes_ = new QTabBar(this);
    sizes_->setObjectName("figureSizes");
    sizes_->setAccessibleName(tr("Size of the figure"));
    sizes_->setDrawBase(false);
    for (const PageSize& size : pageSizes) sizes_->addTab(tr(size.name));
    width_ = number(tr("Width"), "mm", pageSizes[0].width, 30.0, 500.0, 1.0);
    height_ =
        number(tr("Height"), "mm", std::round(heightOf(pageSizes[0], source_)), 20.0, 500.0, 1.0);
    text_ = number(tr("Text"), "pt", 7.0, 4.0, 40.0, 0.5);
    lines_ = number(tr("Lines"), "pt", 1.2, 0.1, 10.0, 0.1);
    form.addRow(sizes_);
    form.addRow(tr("Width"), width_);
    form.addRow(tr("Height"), height_);
    form.addRow(tr("Text"), text_);
    form.addRow(tr("Lines"), lines_);
    connect(sizes_, &QTabBar::currentChanged, this, &FigureDialog::chooseSize);
}

void FigureDialog::addCurves(QFormLayout& form) {
    const auto list = [this](const QString& name, const QStringList& texts) {
        auto* combo = new QComboBox(this);
        combo->addItems(texts);
        combo->setAccessibleName(name);
        connect(combo, &QComboBox::currentIndexChanged, this, &FigureDialog::refresh);
        return combo;
    };
    const auto check = [this](const QString& name) {
        auto* box = new QCheckBox(name, this);
        box->setChecked(true);
        connect(box, &QCheckBox::toggled, this, &FigureDialog::refresh);
        return box;
    };
    names_ = list(tr("Names of the curves"), {tr("At curve ends"), tr("In a legend")});
    names_->setObjectName("figureNames");
    shows_ = list(tr("Values shown"), {tr("At each time"), tr("Largest so far")});
    shows_->setCurrentIndex(source_.settings.largestSoFar ? 1 : 0);
    const ValueRange time = source_.settings.time.value_or(ValueRange{0.0, 1.0});
    from_ = number(tr("From"), "s", time.lower, 0.0, 1e9, 0.1);
    to_ = number(tr("To"), "s", time.upper, 0.0, 1e9, 0.1);
    grid_ = check(tr("Grid"));
    dashes_ = check(tr("Dashes"));
    title_ = new QLineEdit(this);
    title_->setAccessibleName(tr("Title"));
    title_->setPlaceholderText(tr("none"));
    connect(title_, &QLineEdit::textChanged, this, &FigureDialog::refresh);
    form.addRow(tr("Names"), names_);
    form.addRow(tr("Show"), shows_);
    form.addRow(tr("From"), from_);
    form.addRow(tr("To"), to_);
    auto* boxes = new QHBoxLayout;
    boxes->addWidget(grid_);
    boxes->addWidget(dashes_);
    boxes->addStretch();
    form.addRow(QString(), boxes);
    form.addRow(tr("Title"), title_);
}

QWidget* FigureDialog::makeFields() {
    auto* fields = new QWidget(this);
    fields->setFixedWidth(fieldsWidth);
    auto* column = new QVBoxLayout(fields);
    column->setContentsMargins(metric::panelPadding, metric::panelPadding, metric::panelPadding,
                               metric::panelPadding);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addSize(*form);
    addCurves(*form);
    column->addLayout(form);
    auto* code = new QHBoxLayout;
    const auto copy = [&](const QString& name, auto make) {
        auto* button = new QPushButton(themedIcon("copy"), name, fields);
        button->setObjectName("copy" + name);
        button->setAccessibleName(tr("Copy as %1").arg(name));
        button->setToolTip(tr("Copies a program that draws this figure, with its values as CSV"));
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [this, name, make] {
            QGuiApplication::clipboard()->setText(make(source(), figure()));
            said_->setText(tr("Copied as %1").arg(name));
        });
        code->addWidget(button);
    };
    copy(QStringLiteral("Matplotlib"), matplotlibCode);
    copy(QStringLiteral("PGFPlots"), pgfplotsCode);
    auto* heading = new QLabel(tr("Copy as code"), fields);
    heading->setFont(strongFont(font()));
    column->addSpacing(metric::sectionGap);
    column->addWidget(heading);
    column->addLayout(code);
    column->addStretch();
    return fields;
}

QWidget* FigureDialog::makeFoot() {
    auto* foot = new QWidget(this);
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(metric::panelPadding, metric::sectionGap, metric::panelPadding,
                            metric::sectionGap);
    said_ = new QLabel(foot);
    said_->setObjectName("figureSaid");
    said_->setWordWrap(true);
    said_->setForegroundRole(QPalette::PlaceholderText);
    formats_ = new QTabBar(foot);
    formats_->setObjectName("figureFormats");
    formats_->setAccessibleName(tr("Format of the file"));
    formats_->setDrawBase(false);
    for (const char* format : formats) formats_->addTab(QString::fromLatin1(format));
    auto* close = new QPushButton(tr("Close"), foot);
    close->setAutoDefault(false);
    auto* save = new QPushButton(tr("Save the figure…"), foot);
    save->setObjectName("saveFigure");
    save->setDefault(true);
    row->addWidget(said_, 1);
    row->addWidget(formats_);
    row->addWidget(close);
    row->addWidget(save);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(save, &QPushButton::clicked, this, &FigureDialog::save);
    return foot;
}

void FigureDialog::chooseSize(int index) {
    const PageSize& size = pageSizes[static_cast<std::size_t>(index)];
    width_->setValue(size.width);
    height_->setValue(std::round(heightOf(size, source_)));
}

FigureSettings FigureDialog::figure() const {
    return {.width = width_->value(),
            .height = height_->value(),
            .text = text_->value(),
            .lines = lines_->value(),
            .grid = grid_->isChecked(),
            .dashes = dashes_->isChecked(),
            .title = title_->text().trimmed()};
}

FigureSource FigureDialog::source() const {
    FigureSource chosen = source_;
    const bool largest = shows_->currentIndex() == 1;
    // A range chosen for other values need not fit.
    if (largest != chosen.settings.largestSoFar) chosen.settings.value.reset();
    chosen.settings.largestSoFar = largest;
    chosen.settings.namesAtEnds = names_->currentIndex() == 0;
    chosen.settings.valuesAtEnds = false;  // of the cursor, which a figure does not have
    if (to_->value() > from_->value()) chosen.settings.time = {from_->value(), to_->value()};
    return chosen;
}

void FigureDialog::refresh() {
    if (!said_) return;
    preview_->show(source(), figure());
    if (to_->value() <= from_->value())
        said_->setText(tr("The end of the time has to be after its begin"));
    else if (text_->value() < readableText)
        said_->setText(tr("Text below %1 pt is hard to read in print").arg(readableText));
    else
        said_->setText(tr("Model, settings and version are written into the file's metadata"));
}

bool FigureDialog::write(const QString& path, QString* problem) const {
    const QString kind = path.section('.', -1).toLower();
    QByteArray bytes;
    if (kind == "pdf") bytes = figurePdf(source(), figure());
    if (kind == "svg") bytes = figureSvg(source(), figure());
    if (kind == "png") bytes = figurePng(source(), figure());
    if (!bytes.isEmpty()) return saveText(bytes, path, problem);
    if (problem) *problem = tr("%1: use the extension .pdf, .svg or .png").arg(path);
    return false;
}

void FigureDialog::save() {
    const QString kind = formats_->tabText(formats_->currentIndex()).toLower();
    QString path =
        QFileDialog::getSaveFileName(this, tr("Save the figure"), fileName_ + '.' + kind,
                                     QStringLiteral("%1 (*.%2)").arg(kind.toUpper(), kind));
    if (path.isEmpty()) return;
    const QFileInfo chosen(path);
    if (chosen.suffix().isEmpty()) path += '.' + kind;
    QString problem;
    // It stays open, because papers often want a second format.
    said_->setText(write(path, &problem) ? tr("Saved %1").arg(QFileInfo(path).fileName())
                                         : problem);
}

}  // namespace momentree::app
