// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

#include "app/scene/backdrop_grip.hpp"

class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;

namespace momentree::app {

class ModelDocument;

/// Controls of the background picture on the scene: position, opacity, and size from a known
/// length.
class BackdropPanel final : public QWidget {
    Q_OBJECT
public:
    BackdropPanel(Backdrop& backdrop, ModelDocument& document);

    BackdropGrip& grip() { return grip_; }

Q_SIGNALS:
    void replaceWanted();  ///< the user wants another picture

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    using Take = std::function<void(double metres)>;
    void makeHead();
    void makeFields();
    void makeModes();
    QLineEdit* lengthField(const char* name, const QString& label, const QString& help,
                           const Take& take);
    QToolButton* button(const char* name, const QString& icon, const QString& text,
                        const QString& help);
    void takeLength(QLineEdit* field, const Take& take);
    void follow();

    QString hintText() const;

    Backdrop& backdrop_;
    ModelDocument& document_;
    BackdropGrip& grip_;
    QLineEdit *width_, *x_, *y_, *known_;
    QSlider* opacity_;
    QToolButton *move_, *measure_;
    QLabel* hint_;
};

}  // namespace momentree::app
