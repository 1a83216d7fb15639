// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/page_view.hpp"

#include <QAbstractTextDocumentLayout>
#include <QDesktopServices>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>
#include <cmath>

#include "app/base/formula.hpp"
#include "app/base/formula_object.hpp"
#include "app/base/resources_dir.hpp"
#include "app/base/theme/theme.hpp"

namespace momentree::app {
namespace {

/// Placeholders for formulas while Markdown is parsed: private characters that pages do not
/// contain.
constexpr QChar markStart(0xE000), markEnd(0xE001);
/// Replaces formulas in Markdown by placeholders.
QString marked(const QString& markdown, const QList<Formula>& formulas) {
    QString text;
    qsizetype at = 0;
    for (qsizetype k = 0; k < formulas.size(); ++k) {
        const Formula& formula = formulas[k];
        text += markdown.mid(at, formula.start - at);
        const QString mark = markStart + QString::number(k) + markEnd;
        text += formula.display ? "\n\n" + mark + "\n\n" : mark;
        at = formula.start + formula.length;
    }
    return text + markdown.mid(at);
}

}  // namespace

PageView::PageView(QWidget* parent) : QTextBrowser(parent) {
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setUndoRedoEnabled(false);
    document()->setDocumentMargin(12);
    document()->documentLayout()->registerHandler(FormulaObject::type, new FormulaObject(this));
    connect(this, &QTextBrowser::anchorClicked, this, [](const QUrl& url) {
        if (url.scheme() == QLatin1String("https")) QDesktopServices::openUrl(url);
    });
}

void PageView::setPage(const QString& markdown, const QStringList& folders) {
    markdown_ = markdown;
    folders_ = folders;
    folders_ << QString::fromStdString((resourcesDirectory() / "formulas").string());
    render();
    verticalScrollBar()->setValue(0);
}

void PageView::render() {
    const QList<Formula> formulas = formulasOf(markdown_);
    document()->setMarkdown(marked(markdown_, formulas));
    styleBlocks();
    placeFormulas();
    fitHeight();
}

void PageView::placeFormulas() {
    missing_ = 0;
    const QList<Formula> formulas = formulasOf(markdown_);
    QTextCursor cursor(document());
    for (cursor = document()->find(QString(markStart), cursor); !cursor.isNull();
         cursor = document()->find(QString(markStart), cursor)) {
        const int start = cursor.selectionStart();
        const QTextCursor end = document()->find(QString(markEnd), start);
        cursor.setPosition(start);
        cursor.setPosition(end.selectionEnd(), QTextCursor::KeepAnchor);
        const QString mark = cursor.selectedText();
        const Formula& formula = formulas[mark.mid(1, mark.size() - 2).toInt()];
        QTextCharFormat format = cursor.charFormat();
        if (const auto picture = FormulaPicture::find(formula, folders_)) {
            format.setObjectType(FormulaObject::type);
            format.setProperty(FormulaObject::pictureProperty, QVariant::fromValue(picture));
            format.setProperty(FormulaObject::displayProperty, formula.display);
            format.setToolTip(formula.tex);
            cursor.insertText(QString(QChar::ObjectReplacementCharacter), format);
        } else {
            ++missing_;
            format.setFontFamilies({QStringLiteral("monospace")});
            cursor.insertText(formula.tex, format);
        }
        if (!formula.display) continue;
        QTextBlockFormat block = cursor.blockFormat();
        block.setAlignment(Qt::AlignHCenter);
        block.setTopMargin(8);
        block.setBottomMargin(10);
        cursor.setBlockFormat(block);
    }
}

/// Sets line and paragraph spacing, moderate heading sizes, and thin table lines.
void PageView::styleBlocks() {
    QTextCursor cursor(document());
    const double size = font().pointSizeF();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        cursor.setPosition(block.position());
        QTextBlockFormat format = block.blockFormat();
        const int level = format.headingLevel();
        format.setLineHeight(level > 0 ? 105 : 124, QTextBlockFormat::ProportionalHeight);
        const bool inTable = cursor.currentTable() != nullptr;
        format.setTopMargin(inTable ? 1 : level > 0 ? size * 1.3 : 2);
        format.setBottomMargin(inTable ? 1 : level > 0 ? size * 0.4 : size * 0.6);
        cursor.setBlockFormat(format);
        if (level == 0) continue;
        cursor.select(QTextCursor::BlockUnderCursor);
        QTextCharFormat heading;
        heading.setFontPointSize(size * (level == 1 ? 1.5 : level == 2 ? 1.2 : 1.05));
        heading.setFontWeight(QFont::DemiBold);
        cursor.mergeCharFormat(heading);
    }
    const QColor line = palette().color(QPalette::Mid);
    for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table) continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorderBrush(line);
        format.setBorder(0.5);
        format.setCellPadding(5);
        format.setCellSpacing(0);
        format.setTopMargin(6);
        format.setBottomMargin(10);
        table->setFormat(format);
    }
}

void PageView::setFitsHeight(bool fits) {
    fitsHeight_ = fits;
    setVerticalScrollBarPolicy(fits ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    setSizePolicy(QSizePolicy::Preferred, fits ? QSizePolicy::Fixed : QSizePolicy::Expanding);
    fitHeight();
}

void PageView::fitHeight() {
    if (!fitsHeight_) return;
    document()->setTextWidth(viewport()->width());
    setFixedHeight(static_cast<int>(std::ceil(document()->size().height())) + 2 * frameWidth());
}

QSize PageView::sizeHint() const { return fitsHeight_ ? QSize(320, height()) : QSize(560, 560); }
QSize PageView::minimumSizeHint() const { return {200, 40}; }

void PageView::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    fitHeight();
}

void PageView::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    document()->setDefaultFont(font());
    if (!markdown_.isEmpty()) render();
}

}  // namespace momentree::app
