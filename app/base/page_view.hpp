// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace momentree::app {

/// A Markdown page with formulas between dollar signs, in the colours of the theme. Formulas
/// without a picture are shown as TeX. Web links open in the browser; others emit a signal.
class PageView final : public QTextBrowser {
    Q_OBJECT
public:
    explicit PageView(QWidget* parent = nullptr);

    /// @param folders searched for pictures of formulas before those of the program
    void setPage(const QString& markdown, const QStringList& folders = {});
    const QString& page() const { return markdown_; }
    /// Number of formulas shown as text because no picture was found.
    int missingFormulas() const { return missing_; }
    /// Makes the view as high as its page, for use inside a scroll area.
    void setFitsHeight(bool fits);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void render();
    void placeFormulas();
    void styleBlocks();
    void fitHeight();

    QString markdown_;
    QStringList folders_;
    int missing_ = 0;
    bool fitsHeight_ = false;
};

}  // namespace momentree::app
