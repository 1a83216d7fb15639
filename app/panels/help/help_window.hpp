// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QListWidget;

namespace momentree::app {

class PageView;

/// A help topic: a formulation, integrator or backend.
struct HelpTopic {
    QString id, title, file;
};
QList<HelpTopic> helpTopics();

/// The pages of resources/help: equations, symbols, source, limits, and location in the code.
class HelpWindow final : public QDialog {
    Q_OBJECT
public:
    explicit HelpWindow(QWidget* parent = nullptr);
    void open(const QString& topic);  ///< opens the first topic if unknown
    QString topic() const;
    PageView& page() { return *page_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showTopic(int row);
    QList<HelpTopic> topics_;
    QListWidget* list_;
    PageView* page_;
};

}  // namespace momentree::app
