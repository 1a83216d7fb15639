// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/run_window.hpp"

#include <QApplication>
#include <QFileInfo>
#include <QLocale>
#include <QSettings>
#include <QTimer>
#include <clocale>

#include "app/base/preferences.hpp"
#include "app/base/theme/theme.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/panels/accelerator/accelerators.hpp"
#include "app/panels/gallery/example_list.hpp"
#include "app/panels/lessons/lesson_panel.hpp"
#include "app/shell/guidance.hpp"
#include "app/shell/last_file.hpp"
#include "app/shell/main_window.hpp"
#include "app/shell/spaces.hpp"
#include "app/shell/start_page.hpp"
#include "app/shell/tour.hpp"

namespace momentree::app {

int runWindow(int argc, char** argv, const WindowRequest& request) {
    QCoreApplication::setOrganizationName("Momentree");
    QCoreApplication::setApplicationName("Momentree");
    applyScale();
    QApplication application(argc, argv);
    // QApplication applies the user's locale; numbers in files and messages must not follow it.
    std::setlocale(LC_NUMERIC, "C");
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    QLocale::setDefault(locale);
    QApplication::setApplicationVersion(MOMENTREE_VERSION);
    QApplication::setDesktopFileName("org.momentree.Momentree");
    QApplication::setWindowIcon(applicationIcon());
    applyTheme(application, static_cast<ThemeChoice>(QSettings().value("theme", 0).toInt()));

    auto catalogue = std::make_shared<Catalogue>();
    addAccelerators(*catalogue);
    MainWindow window(std::move(catalogue));
    const bool everything = Spaces::last() == Space::Everything;
    const bool page = request.file.empty() && request.lesson.empty() && startsWithPage();
    if (!everything) window.spaces().show(page ? Space::Start : Space::Run);
    window.show();
    const std::string& file = request.file;
    if (file.empty() && request.restore && window.offerRecovery()) return QApplication::exec();
    if (!request.lesson.empty()) {
        window.part<LessonPanel>().open(QString::fromStdString(request.lesson));
        return QApplication::exec();
    }
    if (page && !everything) return QApplication::exec();
    const QString last = preferences().openLast && request.restore ? lastFile() : QString();
    const QString welcome = firstExample();
    const QString wanted = file.empty() ? last : QString::fromStdString(file);
    const bool greeting = wanted.isEmpty() || QFileInfo(wanted) == QFileInfo(welcome);
    const QString first = greeting ? welcome : wanted;
    if (!first.isEmpty()) openAgain(window, first);
    // The initial example loops; the user's own files run once.
    if (greeting) window.actions().loop->trigger();
    if (greeting && !Tour::seen())
        QTimer::singleShot(0, &window, [&window] { startTour(window.workspace(), window.host()); });
    return QApplication::exec();
}

}  // namespace momentree::app
