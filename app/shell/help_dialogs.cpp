// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/help_dialogs.hpp"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/base/text.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/base/versions.hpp"
#include "app/commands/actions.hpp"
#include "app/shell/shortcut_page.hpp"

namespace momentree::app {
namespace {

constexpr int width = 560;

}  // namespace

void showShortcuts(const Actions& actions, QWidget* parent) {
    if (auto* open = parent->findChild<ShortcutPage*>()) return open->activateWindow();
    (new ShortcutPage(actions.all, parent))->show();
}

void showAbout(QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("About Momentree"));
    auto* icon = new QLabel(dialog);
    icon->setPixmap(applicationIcon().pixmap(64, 64));
    auto* text = new QLabel(
        tr("<h2>Momentree</h2><p>A desktop laboratory for multibody dynamics: open a "
           "linkage, choose how its equations are formed, and watch motion, energy, drift and the "
           "time each phase takes.</p><p>The program is free software under the GNU General Public "
           "License 3 or later; the solver, the renderer and the models are under the Apache "
           "License 2.0.</p>"),
        dialog);
    text->setWordWrap(true);
    auto* details = new QLabel(QString::fromStdString(versions()), dialog);
    details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    auto* copy = buttons->addButton(tr("Copy versions"), QDialogButtonBox::ActionRole);
    QObject::connect(copy, &QPushButton::clicked, dialog,
                     [details] { QGuiApplication::clipboard()->setText(details->text()); });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* head = new QHBoxLayout;
    head->addWidget(icon, 0, Qt::AlignTop);
    head->addSpacing(10);
    head->addWidget(text, 1);
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(18, 18, 18, 12);
    layout->setSpacing(12);
    layout->addLayout(head);
    layout->addWidget(details);
    layout->addWidget(buttons);
    dialog->resize(width, layout->totalHeightForWidth(width));
    dialog->show();
}

}  // namespace momentree::app
