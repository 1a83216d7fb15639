// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <numbers>
#include <optional>

#include "app/analyses/synthesis_output.hpp"
#include "app/base/large_value.hpp"

class QDoubleSpinBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace momentree::app {

class Workspace;

inline constexpr double oneDegree = std::numbers::pi / 180.0;  ///< [rad]

/// Asks for a linkage, shows what was found, and puts it into the document.
class LinkageFinder : public QWidget {
    Q_OBJECT
public:
    /// @param picture left of the controls
    LinkageFinder(Workspace& workspace, const QString& title, QWidget* picture);

    void showTitle(bool shown);  ///< not where the dock has one
    QSize sizeHint() const override { return {760, 400}; }

Q_SIGNALS:
    /// The linkage is in the document; show how it moves and trace the point.
    void used(const std::string& body, const std::string& marker);

protected:
    /// The linkage that was found.
    virtual Result<LinkageModel> model() const = 0;

    /// @param text rich
    void showFound(const std::vector<LargeValue>& values, const QString& text);
    void showNone(const QString& why);  ///< may be empty

    QVBoxLayout* controls_;
    QLabel* said_;

private:
    void use();

    Workspace& workspace_;
    QLabel* title_;
    QHBoxLayout* values_;
    QPushButton* use_;
};

/// "Crank 0.12 m, coupler 0.3 m, ..."
QString lengthsText(const PlanarLinkage& linkage);

/// The rows of a table in a file; otherwise nothing, with an error message in `why`.
std::optional<std::vector<std::vector<double>>> readNumbers(const QString& path, int columns,
                                                            QString* why);

/// A field for an angle in whole degrees.
QDoubleSpinBox* makeAngleField(double from, double to, double degrees, const QString& name);

}  // namespace momentree::app
