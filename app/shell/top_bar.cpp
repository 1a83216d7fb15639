// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/top_bar.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolButton>

#include "app/base/theme/themed_icon.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/shell/file_actions.hpp"
#include "app/shell/space_switch.hpp"
#include "app/shell/spaces.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

constexpr int longestName = 240, shortName = 170, logoSize = 22;
constexpr int roomForName = 1200;  ///< width of the window in which the name may be long [px]
constexpr int roomForFind = 1000;  ///< width of the window in which the search has its words [px]

}  // namespace

TopBar::TopBar(Workspace& workspace, Host& host, Spaces& spaces)
    : QToolBar(tr("Document and workspaces"), &host.window),
      workspace_(workspace),
      host_(host),
      spaces_(spaces) {
    setObjectName("topBar");
    setMovable(false);
    setFloatable(false);
    setFixedHeight(metric::topBar);
    menu_ = button("menuButton", tr("Menu"), "menu");
    menu_->setAccessibleDescription(tr("All menus"));
    auto* logo = new QLabel(this);
    logo->setPixmap(applicationIcon().pixmap(logoSize, logoSize));
    name_ = button("documentName", tr("Document"), {});
    name_->setPopupMode(QToolButton::InstantPopup);
    name_->setToolButtonStyle(Qt::ToolButtonTextOnly);
    name_->setMenu(makeFileMenu());
    find_ = button("find", tr("Find a command"), "search");
    find_->setText(tr("Find a command") + QStringLiteral("   ") +
                   host.actions.palette->shortcuts().value(1).toString(QKeySequence::NativeText));
    find_->setAutoRaise(false);
    find_->setMinimumHeight(metric::button);
    find_->setToolTip(toolTipOf(tr("Find a command"), QKeySequence(Qt::CTRL | Qt::Key_K)));
    connect(find_, &QToolButton::clicked, host.actions.palette, &QAction::trigger);

    auto* content = new QWidget(this);
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(10, 0, 10, 0);
    auto* left = new QHBoxLayout;
    left->setSpacing(6);
    left->addWidget(menu_);
    left->addWidget(logo);
    left->addWidget(name_);
    for (QAction* action : {host.actions.undo, host.actions.redo}) {
        auto* one = button(nullptr, action->text(), {});
        one->setDefaultAction(action);
        one->setToolButtonStyle(Qt::ToolButtonIconOnly);
        ofDocument_ << one;
        left->addWidget(one);
    }
    left->addStretch(1);
    right_ = new QHBoxLayout;
    right_->setSpacing(8);
    right_->addStretch(1);
    right_->addWidget(find_);
    grid->addLayout(left, 0, 0);
    auto* tabs = new SpaceSwitch(spaces, this);
    grid->addWidget(tabs, 0, 1);
    ofDocument_ << name_ << tabs;
    program_ = new QLabel(QStringLiteral("Momentree"), this);
    program_->setFont(strongFont(program_->font()));
    program_->hide();
    left->insertWidget(2, program_);
    grid->addLayout(right_, 0, 2);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(2, 1);
    content->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    addWidget(content);
    connect(&spaces, &Spaces::changed, this, &TopBar::followSpace);
    connect(&workspace.document, &ModelDocument::stateChanged, this, &TopBar::followDocument);
    followDocument();
}

QToolButton* TopBar::button(const char* name, const QString& text, const QString& icon) {
    auto* button = new QToolButton(this);
    if (name) button->setObjectName(QString::fromLatin1(name));
    button->setText(text);
    button->setIcon(themedIcon(icon));
    button->setIconSize({metric::toolIcon, metric::toolIcon});
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(text);
    button->setAccessibleName(QString(text).remove(QLatin1Char('&')));
    return button;
}

QMenu* TopBar::makeFileMenu() {
    const Actions& actions = host_.actions;
    auto* menu = new QMenu(this);
    menu->addActions({actions.newModel, actions.open});
    keepRecentFiles(*menu->addMenu(tr("Open &recent")), workspace_, host_);
    menu->addAction(actions.examples);
    menu->addSeparator();
    menu->addActions({actions.save, actions.saveAs, actions.reload});
    return menu;
}

void TopBar::setMenus(const QMenuBar& bar) {
    auto* menu = new QMenu(this);
    for (const QAction* entry : bar.actions())
        if (entry->menu()) menu->addMenu(entry->menu());
    menu->addSeparator();
    menu->addAction(spaces_.commands()[4]);
    // Not the button's own menu, which would add an arrow.
    connect(menu_, &QToolButton::pressed, menu,
            [this, menu] { menu->popup(menu_->mapToGlobal(QPoint(0, menu_->height()))); });
}

void TopBar::addRunControl(QWidget& control) {
    control.setMinimumHeight(metric::button);
    right_->insertWidget(right_->count() - 1, &control);
    const auto follow = [this, &control] {
        const Space space = spaces_.current();
        control.setVisible(space != Space::Draw && space != Space::Lesson && space != Space::Start);
    };
    connect(&spaces_, &Spaces::changed, &control, follow);
    follow();
}

/// The start page belongs to no document.
void TopBar::followSpace() {
    const bool start = spaces_.current() == Space::Start;
    for (QWidget* control : ofDocument_) control->setVisible(!start);
    program_->setVisible(start);
}

void TopBar::followDocument() {
    const ModelDocument& document = workspace_.document;
    const QString title = document.title();
    const int longest = width() < roomForName ? shortName : longestName;
    const QString shown = fontMetrics().elidedText(title, Qt::ElideRight, longest);
    name_->setText(document.modified() ? tr("%1 · edited").arg(shown) : shown);
    name_->setToolTip(document.file().isEmpty() ? title : document.file());
    name_->setAccessibleName(document.modified() ? tr("%1, edited").arg(title) : title);
}

void TopBar::resizeEvent(QResizeEvent* event) {
    QToolBar::resizeEvent(event);
    followDocument();
    find_->setToolButtonStyle(width() < roomForFind ? Qt::ToolButtonIconOnly
                                                    : Qt::ToolButtonTextBesideIcon);
}

}  // namespace momentree::app
