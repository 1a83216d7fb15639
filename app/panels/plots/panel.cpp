// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/base/display_unit.hpp"
#include "app/base/text.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/base/value_text.hpp"
#include "app/panels/plots/plot_docks.hpp"
#include "app/panels/plots/verdict_line.hpp"

namespace momentree::app::plots {
namespace {

/// Adds entries for the recorded quantities of an element: to the plot of quantities, or to a new
/// one.
void addPlotMenu(Workspace& workspace, PlotDocks* plots, QMenu* menu, const Element& element) {
    const RunController& run = workspace.run;
    if (!run.hasRun() || !workspace.live.runIsCurrent()) return;
    const RowLayout& layout = run.session().layout();
    const std::vector<Property> list = readOutOf(run.model(), layout, element);
    if (list.empty()) return;
    auto* apart = new QMenu(tr("In a new plot"), menu);
    for (const Property& property : list) {
        if (property.length) continue;
        QStringList columns;
        for (const int column : property.columns)
            columns << QString::fromStdString(layout.names()[static_cast<std::size_t>(column)]);
        const QString text = withUnit(property.name, displayUnit(property.unit).label);
        QObject::connect(menu->addAction(text), &QAction::triggered, plots,
                         [plots, columns] { plots->plot(columns); });
        QObject::connect(apart->addAction(text), &QAction::triggered, plots,
                         [plots, columns] { plots->newPlot(columns); });
    }
    menu->addSeparator();
    menu->addMenu(apart);
}

void addCommands(Host& host, PlotDocks* plots) {
    QAction* phases =
        host.addCommand("togglePhases", tr("P&hase times"), "phases",
                        tr("Shows or hides the time per phase of a step"),
                        {QKeySequence(Qt::Key_F3)}, [&host, plots] {
                            host.toggle({plots->phases()});
                            // Raises drift if it is among the tabs behind.
                            if (!plots->phases()->isVisible() && plots->drift()->isVisible())
                                plots->drift()->raise();
                        });
    QAction* both = host.addCommand("togglePlots", tr("&Plots"), "plot",
                                    tr("Shows or hides the plots of energy and drift"),
                                    {QKeySequence(Qt::Key_F4)}, [&host, plots] {
                                        host.toggle({plots->energy(), plots->drift()});
                                    });
    QAction* more = host.addCommand(
        "newPlot", tr("&New plot"), "plot", tr("Opens another panel that plots any quantities"),
        {QKeySequence(Qt::SHIFT | Qt::Key_F4)}, [plots] { plots->newPlot(); });
    QAction* portrait =
        host.addCommand("portrait", tr("Phase portra&it"), "phase-portrait",
                        tr("Plots one quantity against another, or a Poincaré section"),
                        {QKeySequence(Qt::CTRL | Qt::Key_F4)},
                        [&host, plots] { host.toggle({plots->portrait()}); });
    host.addEntries(MenuGroup::ViewPlots, {both, phases, portrait, more});
}

/// A button that offers the plots that are not shown.
QToolButton* makeAddButton(const Host& host, PlotDocks* plots) {
    auto* add = new QToolButton(&host.window);
    add->setObjectName("addPlot");
    add->setText(tr("Add a plot"));
    add->setIcon(themedIcon("add"));
    add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    add->setAutoRaise(true);
    add->setFocusPolicy(Qt::TabFocus);
    add->setPopupMode(QToolButton::InstantPopup);
    add->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* menu = new QMenu(add);
    QObject::connect(menu, &QMenu::aboutToShow, plots, [plots, menu] {
        menu->clear();
        for (PanelDock* dock : {plots->energy(), plots->drift(), plots->phases(),
                                plots->quantities(), plots->portrait()}) {
            if (!dock->isHidden()) continue;
            QObject::connect(menu->addAction(dock->windowTitle()), &QAction::triggered, dock,
                             &PanelDock::present);
        }
        menu->addSeparator();
        QObject::connect(menu->addAction(tr("Another plot of quantities")), &QAction::triggered,
                         plots, [plots] { plots->newPlot(); });
    });
    add->setMenu(menu);
    return add;
}

/// What stands below the plots.
QWidget* makeFoot(Workspace& workspace, const Host& host, PlotDocks* plots) {
    auto* foot = new QWidget(&host.window);
    auto* layout = new QVBoxLayout(foot);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeAddButton(host, plots));
    layout->addWidget(new VerdictLine(workspace.run, foot));
    foot->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return foot;
}

}  // namespace

void addPanel(Workspace& workspace, Host& host) {
    auto* plots = new PlotDocks(workspace, host);
    addCommands(host, plots);
    host.addDock(makeFoot(workspace, host, plots),
                 {.name = "addPlotDock",
                  .title = tr("Add a plot"),
                  .help = tr("Opens another plot below the others."),
                  .place = DockPlace::Right,
                  .tab = 6,
                  .shown = false});
    QObject::connect(&host, &Host::plotMenuOpened, plots,
                     [&workspace, plots](QMenu* menu, const Element& element) {
                         addPlotMenu(workspace, plots, menu, element);
                     });
}

}  // namespace momentree::app::plots
