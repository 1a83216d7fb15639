// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/help/help_window.hpp"

#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QScrollBar>
#include <QSplitter>

#include "app/base/page_view.hpp"
#include "app/base/resources_dir.hpp"
#include "core/session/catalogue.hpp"

namespace momentree::app {
namespace {

/// In the order of the list; titles are the headings of the pages.
QStringList topicIds() {
    QStringList ids{"drawing", "elements", "robots", "pmks", "freecad", "other-programs"};
    for (const Choice& formulation : Catalogue().formulations())
        ids.append(QString::fromStdString(formulation.id));
    return ids + QStringList{"integrators", "backends", "analyses", "synthesis", "papers"};
}

QString textOf(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

QList<HelpTopic> helpTopics() {
    QList<HelpTopic> topics;
    for (const QString& id : topicIds()) {
        const QString file = QString::fromStdString(
            (resourcesDirectory() / "help" / (id.toStdString() + ".md")).string());
        const QString heading = textOf(file).section('\n', 0, 0);
        if (heading.startsWith("# ")) topics.append({id, heading.mid(2), file});
    }
    return topics;
}

HelpWindow::HelpWindow(QWidget* parent) : QDialog(parent), topics_(helpTopics()) {
    setObjectName("helpWindow");
    setWindowTitle(tr("Help"));
    list_ = new QListWidget(this);
    list_->setObjectName("helpTopics");
    list_->setAccessibleName(tr("Topics"));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setSpacing(2);
    list_->setWordWrap(true);
    for (const HelpTopic& topic : topics_)
        list_->addItem(topic.title.toLower() == topic.id
                           ? topic.title
                           : QStringLiteral("%1\n%2").arg(topic.title, topic.id));
    page_ = new PageView(this);
    page_->setObjectName("helpPage");
    page_->setAccessibleName(tr("Text of the topic"));
    page_->document()->setDocumentMargin(22);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(list_);
    splitter->addWidget(page_);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({250, 650});
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    resize(940, 760);
    connect(list_, &QListWidget::currentRowChanged, this, &HelpWindow::showTopic);
    list_->setCurrentRow(0);
}

void HelpWindow::open(const QString& topic) {
    for (qsizetype k = 0; k < topics_.size(); ++k)
        if (topics_[k].id == topic) return list_->setCurrentRow(static_cast<int>(k));
    list_->setCurrentRow(0);
}

/// A page laid out before the window has its width would scroll to a wrong position.
void HelpWindow::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    page_->verticalScrollBar()->setValue(0);
}

QString HelpWindow::topic() const { return topics_.value(list_->currentRow()).id; }

void HelpWindow::showTopic(int row) {
    if (row >= 0 && row < topics_.size()) page_->setPage(textOf(topics_[row].file));
}

}  // namespace momentree::app
