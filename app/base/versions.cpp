// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/versions.hpp"

#include <qcustomplot.h>

#include <QSysInfo>

#include "core/build_info.hpp"
#include "core/libraries.hpp"
#include "render/version.hpp"

namespace momentree::app {

std::string versions() {
    const BuildInfo& build = buildInfo();
    std::string text = "momentree " + build.version + " (" + build.commit + ")\n";
    const auto line = [&text](const std::string& name, const std::string& version) {
        text += name + " " + version + "\n";
    };
    line("Qt", std::string(qVersion()) + " (built with " QT_VERSION_STR ")");
    line("VTK", render::vtkVersion());
    line("QCustomPlot", QCUSTOMPLOT_VERSION_STR);
    for (const LibraryVersion& library : libraryVersions()) line(library.name, library.version);
    return text + QSysInfo::prettyProductName().toStdString() + ", " +
           QSysInfo::currentCpuArchitecture().toStdString();
}

}  // namespace momentree::app
