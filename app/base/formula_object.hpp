// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>
#include <QTextObjectInterface>

#ifdef Q_MOC_RUN  // which does not read Qt's headers
Q_DECLARE_INTERFACE(QTextObjectInterface, "org.qt-project.Qt.QTextObjectInterface")
#endif

namespace momentree::app {

/// Lays out and draws the formulas of a page. Inline ones are on the baseline and may extend below
/// the line.
class FormulaObject final : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    static constexpr int type = QTextFormat::UserObject + 1;
    /// Holds a std::shared_ptr<const FormulaPicture>.
    static constexpr int pictureProperty = QTextFormat::UserProperty + 1;
    static constexpr int displayProperty = QTextFormat::UserProperty + 2;

    explicit FormulaObject(QTextBrowser* view) : QObject(view), view_(view) {}
    QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                    const QTextFormat& format) override;

private:
    double em(const QTextFormat& format, double width) const;
    QTextBrowser* view_;
};

}  // namespace momentree::app
