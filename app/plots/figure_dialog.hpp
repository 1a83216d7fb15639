// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "app/plots/figure.hpp"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QTabBar;

namespace momentree::app {

class FigurePreview;

/// Makes a figure of a plot for print: its size in millimetres, text and lines in points, where the
/// curves are named, and the file. The preview is the output, enlarged.
class FigureDialog final : public QDialog {
    Q_OBJECT
public:
    /// @param fileName suggested, without extension
    FigureDialog(FigureSource source, const QString& fileName, QWidget* parent = nullptr);

    FigureSettings figure() const;
    FigureSource source() const;  ///< with the choices of the dialog
    /// Writes pdf, svg or png, depending on the extension. Returns false with an error message.
    bool write(const QString& path, QString* problem = nullptr) const;

private:
    QWidget* makeFields();
    QWidget* makeFoot();
    void addSize(QFormLayout& form);
    void addCurves(QFormLayout& form);
    void chooseSize(int index);
    void refresh();
    void save();
    QDoubleSpinBox* number(const QString& name, const QString& unit, double value, double low,
                           double high, double step);

    FigureSource source_;
    QString fileName_;
    FigurePreview* preview_;
    QTabBar *sizes_, *formats_;
    QDoubleSpinBox *width_, *height_, *text_, *lines_, *from_, *to_;
    QComboBox *names_, *shows_;
    QCheckBox *grid_, *dashes_;
    QLineEdit* title_ = nullptr;
    QLabel* said_ = nullptr;  ///< made last
};

}  // namespace momentree::app
