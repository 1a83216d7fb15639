// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_window.hpp"

#include <QApplication>
#include <QLocale>
#include <QMainWindow>
#include <clocale>

namespace momentree::app {

int runWindow(int argc, char** argv, const std::string& file) {
    QApplication application(argc, argv);
    // QApplication takes the user's locale over; numbers in files and messages must not follow it.
    std::setlocale(LC_NUMERIC, "C");
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    QLocale::setDefault(locale);
    QMainWindow window;
    window.setWindowTitle(QString::fromStdString(file));
    window.show();
    return QApplication::exec();
}

}  // namespace momentree::app
