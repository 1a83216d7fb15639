// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/document/element.hpp"
#include "app/panels/xray/xray_report.hpp"

class QLabel;
class QListWidget;
class QListWidgetItem;
class QToolButton;

namespace momentree::app {

class MotionPlayer;

/// Redundant constraints, their remedies, and the free motions one by one.
class XrayPanel final : public QWidget {
    Q_OBJECT
public:
    /// @param gauge shown at the top; becomes a child of the panel
    XrayPanel(MotionPlayer& player, QWidget* gauge, QWidget* parent = nullptr);

    void showReport(const Model& model, const XrayReport& report);
    void showMessage(const QString& text);  ///< replaces the report

Q_SIGNALS:
    void jointsChosen(const std::vector<momentree::app::Element>& joints);
    void playWanted(bool play);

private:
    QWidget* makeMotionBar();
    void addHeading(const QString& text);
    void addText(const QString& text, const QList<int>& joints = {});
    void choose(const QListWidgetItem* item);
    void followPlayer();

    MotionPlayer& player_;
    QLabel *summary_, *motion_;
    QListWidget* list_;
    QToolButton *previous_, *play_, *next_;
};

}  // namespace momentree::app
